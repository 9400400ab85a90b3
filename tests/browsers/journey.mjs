// The journey that every browser makes: a link with a plan, a change, the result, and the embed of the same plan.

// Worked example B. Its figures have an independent origin, noted beside `tests/golden/`.
export const LINK =
  "v=1&model=llama-3.3-70b&gpu=h200&kv=bf16&tp=2&mem=0.92&reserve=3GB&mfu=0.5&mbu=0.75&rate=50&in=3k&out=400" +
  "&batch=64&util=0.65&spare=0&price=3.5";

/**
 * Walks it with a driver: `go(address)`, `ask(expression)` for a value from the page, `type(selector, text)` for real keys, and
 * `name` for what is printed.
 */
export async function walk({ go, ask, type, name }, site) {
  await go(`${site}sandbox/fleet/#${LINK}`);
  await until(() => ask(`document.documentElement.hasAttribute("data-ready")`), "the program to start");
  const first = await replicas(ask);
  expect(first === "26", `example B needs 26 replicas, and the page says: ${first}`);

  await type("#rate", "100");
  await until(async () => (await ask("location.hash")).includes("rate=100"), "the address to follow", () =>
    ask(`document.querySelector("#rate").value + " in the field, " + location.hash`),
  );
  const second = await replicas(ask);
  expect(second === "52", `twice the rate needs 52 replicas, and the page says: ${second}`);

  const plan = await ask("location.hash");
  await go(`${site}embed/fleet/${plan}`);
  await until(() => ask(`document.documentElement.hasAttribute("data-ready")`), "the embed to start");
  const third = await replicas(ask);
  expect(third === second, `the page says ${second} and the embed of the same plan ${third}`);
  console.log(`${name}: example B, a change, its result and the embed, all as they should be`);
}

/** The first figure of the page: how many replicas the plan comes to. */
function replicas(ask) {
  return ask(`document.querySelector(".verdict .figure").innerText.trim()`);
}

/** Waits for a condition, for at most a minute; then `stands` tells what there is instead. */
export async function until(holds, what, stands = () => "nothing") {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`waited in vain for ${what}; there is ${await stands()}`);
}

function expect(holds, sentence) {
  if (!holds) throw new Error(sentence);
}
