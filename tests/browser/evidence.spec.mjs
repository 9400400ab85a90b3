// The page of evidence: a file of each family, what the plan takes from it, the plan against a load test, and bad files.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { heard } from "./chart.mjs";
import { expect, expectAccessible, open, test } from "./health.mjs";

const EVIDENCE = "sandbox/evidence/";
const DATA = new URL("../../../shared/data/", import.meta.url).pathname;

const results = (page) => page.locator(".results");
const tile = (page, name) => page.locator(".measured .tile", { hasText: name }).locator(".figure");
const notes = (page) => page.getByRole("list", { name: "What to know of this file" });
const take = (page, what) => page.getByRole("link", { name: `Take ${what}` });

/** Drops files on the page, as a reader would who aims at nothing in particular. */
async function drop(page, ...files) {
  const data = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const [name, base64] of files) {
      transfer.items.add(new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], name));
    }
    return transfer;
  }, files.map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")]));
  await results(page).dispatchEvent("drop", { dataTransfer: data });
}

/** A load test of our own, in the form of `vllm bench serve`. */
const tested = (rate, tpot, ttft) =>
  JSON.stringify({
    date: "20261101-101500",
    model_id: "served",
    num_prompts: 400,
    completed: 400,
    duration: 400 / rate,
    request_rate: rate,
    total_input_tokens: 800_000,
    total_output_tokens: 160_000,
    request_throughput: rate,
    output_throughput: rate * 400,
    mean_ttft_ms: ttft,
    median_ttft_ms: ttft * 0.9,
    p95_ttft_ms: ttft * 1.6,
    mean_tpot_ms: tpot,
    median_tpot_ms: tpot,
  });

const CONFIG = JSON.stringify({
  architectures: ["LlamaForCausalLM"],
  model_type: "llama",
  hidden_size: 4096,
  intermediate_size: 14336,
  num_hidden_layers: 32,
  num_attention_heads: 32,
  num_key_value_heads: 8,
  vocab_size: 128256,
  torch_dtype: "bfloat16",
});

const METRICS = (tokens) => `# TYPE vllm:num_requests_waiting gauge
vllm:num_requests_waiting{engine="0"} 12
# TYPE vllm:num_requests_running gauge
vllm:num_requests_running{engine="0"} 48
# TYPE vllm:kv_cache_usage_perc gauge
vllm:kv_cache_usage_perc{engine="0"} 0.83
# TYPE vllm:generation_tokens_total counter
vllm:generation_tokens_total{engine="0"} ${tokens}
`;

const LOG = `INFO 11-01 10:00:00 [llm_engine.py:1] Initializing a V1 LLM engine (v0.11.0) with config: model='meta-llama/Llama-3.1-8B'
INFO 11-01 10:01:10 [gpu_worker.py:1] Available KV cache memory: 50.00 GiB
INFO 11-01 10:01:12 [kv_cache_utils.py:1] GPU KV cache size: 409,600 tokens
INFO 11-01 10:01:12 [kv_cache_utils.py:1] Maximum concurrency for 8,192 tokens per request: 50.00x
`;

const TRACE = `arrived_at,num_prefill_tokens,num_decode_tokens\n${Array.from(
  { length: 600 },
  (_, at) => `${(at * 0.5).toFixed(2)},${900 + ((at * 37) % 400)},${100 + ((at * 11) % 90)}`,
).join("\n")}\n`;

test("nothing is loaded before a file comes", async ({ page }) => {
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await open(page, EVIDENCE);
  await expect(results(page)).toContainText("No file yet.");
  expect(asked.filter((url) => /worker|reader|beside/.test(url))).toEqual([]);
  await expectAccessible(page);
});

test("a config gives the plan its model", async ({ page }) => {
  await open(page, EVIDENCE, "v=1&gpu=h200&rate=7");
  await drop(page, ["config.json", CONFIG]);
  await expect(tile(page, "Parameters")).toHaveText("8.03B");
  await expect(tile(page, "KV cache, a token")).toHaveText("131.072 kB");
  await take(page, "this model").click();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  expect(new URL(page.url()).hash).toMatch(/model=llama-3\.1-8b/);
  expect(new URL(page.url()).hash).toMatch(/gpu=h200/);
  expect(new URL(page.url()).hash).toMatch(/rate=7(&|$)/);
});

