// How fast the pages are, measured as a reader would feel it and written down beside the goals: one line a figure, as
// `cargo xtask bench` reads it. Missing a goal fails nothing here; `cargo xtask test` does that, with patience.
import { appendFileSync } from "node:fs";
import { open, test } from "./health.mjs";

const MILLISECONDS = 1000;
/** How many keys are typed, on a processor of this slowness; what is slowed down takes longer to say the same. */
const EVENTS = { 1: 200, 4: 60 };
/** Milliseconds after a key, enough for every chart to be drawn. */
const REST = 120;
const PAGES = {
  fleet: "sandbox/fleet/",
  tokens: "sandbox/tokens/",
  ttft: "sandbox/ttft/",
  // Of four scenarios the baseline is typed into, which three follow: each keystroke sizes all of them.
  compare: "sandbox/compare/#v=1&2.cached=0.5&3.gpu=h200&4.mfu=0.5",
};

/** Writes down one figure: its name, the milliseconds it took and the milliseconds to reach. */
function note(name, took, goal) {
  const line = ["time", name, (took * MILLISECONDS).toFixed(1), (goal * MILLISECONDS).toFixed(1)].join("\t");
  if (process.env.TIMES) appendFileSync(process.env.TIMES, `${line}\n`);
  console.log(`${name}: ${took.toFixed(1)} ms, goal ${goal} ms`);
}

function quantile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}

/** A debugger on the page, with the processor slowed down as if it were a phone's. */
async function debug(page, rate) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  // Processor time of the main thread: what other programs do meanwhile does not count.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return session;
}

/** Milliseconds that the main thread has spent so far on scripts, styles and layout; pixels are another thread's. */
async function work(session) {
  const { metrics } = await session.send("Performance.getMetrics");
  const counted = ["ScriptDuration", "RecalcStyleDuration", "LayoutDuration"];
  return metrics.reduce((sum, { name, value }) => sum + (counted.includes(name) ? value * MILLISECONDS : 0), 0);
}

/** Runs in the page before anything else: notes when it can be used. */
function watchReady() {
  const look = () => {
    if (document.documentElement?.hasAttribute("data-ready")) window.readyAfter ??= performance.now();
    else requestAnimationFrame(look);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributeFilter: ["data-ready"] });
}

/** Runs in the page before anything else: notes which frame comes after an input, and in which a chart is drawn. */
function watchFrames() {
  const painting = (window.painting = { drawn: undefined, next: undefined });
  const stroke = CanvasRenderingContext2D.prototype.stroke;
  CanvasRenderingContext2D.prototype.stroke = function (...path) {
    painting.drawn ??= document.timeline.currentTime;
    return stroke.apply(this, path);
  };
  const watch = () => {
    painting.drawn = undefined;
    requestAnimationFrame(() => (painting.next = document.timeline.currentTime));
  };
  window.addEventListener("input", watch, { capture: true });
}

/** Types digits one by one and waits after each until the page has come to rest. */
async function typeAndMeasure(page, session, events) {
  await page.locator("main input[inputmode]").first().click();
  const results = [];
  for (let index = 0; index < events; index += 1) {
    const before = await work(session);
    await page.keyboard.press(index % 2 ? "Backspace" : "1");
    const { drawn, next } = await page.evaluate(async (rest) => {
      await new Promise((done) => setTimeout(done, rest));
      return window.painting;
    }, REST);
    results.push({ spent: (await work(session)) - before, drawn, next });
  }
  return results;
}

for (const [name, path] of Object.entries(PAGES)) {
  test(`${name}: ready`, async ({ page }) => {
    await page.addInitScript(watchReady);
    await debug(page, 4);
    const times = [];
    for (let visit = 0; visit < 5; visit += 1) {
      await page.goto("about:blank");
      await open(page, path);
      times.push(await page.waitForFunction(() => window.readyAfter).then((handle) => handle.jsonValue()));
    }
    note(`${name} page interactive, processor slowed 4 times`, quantile(times, 0.5), 1000);
  });

  for (const [rate, goal] of [
    [1, 12],
    [4, 50],
  ]) {
    test(`${name}: typing, slowed ${rate} times`, async ({ page }) => {
      test.setTimeout(120_000);
      await page.addInitScript(watchFrames);
      await open(page, path);
      const results = await typeAndMeasure(page, await debug(page, rate), EVENTS[rate]);
      const slowed = rate > 1 ? `, processor slowed ${rate} times` : "";
      const spent = results.map((result) => result.spent);
      note(`${name} page, work per input event, p95${slowed}`, quantile(spent, 0.95), goal);
      if (rate === 1) noteFrames(name, results);
    });
  }
}

