// The fleet page: the worked examples, what a change does, and what opens to where it comes from.
import { expect, open, test, type } from "./health.mjs";

const FLEET = "sandbox/fleet/";
const B =
  "v=1&model=llama-3.3-70b&gpu=h200&kv=bf16&tp=2&mem=0.92&reserve=3GB&mfu=0.5&mbu=0.75&rate=50&in=3k&out=400&batch=64&util=0.65&spare=0&price=3.5";

const figures = (page) => page.locator(".verdict .figure");
const notes = (page) => page.locator(".verdict .note");

test("worked example A", async ({ page }) => {
  await open(page, FLEET);
  await expect(figures(page)).toHaveText(["4 + 1", "8.2 req/s", "$60/h", "$2.08"]);
  await expect(notes(page).nth(0)).toContainText("16 GPUs for the peak, 4 spare");
  await expect(notes(page).nth(2)).toContainText("$48/h without the spare");
  await expect(notes(page).nth(3)).toContainText("$1.67 without the spare; $0.35 per 1M of all tokens");
  await expect(page.locator(".reason").first()).toContainText("Prefill compute runs out first.");
  await expect(page.getByRole("meter")).toHaveCount(4);
  await expect(page.getByRole("meter", { name: "Prefill share" })).toHaveAttribute("aria-valuetext", "44%");
  await expect(page.locator(".results")).toContainText("3 carry 6.7 req/s each. TPOT 24.2 ms, TTFT p95 226 ms");
});

test("the link of example B", async ({ page }) => {
  await open(page, FLEET, B);
  await expect(figures(page)).toHaveText(["26", "3.0 req/s", "$182/h", "$2.53"]);
  await expect(notes(page).nth(0)).toContainText("52 GPUs");
  await expect(notes(page).nth(3)).toContainText("$0.30 per 1M of all tokens");
  await expect(page.locator(".results")).toContainText("Worst-case TPOT at a batch of 64 is 53.3 ms");
  await expect(page.getByLabel("Prompt", { exact: true })).toHaveValue("3,000");
  await expect(page.getByRole("combobox", { name: "GPU" })).toHaveValue("h200");
});

test("the table of rates tells the states apart", async ({ page }) => {
  await open(page, FLEET);
  const row = (rate) => page.locator("table tr", { has: page.getByRole("rowheader", { name: rate, exact: true }) });
  await expect(row("8").first()).toContainText("44.0 ms");
  await expect(row("9").first()).toContainText("113.4 ms, over target");
  await expect(row("10").first()).toContainText("no steady state");
  await expect(row("12").first()).toContainText("prompts alone overflow");
});

test("a figure opens to its formula with the reader's numbers", async ({ page }) => {
  await open(page, FLEET, "v=1&mfu=0.5");
  await page.locator(".tile summary").nth(1).click();
  const trace = page.locator(".tile[open] .trace");
  await expect(trace).toContainText("2 × active parameters × prompt × (1 − cached) / (GPUs per replica × dense FP8 peak × MFU)");
  await expect(trace).toContainText("2 × 70B × 2,000 tokens × (1 − 0%) / (4 × 1,979 TFLOP/s × 50%)");
  await expect(trace).toContainText("MFU 50%: yours");
  await expect(trace).toContainText("dense FP8 peak 1,979 TFLOP/s: datasheet");
  await page.keyboard.press("Escape");
  await expect(page.locator(".tile[open]")).toHaveCount(0);
});