test("a trace gives the plan its workload", async ({ page }) => {
  await open(page, EVIDENCE);
  await drop(page, ["trace.csv", TRACE]);
  await expect(tile(page, "Mean rate")).toHaveText("2.0 req/s");
  await expect(page.locator("#chart-file-1")).toBeVisible();
  expect((await heard(page, "chart-file-1")).at(-1)).toMatch(/\d/);
  await take(page, "this workload").first().click();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  expect(new URL(page.url()).hash).toMatch(/rate=2(\.\d+)?&.*in=1\d{3}/);
});

test("of two snapshots of /metrics the second is the window between them", async ({ page }) => {
  await open(page, EVIDENCE);
  await drop(page, ["before.prom", METRICS(1000)], ["after.prom", METRICS(4000)]);
  await expect(page.getByRole("button", { name: "after.prom" })).toHaveAttribute("aria-pressed", "true");
  await expect(tile(page, "Requests waiting")).toHaveText("12");
  await expect(page.getByRole("row", { name: /Output tokens/ })).toContainText("3,000");
  await page.getByRole("button", { name: "before.prom" }).click();
  await expect(page.getByRole("row", { name: /Output tokens/ })).toContainText("1,000");
});

test("a log is held against the model of a config beside it", async ({ page }) => {
  await open(page, EVIDENCE);
  await drop(page, ["config.json", CONFIG], ["start.log", LOG]);
  await expect(results(page)).toContainText("start-up log of vLLM");
  await expect(results(page)).toContainText("131.072 kB");
  await expect(results(page)).toContainText("409,600 tokens");
});

test("a load test is held against the plan, from the file to a calibrated link", async ({ page, browser }) => {
  await open(page, EVIDENCE, "v=1&replicas=1");
  const files = [[1, 10.6, 116], [2, 12, 130], [4, 16.4, 170], [6, 25.5, 236]];
  await drop(page, ...files.map(([rate, tpot, ttft]) => [`rate-${rate}.json`, tested(rate, tpot, ttft)]));
  await expect(page.getByRole("heading", { name: "Model against test" })).toBeVisible();
  await expect(results(page)).toContainText(/Model and test (agree|differ)/);
  await expect(page.getByRole("table", { name: "Measured against predicted" })).toBeVisible();
  await expect(page.locator("#chart-agreement-tpot")).toBeVisible();
  const link = page.locator(".takes a.button", { hasText: /measured|calibrat/i }).first();
  await expect(link).toBeVisible();
  const calibrated = await link.evaluate((link) => link.href);
  expect(calibrated).toMatch(/measured=/);
  // In a profile of its own the link gives the digits that it gives here.
  await link.click();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  const figures = (page) => page.locator(".verdict .figure").allTextContents();
  const here = await figures(page);
  const context = await browser.newContext();
  const fresh = await context.newPage();
  await fresh.goto(calibrated);
  await fresh.locator("html[data-ready]").waitFor({ state: "attached" });
  expect(await figures(fresh)).toEqual(here);
  await context.close();
});

test("another plan is another verdict, without reading anew", async ({ page }) => {
  await open(page, EVIDENCE, "v=1&replicas=1");
  await drop(page, ["a.json", tested(2, 27, 125)]);
  const table = page.getByRole("table", { name: "Measured against predicted" });
  await expect(table).toBeVisible();
  const before = await table.innerText();
  await page.evaluate(() => (location.hash = "v=1&replicas=1&mbu=0.3"));
  await expect.poll(() => table.innerText()).not.toBe(before);
});