for (const name of ["ttft", "fleet"]) {
  test(`${name} embed: ready`, async ({ page }) => {
    await page.addInitScript(watchReady);
    await debug(page, 4);
    const times = [];
    for (let visit = 0; visit < 5; visit += 1) {
      await page.goto("about:blank");
      await open(page, `embed/${name}/`);
      times.push(await page.waitForFunction(() => window.readyAfter).then((handle) => handle.jsonValue()));
    }
    note(`${name} embed interactive, processor slowed 4 times`, quantile(times, 0.5), 700);
  });
}

/** How long after the next frame the first chart is drawn: 0 where it is in that very frame. */
function noteFrames(name, results) {
  const delays = results.filter(({ drawn }) => drawn !== undefined).map(({ drawn, next }) => Math.max(0, drawn - next));
  if (delays.length === 0) throw new Error("no chart was drawn at all");
  note(`${name} page, chart behind the next frame, p95`, quantile(delays, 0.95), 1);
}

test("gist: text first", async ({ page }) => {
  await debug(page, 4);
  const times = [];
  for (let visit = 0; visit < 5; visit += 1) {
    await page.goto("about:blank");
    await open(page, "gist/");
    times.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
  }
  note("gist page, first text, processor slowed 4 times", quantile(times, 0.5), 500);
});

test("gist: dragging a dotted number", async ({ page }) => {
  test.setTimeout(120_000);
  await open(page, "gist/");
  const number = page.locator("#g-fleet input.input").first();
  await number.scrollIntoViewIfNeeded();
  const session = await debug(page, 1);
  const box = await number.boundingBox();
  const [left, top] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.evaluate(() => {
    window.late = [];
    window.addEventListener("pointermove", () => {
      const before = document.querySelector("#g-fleet").textContent;
      requestAnimationFrame(() => window.late.push(document.querySelector("#g-fleet").textContent === before ? 1 : 0));
    }, { capture: true });
  });
  await page.mouse.move(left, top);
  await page.mouse.down();
  const spent = [];
  for (let event = 0; event < 200; event += 1) {
    const before = await work(session);
    // There and back, two steps each time.
    await page.mouse.move(left + (event % 2 ? 0 : 12), top);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    spent.push((await work(session)) - before);
  }
  await page.mouse.up();
  note("gist page, work per event of a drag, p95", quantile(spent, 0.95), 12);
  const late = await page.evaluate(() => window.late);
  note("gist page, text behind the next frame of a drag, p95", quantile(late, 0.95), 1);
});

test("evidence: 200 MB are read in the worker", async ({ page }) => {
  test.setTimeout(120_000);
  await open(page, "sandbox/evidence/");
  await page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    }).observe({ type: "longtask" });
    const request = JSON.stringify({ input_tokens: 900, output_tokens: 120, ttft_ms: 93.5, e2e_ms: 3100, text: "word ".repeat(84) });
    const part = `${request}\n`.repeat(2000);
    window.transfer = new DataTransfer();
    window.transfer.items.add(new File(Array(Math.round(2e8 / part.length)).fill(part), "large.jsonl"));
  });
  // What made the file is told of first.
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    window.longest = 0;
    window.began = performance.now();
    document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, dataTransfer: window.transfer }));
  });
  const took = await page.waitForFunction(
    () => document.querySelector(".measured .figure")?.textContent && performance.now() - window.began,
    undefined,
    { timeout: 100_000, polling: 20 },
  );
  // 60 MB a second.
  note("200 MB of JSON lines in the worker, from drop to figures", await took.jsonValue(), 3333);
  note("longest task on the page meanwhile", await page.evaluate(() => window.longest), 50);
});
