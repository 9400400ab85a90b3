// The page of tokens per second: worked example B, other batches, two single requests, and one formula for both pages.
import { expect, open, test, type } from "./health.mjs";

const TOKENS = "sandbox/tokens/";

const figures = (page) => page.locator(".verdict .figure");
const notes = (page) => page.locator(".verdict .note");
/** The passage under a heading. */
const passage = (page, heading) => page.locator(".passage", { has: page.getByRole("heading", { name: heading }) });
/** The texts of each row of a passage's table. */
const rows = (page, heading) =>
  passage(page, heading)
    .locator("tbody tr")
    .evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
const BATCHES = "The same load at other batches";

test("worked example B", async ({ page }) => {
  await open(page, TOKENS);
  await expect(figures(page)).toHaveText(["26", "10.7", "6.0", "$2.53"]);
  await expect(notes(page).nth(0)).toContainText("52 GPUs");
  await expect(notes(page).nth(1)).toContainText("150,000 tok/s × 71.3 µs");
  await expect(notes(page).nth(2)).toContainText("20,000 tok/s ÷ 3,347 tok/s of a replica: a step of 19.1 ms at a batch of 64");
  await expect(notes(page).nth(3)).toContainText("$0.30 per 1M of all tokens");
  await expect(page.locator(".reason").first()).toContainText("Prefill compute runs out first.");
  await expect(page.getByRole("list", { name: "Warnings" })).toContainText("Worst-case TPOT at a batch of 64 is 53.3 ms");
  await expect(page.locator(".parts li")).toHaveText(["Prompts 10.7, 41%", "Answers 6.0, 23%", "Kept free 9.3, 36%"]);
});

test("the published batches, and what stands against each", async ({ page }) => {
  await open(page, TOKENS);
  expect(await rows(page, BATCHES)).toEqual([
    ["32", "14.5 ms", "62", "17.5 ms", "31.6 ms", "$3.01", "within the target"],
    ["64", "19.1 ms", "52", "20.6 ms", "53.3 ms", "$2.53", "over the target at worst"],
    ["128", "28.4 ms", "48", "22.6 ms", "96.9 ms", "$2.33", "over the target at worst"],
    ["192", "37.8 ms", "46", "24.0 ms", "140.4 ms", "$2.24", "over the target at worst; overflows the pool: 192 of 174"],
  ]);
  await expect(passage(page, BATCHES)).toContainText("From 32 to 64 sequences saves 10 GPUs, 16%");
});

test("two single requests on one replica", async ({ page }) => {
  await open(page, TOKENS);
  const heading = "A rate is not a load";
  expect(await rows(page, heading)).toEqual([
    ["RAG: 30,000 in, 50 out", "2,139 ms", "14.9 ms", "2.15"],
    ["Chat: 200 in, 1,000 out", "14.3 ms", "298.7 ms", "0.31"],
  ]);
  await expect(passage(page, heading)).toContainText("about 7 times");
  await expect(passage(page, heading)).toContainText("a batch of 64 and the mean context of 3,200 tokens");
});

test("two methods come to one formula, and the plan goes along to the fleet page", async ({ page }) => {
  await open(page, TOKENS);
  const heading = "Two methods, one formula";
  expect(await rows(page, heading)).toEqual([
    ["fixed", "64", "333.4 ms", "25.6", "26"],
    ["left to follow", "59", "338.5 ms", "26.0", "27"],
  ]);
  await expect(passage(page, heading)).toContainText("a request costs 338.5 ms of a replica, exactly 1/2.954 s");
  // The way on carries what was typed, also right after it was typed.
  await type(page.getByLabel("Decode batch", { exact: true }), "32");
  await page.getByRole("link", { name: "Size the same plan on the fleet page" }).click();
  await page.locator("html[data-page=fleet][data-ready]").waitFor({ state: "attached" });
  await expect(figures(page).first()).toHaveText("31");
  await expect(page).toHaveURL(/sandbox\/fleet\/#.*batch=32/);
});

test("another batch, typed key by key, moves the rows, the figures and the address", async ({ page }) => {
  await open(page, TOKENS);
  const batch = page.getByLabel("Decode batch", { exact: true });
  await type(batch, "128");
  await expect(batch).toHaveValue("128");
  await expect(figures(page)).toHaveText(["24", "10.7", "4.4", "$2.33"]);
  await expect.poll(async () => (await rows(page, BATCHES)).map((row) => row[0])).toEqual(["64", "128", "256", "384"]);
  expect((await rows(page, BATCHES))[1].slice(1, 3)).toEqual(["28.4 ms", "48"]);
  await expect(page).toHaveURL(/batch=128/);
  // An empty field lets the batch follow; the rows then stand about it in eights.
  await batch.press("ControlOrMeta+a");
  await batch.press("Backspace");
  await expect(page.locator("#batch-echo")).toContainText("59");
  await expect.poll(async () => (await rows(page, BATCHES)).map((row) => row[0])).toEqual(["28", "56", "112", "168"]);
  await expect(figures(page).first()).toHaveText("27");
});

test("the link of example A", async ({ page }) => {
  await open(page, TOKENS, "v=1");
  await expect(figures(page)).toHaveText(["4 + 1", "1.8", "0.67", "$2.08"]);
  expect((await rows(page, BATCHES)).map((row) => row[0])).toEqual(["80", "160", "320", "480"]);
  expect((await rows(page, "Two methods, one formula"))[1]).toEqual(["left to follow", "164", "122.0 ms", "3.05", "4"]);
});

test("a tile opens to its formula", async ({ page }) => {
  await open(page, TOKENS);
  await page.locator(".tile summary").nth(2).click();
  const trace = page.locator(".tile[open] .trace");
  await expect(trace).toContainText("rate × answer × Decode step at that batch / Decode batch");
  await expect(trace).toContainText("50 req/s × 400 tokens × 19.1 ms / 64 sequences");
});

test("the charts name the bound, the expectation and the pool", async ({ page }) => {
  await open(page, TOKENS);
  const tpot = page.locator("#chart-batch-tpot");
  await expect(tpot).toContainText("At worst, TPOT is 50.0 ms at a batch of 59: there the target breaks.");
  await tpot.getByRole("slider").hover();
  await expect(tpot.locator(".read-out")).toContainText("worst case");
  await expect(tpot.locator(".read-out")).toContainText("expected");
  const price = page.locator("#chart-batch-price");
  await price.getByText("Show as a table").click();
  await expect(price.getByRole("table")).toContainText("$ per 1M output");
});

test("without a fleet the page says why and shows no load", async ({ page }) => {
  await open(page, TOKENS, "v=1&weights=bf16&tp=1");
  await expect(page.locator(".reason")).toContainText("It does not fit into memory.");
  await expect(page.locator(".passage")).toHaveCount(0);
  await expect(page.locator("#chart-batch-tpot")).toBeHidden();
});