test("a table that nobody knows by its names is asked about, and read as it is told", async ({ page }) => {
  await open(page, EVIDENCE);
  await drop(page, ["latencies.csv", "wait;words;all\n250;101;2250\n350;101;2350\n"]);
  await expect(page.getByText("Which column is which?")).toBeVisible();
  await expectAccessible(page);
  for (const [name, holds, unit] of [
    ["wait", "TTFT: sent to first token", "ms"],
    ["words", "Tokens of the answer", undefined],
    ["all", "E2E: sent to last token", "ms"],
  ]) {
    await page.getByLabel(`What “${name}” holds`).selectOption({ label: holds });
    if (unit) await page.getByLabel(`Unit of “${name}”`).selectOption({ label: unit });
  }
  await page.getByRole("button", { name: "Read it so" }).click();
  await expect(tile(page, "TTFT, mean")).toHaveText("300 ms");
  await expect(tile(page, "TPOT, mean")).toHaveText("20.0 ms");
});

test("a verdict stands on the maps of its plan, and of no other", async ({ page }) => {
  await open(page, EVIDENCE, "v=1&replicas=1");
  await drop(page, ["a.json", tested(2, 12, 130)]);
  await expect(page.getByRole("heading", { name: "Model against test" })).toBeVisible();
  await expect(page.locator("p.asked")).toContainText("No file says how many replicas were tested.");
  await page.getByRole("link", { name: "See it on the maps" }).click();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  const said = page.locator('p.tested[data-tested="m-loop-s7"]');
  await expect(said).toHaveClass(/measured/);
  await expect(said).toContainText(/Measured: (yes|no)/);
  await open(page, "maps/", "v=1&rate=77");
  await page.reload();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await expect(said).toContainText("Measured: nothing yet");
});

for (const [what, bytes, words] of [
  ["empty", "", /empty/],
  ["a page", "<html><body>no</body></html>", /a page of HTML/],
  ["an archive", Buffer.from("PK\x03\x04aaaaaaaaaaaaaaaa", "latin1"), /ZIP archive/],
  ["an image", Buffer.from("\x89PNG\r\n\x1a\n0000000000", "latin1"), /PNG image/],
  ["cut", gzipSync(tested(2, 27, 125)).subarray(0, 120), /./],
  ["of zero successes", tested(2, 27, 125).replace('"completed":400', '"completed":0'), /No request succeeded|no data/i],
  ["mixed in its units", tested(2, 27, 250_000), /./],
]) {
  test(`a file that is ${what} is told of in a sentence`, async ({ page }) => {
    await open(page, EVIDENCE);
    await drop(page, ["file", bytes]);
    await expect(results(page)).toContainText(words);
    await expect(results(page)).not.toContainText("No file yet.");
    await expect(page.getByRole("button", { name: "Cancel" })).toHaveCount(0);
  });
}

test("UTF-16, a byte order mark and packed files are read", async ({ page }) => {
  await open(page, EVIDENCE);
  for (const [name, bytes] of [
    ["utf16.json", Buffer.from(`\ufeff${CONFIG}`, "utf16le")],
    ["marked.json", `\ufeff${CONFIG}`],
    ["packed.json.gz", gzipSync(CONFIG)],
  ]) {
    await drop(page, [name, bytes]);
    await expect(page.getByRole("heading", { name })).toBeVisible();
    await expect(tile(page, "Parameters")).toHaveText("8.03B");
  }
});

test("what is pasted is read, by keyboard alone", async ({ page }) => {
  await open(page, EVIDENCE);
  await page.getByLabel("Or paste what stands in one").fill(CONFIG);
  await page.getByRole("button", { name: "Read this text" }).press("Enter");
  await expect(page.getByRole("heading", { name: "what was pasted" })).toBeVisible();
  await expect(tile(page, "Parameters")).toHaveText("8.03B");
});

