// The page of token streams: the worked example, files of every kind, targets that are moved, and what bad files get.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { heard, rows } from "./chart.mjs";
import { expect, expectAccessible, open, test, type } from "./health.mjs";

const STREAMS = "sandbox/streams/";
const SHARED = new URL("../../../shared/", import.meta.url).pathname;
const GOLDEN = `${SHARED}golden/streams_seed5.csv.gz`;
const VLLM = `${SHARED}data/bench-outputs/vllm-bench/`;

const figures = (page) => page.locator(".verdict .figure");
const notes = (page) => page.locator(".verdict .note");
const row = (page, name) => page.locator(".live tr", { has: page.getByRole("rowheader", { name, exact: true }) }).first();
const aboutFile = (page) => page.getByRole("list", { name: "About this file" });

/** Drops a file on the page, as a reader would who aims at nothing in particular. */
async function drop(page, name, bytes) {
  const data = await page.evaluateHandle(
    ([name, base64]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], name));
      return transfer;
    },
    [name, Buffer.from(bytes).toString("base64")],
  );
  await page.locator(".results").dispatchEvent("drop", { dataTransfer: data });
}

async function expectWorkedExample(page) {
  await expect(figures(page)).toHaveText(["349 of 400", "2,324 ms", "32.4 ms", "840 ms"]);
  await expect(notes(page).nth(1)).toHaveText("p50 257 ms, p99 2,995 ms");
  await expect(notes(page).nth(2)).toHaveText("p50 30.0 ms");
  await expect(notes(page).nth(3)).toHaveText("ITL p99 44.1 ms");
}

test("the synthetic set opens as the worked example, without a worker", async ({ page }) => {
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await open(page, STREAMS);
  await expectWorkedExample(page);
  await expect(page.locator(".next")).toContainText("20 of the 349 good requests stood still for more than 500 ms");
  expect(asked.filter((url) => url.includes("worker"))).toEqual([]);
  // Each figure leads to the rule by which it is made.
  const rules = await page.locator(".verdict a").evaluateAll((all) => all.map((link) => link.hash));
  expect(rules).toEqual(["#mt-goodput", "#mt-ttft", "#mt-tpot", "#mt-itl"]);
  await expectAccessible(page);
});

test("the golden file is dropped and reads as it should", async ({ page }) => {
  test.skip(!existsSync(GOLDEN), "the golden file is not here");
  await open(page, STREAMS);
  await type(page.getByLabel("Requests", { exact: true }), "50");
  await expect(figures(page).first()).not.toHaveText("349 of 400");
  await drop(page, "streams_seed5.csv.gz", readFileSync(GOLDEN));
  await expectWorkedExample(page);
  await type(page.getByLabel("Longest gap", { exact: true }), "500");
  await expect(figures(page).first()).toHaveText("329 of 400");
});

test("a real result of vLLM reads its own percentiles, by either definition", async ({ page }) => {
  test.skip(!existsSync(VLLM), "the results are not here");
  const lines = readFileSync(`${VLLM}expected_ttft_percentiles_ms.csv`, "utf8").trim().split("\n").slice(1);
  const expected = new Map(lines.map((line) => line.split(",")).map(([q, ...both]) => [q, both.map(Number)]));
  const detailed = readdirSync(VLLM).find((name) => name.startsWith("detailed_"));
  await open(page, STREAMS);
  await drop(page, detailed, readFileSync(VLLM + detailed));
  for (const [place, word] of ["linear", "nearest"].entries()) {
    await page.getByLabel("A quantile", { exact: true }).selectOption(word);
    const [p50, p95, p99] = ["0.5", "0.95", "0.99"].map((q) => `${Math.round(expected.get(q)[place])} ms`);
    await expect(figures(page).nth(1)).toHaveText(p95);
    await expect(notes(page).nth(1)).toHaveText(`p50 ${p50}, p99 ${p99}`);
  }
  await expect(aboutFile(page)).toContainText("TTFT is that of 200 requests");
  const summary = readdirSync(VLLM).find((name) => /^bench_serve_v/.test(name));
  await drop(page, summary, readFileSync(VLLM + summary));
  await expect(aboutFile(page)).toContainText("--save-detailed");
  await expect(figures(page).nth(1)).toHaveText("117 ms");
});

test("pasted token times are read, whatever they end in", async ({ page }) => {
  await open(page, STREAMS);
  const paste = page.getByLabel("Or paste token times");
  await paste.fill("\ufeff0.1,0.12,0.16\r\n0.1,0.13,0.83\r\n");
  await page.getByRole("button", { name: "Read this text" }).click();
  await expect(figures(page).first()).toHaveText("1 of 2");
  await expect(figures(page).nth(3)).toHaveText("700 ms");
});

for (const [what, text, words] of [
  ["empty", "", /empty/i],
  ["of another kind", "<html><body>no</body></html>", /./],
  ["full of faults", "0.1,0.2\nnan,0.3\n0.5,0.4\n-1,0.2\n", /line 2|line 3|line 4/i],
  ["packed and cut", gzipSync("0.1,0.2\n".repeat(5000)).subarray(0, 40), /./],
]) {
  test(`a file that is ${what} is told of, and what stood before stands`, async ({ page }) => {
    await open(page, STREAMS);
    await drop(page, "file.csv", Buffer.from(text));
    await expect(aboutFile(page)).toContainText(words);
    await expect(figures(page).first()).toHaveText(/\d+ of \d+/);
  });
}

