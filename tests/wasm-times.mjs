// How fast the equations are in wasm: one line a figure, as `cargo xtask bench` reads it. The module is the proof that the
// core needs no standard library, so it is the slowest build there is: made for size, and floor and sqrt are libm's.
import { readFileSync } from "node:fs";

const MICROSECONDS = 1000;
const SAMPLES = 201;
const BATCH = 20;

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]));
const { replicas, ttft_curve } = instance.exports;
if (replicas(20) !== 4) throw new Error("the module does not compute the worked example");

const times = Array.from({ length: SAMPLES }, () => {
  const begun = performance.now();
  for (let round = 0; round < BATCH; round += 1) ttft_curve(200);
  return ((performance.now() - begun) / BATCH) * MICROSECONDS;
});
const median = times.toSorted((a, b) => a - b)[Math.floor(SAMPLES / 2)];
console.log(["time", "TTFT curve of 200 points, in wasm", median.toFixed(1), 3000].join("\t"));