const REAL = {
  "bench-outputs/vllm-bench": [/^bench_serve_v/, "result of vllm bench serve", "TTFT, mean"],
  "bench-outputs/aiperf": [/\.json$/, "export of AIPerf", "TTFT"],
  "bench-outputs/guidellm": [/0\.5\.0/, "benchmarks of guidellm", "TTFT"],
  "bench-outputs/llmperf": [/groq.*summary/, "result of llmperf", "TTFT"],
  "bench-outputs/mlperf": [/server/, "log of MLPerf", "TTFT"],
  traces: [/^azure2023_conv/, "Azure LLM inference trace", "Fullest minute"],
  metrics: [/loaded\.prom$/, "metrics of vLLM", "Requests waiting"],
  "hf-configs": [/Qwen3-30B/, "config of a model", "Parameters"],
};
for (const [folder, [name, kind, first]] of Object.entries(REAL)) {
  test(`a real file of ${folder} shows its figures and notes`, async ({ page }) => {
    test.skip(!existsSync(DATA + folder), "the data is not here");
    const file = readdirSync(DATA + folder).find((file) => name.test(file) && !file.startsWith("prom_"));
    await open(page, EVIDENCE);
    await drop(page, [file, readFileSync(`${DATA}${folder}/${file}`)]);
    await expect(results(page)).toContainText(kind);
    await expect(tile(page, first).first()).toHaveText(/\d/);
    if (!folder.startsWith("hf")) await expect(notes(page)).toContainText(/\w/);
    await expectAccessible(page);
  });
}

test("the stages of a real load test compare without a hand-made step, and their faults are named", async ({ page }) => {
  const folder = `${DATA}bench-outputs/inference-perf/vllm+batch_size/`;
  test.skip(!existsSync(folder), "the data is not here");
  test.slow();
  const stages = readdirSync(folder).filter((name) => /^stage_\d_lifecycle/.test(name)).sort();
  await open(page, EVIDENCE, "v=1&model=llama-3.1-8b&replicas=1&tp=1");
  await drop(page, ...stages.map((name) => [name, readFileSync(folder + name)]));
  await expect(page.getByRole("heading", { name: "Model against test" })).toBeVisible();
  await expect(results(page)).toContainText("TPOT is stated as");
  await expect(results(page)).toContainText("the load test could not keep up");
  await expectAccessible(page);
});

for (const width of [1360, 390]) {
  test(`what a load test says fits at ${width} pixels, in both themes`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await open(page, EVIDENCE, "v=1&replicas=1");
    await drop(page, ["rate-1.json", tested(1, 10.6, 116)], ["rate-4.json", tested(4, 16.4, 170)], ["config.json", CONFIG]);
    await expect(page.getByRole("heading", { name: "Model against test" })).toBeVisible();
    await page.getByRole("button", { name: "rate-4.json" }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    for (const theme of ["light", "dark"]) {
      await page.evaluate((theme) => document.documentElement.setAttribute("data-theme", theme), theme);
      await page.screenshot({ path: `test-results/evidence-${theme}-${width}.png`, fullPage: true });
    }
    await page.evaluate(() => document.documentElement.removeAttribute("data-theme"));
    await expectAccessible(page);
  });
}

test("a large file is read while the page stays free, and can be cancelled", async ({ page }) => {
  test.slow();
  await open(page, EVIDENCE);
  await drop(page, ["config.json", CONFIG]);
  await expect(tile(page, "Parameters")).toHaveText("8.03B");
  await page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    }).observe({ type: "longtask" });
    const request = JSON.stringify({ input_tokens: 900, output_tokens: 120, ttft_ms: 93.5, e2e_ms: 3100, note: "x".repeat(120) });
    window.transfer = new DataTransfer();
    window.transfer.items.add(new File(Array(40).fill(`${request}\n`.repeat(5000)), "large.jsonl"));
    const results = document.querySelector(".results");
    const watch = new MutationObserver(() => {
      if (!/Reading large.jsonl: .* so far/.test(results.textContent)) return;
      watch.disconnect();
      [...results.querySelectorAll("button")].find((button) => button.textContent === "Cancel").click();
      window.cancelled = true;
    });
    watch.observe(results, { subtree: true, childList: true, characterData: true });
    window.longest = 0;
  });
  const dropIt = () =>
    page.evaluate(() => document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, dataTransfer: window.transfer })));
  await dropIt();
  await page.waitForFunction(() => window.cancelled);
  await expect(page.getByRole("button", { name: "Cancel" })).toHaveCount(0);
  await dropIt();
  await expect(tile(page, "Requests answered")).toHaveText("200,000", { timeout: 60_000 });
  // Times are measured and told elsewhere; here only a page that stands still for a long while fails.
  expect(await page.evaluate(() => window.longest)).toBeLessThan(200);
});