test("typing key by key changes the answer, the address and what is spoken", async ({ page }) => {
  await open(page, FLEET);
  await type(page.getByLabel("Prefix-cache hit"), "60");
  await expect(figures(page).nth(0)).toHaveText("2 + 1");
  await expect(page).toHaveURL(/#v=1&cached=0\.6$/);
  await expect(page.getByRole("status")).toContainText("2 + 1 replicas");
  // The field keeps what was typed, letter by letter.
  const rate = page.getByLabel("Arrival rate");
  await type(rate, "0.05");
  await expect(rate).toHaveValue("0.05");
  await expect(page).toHaveURL(/rate=0\.05/);
});

test("a value holds on both pages, through a reload and in the address", async ({ page }) => {
  await open(page, FLEET);
  await type(page.getByLabel("Arrival rate"), "33");
  await page.getByRole("navigation", { name: "Calculators" }).getByRole("link", { name: "Time to first token" }).click();
  await page.locator("html[data-page=ttft][data-ready]").waitFor({ state: "attached" });
  await expect(page.getByLabel("Arrival rate")).toHaveValue("33");
  await page.reload();
  await expect(page.getByLabel("Arrival rate")).toHaveValue("33");
  await page.goBack();
  await expect(page.getByLabel("Arrival rate")).toHaveValue("33");
  await page.getByRole("link", { name: "Gist", exact: true }).click();
  await page.locator("html[data-page=gist][data-ready]").waitFor({ state: "attached" });
  await page.getByRole("link", { name: "Sandbox", exact: true }).click();
  await expect(page.getByLabel("Arrival rate")).toHaveValue("33");
});

test("reset returns to the example, and the saved plan is offered, never opened unasked", async ({ page }) => {
  await open(page, FLEET, "v=1&rate=50");
  await type(page.getByLabel("Arrival rate"), "70");
  await expect(page).toHaveURL(/rate=70/);
  await page.goto("about:blank");
  await open(page, FLEET);
  await expect(figures(page).first()).toHaveText("4 + 1");
  await page.getByText("Continue your saved plan").click();
  await expect(page.getByLabel("Arrival rate")).toHaveValue("70");
  await page.getByRole("button", { name: "Reset to the example" }).click();
  await expect(page.getByLabel("Arrival rate")).toHaveValue("20");
  await expect(figures(page).first()).toHaveText("4 + 1");
});

test("by keyboard alone", async ({ page }) => {
  await open(page, FLEET);
  await page.keyboard.press("Tab");
  await expect(page.locator(":focus")).toHaveText(/Skip/);
  const rate = page.getByLabel("Arrival rate");
  for (let presses = 0; presses < 60 && !(await rate.evaluate((field) => field === document.activeElement)); presses += 1) {
    await page.keyboard.press("Tab");
  }
  await expect(rate).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(rate).toHaveValue("21");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(rate).toHaveValue("11");
  // A chart takes the focus and its cursor follows the arrow keys.
  const chart = page.locator("#chart-tpot .plot [tabindex='0']").first();
  await chart.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("#chart-tpot .read-out")).toContainText("TPOT");
  await page.keyboard.press("Escape");
  await expect(page.locator("#chart-tpot .read-out")).toHaveCount(0);
});

test("a chart shows its data as a table, and a read-out under the pointer", async ({ page }) => {
  await open(page, FLEET);
  const figure = page.locator("#chart-ttft");
  await figure.getByText("Show as a table").click();
  await expect(figure.getByRole("table")).toContainText("p95");
  await figure.getByRole("slider").hover();
  await expect(figure.locator(".read-out")).toContainText("p95");
});

test("the canvas is crisp at the screen's resolution and follows size and theme", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, deviceScaleFactor: 2, viewport: { width: 1360, height: 900 } });
  const page = await context.newPage();
  await open(page, FLEET);
  const ratio = () =>
    page.locator("#chart-tpot canvas").evaluate((canvas) => canvas.width / canvas.getBoundingClientRect().width);
  await expect.poll(ratio).toBeCloseTo(2, 1);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(ratio).toBeCloseTo(2, 1);
  const picture = () => page.locator("#chart-tpot canvas").evaluate((canvas) => canvas.toDataURL());
  const light = await picture();
  await page.locator("#theme").click();
  await expect.poll(picture).not.toBe(light);
  await context.close();
});