test("a large file is read while the page stays free, and a cancelled one leaves the last result", async ({ page }) => {
  await open(page, STREAMS);
  await page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    }).observe({ type: "longtask" });
    // Some 40 MB, made in the page: a request of 200 tokens, over and over.
    const line = `${Array.from({ length: 200 }, (_, at) => (0.2 + at * 0.031).toFixed(4)).join(",")}\n`;
    window.transfer = new DataTransfer();
    window.transfer.items.add(new File(Array(30).fill(line.repeat(1000)), "large.csv"));
  });
  await page.evaluate(() => (window.longest = 0));
  const dropIt = () =>
    page.evaluate(() => document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, dataTransfer: window.transfer })));
  // In the page, since the whole file may be read before a click from outside arrives.
  await page.evaluate(() => {
    const results = document.querySelector(".results");
    const watch = new MutationObserver(() => {
      if (!/Reading: [\d,]+ requests so far/.test(results.textContent)) return;
      watch.disconnect();
      [...results.querySelectorAll("button")].find((button) => button.textContent === "Cancel").click();
      window.cancelled = true;
    });
    watch.observe(results, { subtree: true, childList: true, characterData: true });
  });
  await dropIt();
  await page.waitForFunction(() => window.cancelled);
  await expect(page.getByRole("button", { name: "Cancel" })).toHaveCount(0);
  await page.waitForTimeout(300);
  await expectWorkedExample(page);
  await dropIt();
  await expect(figures(page).first()).toHaveText("30,000 of 30,000", { timeout: 20_000 });
  // Times are measured and told elsewhere; here only a page that stands still for a long while fails.
  expect(await page.evaluate(() => window.longest)).toBeLessThan(200);
});

test("the target moves on the chart, by pointer and by keys, and goodput follows", async ({ page }) => {
  await open(page, STREAMS);
  const handle = page.getByRole("slider", { name: "Move the target of: TTFT by share of requests" });
  await handle.scrollIntoViewIfNeeded();
  const box = await handle.boundingBox();
  await page.mouse.move(box.x + 10, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 10, box.y - 40, { steps: 5 });
  await page.mouse.up();
  const field = page.getByLabel("TTFT target");
  await expect.poll(async () => Number((await field.inputValue()).replace(",", ""))).toBeGreaterThan(1300);
  const good = async () => Number((await figures(page).first().textContent()).split(" ")[0]);
  await expect.poll(good).toBeGreaterThan(349);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(field).toHaveValue("1,000");
  await expect(figures(page).first()).toHaveText("349 of 400");
  await handle.focus();
  await page.keyboard.press("Shift+ArrowDown");
  await expect(field).toHaveValue("500");
  await expect.poll(good).toBeLessThan(349);
});

test("fields are undone, reset, dragged, kept over a reload, and started from a set", async ({ page }) => {
  await open(page, STREAMS);
  const seed = page.getByLabel("Seed", { exact: true });
  await type(seed, "6");
  await expect(figures(page).first()).not.toHaveText("349 of 400");
  const before = await figures(page).first().textContent();
  await page.reload();
  await expect(seed).toHaveValue("6");
  await expect(figures(page).first()).toHaveText(before);
  await page.getByRole("button", { name: "reset Seed" }).click();
  await expect(figures(page).first()).toHaveText("349 of 400");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(seed).toHaveValue("6");
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(seed).toHaveValue("5");
  const label = page.locator("label[for=spikes]");
  const box = await label.boundingBox();
  await page.mouse.move(box.x + 5, box.y + 5);
  await page.mouse.down();
  await page.mouse.move(box.x + 30, box.y + 5, { steps: 6 });
  await page.mouse.up();
  await expect(page.getByLabel("Waiting long")).toHaveValue("30");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByLabel("Waiting long")).toHaveValue("10");
  await page.getByRole("button", { name: "Freezes count" }).click();
  await expect(figures(page).first()).toHaveText("329 of 400");
  await type(page.getByLabel("TPOT target"), "fast");
  await expect(page.locator("#tpot-problem")).toContainText("Write for example");
  await expect(figures(page).first()).toHaveText("329 of 400");
});

test("gaps and timelines say by keyboard what their tables say", async ({ page }) => {
  await open(page, STREAMS);
  const total = (texts) => texts.reduce((sum, text) => sum + Number(text.replaceAll(",", "")), 0);
  // Two kinds of bars: those that froze have a name of their own.
  const bars = (await heard(page, "chart-gaps")).flatMap((text) =>
    [...text.matchAll(/ (?:gaps|over 500 ms) ([\d,]+)/g)].map(([, number]) => number),
  );
  const bins = [...(await rows(page, "chart-gaps")).values()].map((row) => row.Gaps);
  expect(total(bars)).toBe(total(bins));
  expect(total(bars)).toBe(91_430);
  const steps = await heard(page, "chart-timelines");
  for (const [request, row] of await rows(page, "chart-timelines")) {
    const said = steps.flatMap((text) => new RegExp(`request ${request} (\\d+) tokens`).exec(text)?.[1] ?? []);
    // The last step before its end: some tokens may still be to come.
    const last = Number(said.at(-1));
    expect(last, `request ${request}`).toBeLessThanOrEqual(Number(row.Tokens));
    expect(last, `request ${request}`).toBeGreaterThan(0.94 * Number(row.Tokens));
  }
});
