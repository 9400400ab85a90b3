// Scenarios side by side: duplicated, renamed, edited, compared, all in one link; and a link that is opened over the
// reader's own plan.
import { expect, expectAccessible, open, test, type } from "./health.mjs";

const COMPARE = "sandbox/compare/";
const FLEET = "sandbox/fleet/";
const scenario = (page, name) => page.getByRole("group", { name: "Scenarios" }).getByRole("button", { name });
const rate = (page) => page.getByLabel("Arrival rate");
const cached = (page) => page.getByLabel("Prefix-cache hit");
const row = (page, name) => page.locator(".comparison tr", { has: page.getByRole("rowheader", { name, exact: true }) });
const undo = (page) => page.getByRole("button", { name: "Undo", exact: true });

/** The texts of a row, without the sign of what differs. */
const cells = async (page, name) => {
  const texts = await row(page, name).locator("td").allTextContents();
  return texts.map((text) => text.replace(/^≠ differs: /, ""));
};

test("a plan is duplicated, renamed and edited, and one link holds all of it", async ({ page, context }) => {
  await open(page, COMPARE, "v=1");
  await expect(scenario(page, /Baseline/)).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("button", { name: "Remove" })).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "Duplicate" }).click();
  await expect(page.getByLabel("Name")).toBeFocused();
  await page.getByLabel("Name").fill("Half <b>cached</b>");
  await page.keyboard.press("Enter");
  await expect(page.locator(".form h2").first()).toHaveText("Edit “Half <b>cached</b>”");
  await type(cached(page), "50");
  await expect(cached(page)).toHaveAccessibleDescription(/The baseline has 0%/);
  expect(await cells(page, "Prefix-cache hit")).toEqual(["0%", "50%"]);
  expect(await cells(page, "Replicas")).toEqual(["4", "2"]);
  await expect(page).toHaveURL(/#v=1&2\.name=Half%20%3Cb%3Ecached%3C\/b%3E&2\.cached=0\.5$|2\.cached=0\.5/);
  // Each chart shows both, called by their names.
  await page.locator("#chart-compare-ttft").getByText("Show as a table").click();
  await expect(page.locator("#chart-compare-ttft thead")).toContainText("Half <b>cached</b>");

  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.locator("html")).toHaveAttribute("data-ready", "");
  expect(await other.locator(".comparison").innerText()).toBe(
    (await page.locator(".comparison").innerText()).replace(" (edited)", "").replace("Baseline", "Baseline (edited)"),
  );
});

test("what a scenario does not state follows the baseline", async ({ page }) => {
  await open(page, COMPARE, "v=1&2.cached=0.5&3.rate=30");
  await type(rate(page), "30");
  await type(rate(page), "40");
  expect(await cells(page, "Arrival rate")).toEqual(["40 req/s", "40 req/s", "30 req/s"]);
  await scenario(page, /Scenario 3/).click();
  await expect(rate(page)).toHaveValue("30");
  await page.getByRole("button", { name: "reset Arrival rate" }).click();
  await expect(rate(page)).toHaveValue("40");
  await expect(page.getByRole("button", { name: "reset Arrival rate" })).toHaveCount(0);
});

test("results turn into differences from the baseline, and back", async ({ page }) => {
  await open(page, COMPARE, "v=1&2.cached=0.5");
  const replicas = await cells(page, "Replicas");
  await page.getByLabel(/differences from the baseline/).check();
  const differences = await cells(page, "Replicas");
  expect(differences[0]).toBe(replicas[0]);
  expect(differences[1]).toMatch(/^−2/);
  await expect(row(page, "Prefix-cache hit").locator("td").nth(1)).toHaveText(/50%/);
  await page.getByLabel(/differences from the baseline/).uncheck();
  expect(await cells(page, "Replicas")).toEqual(replicas);
});

test("there is room for four, one is always left, and each step is undone", async ({ page }) => {
  await open(page, COMPARE, "v=1");
  const duplicate = page.getByRole("button", { name: "Duplicate" });
  for (let count = 1; count < 4; count += 1) await duplicate.click();
  await expect(duplicate).toHaveAttribute("aria-disabled", "true");
  await duplicate.press("Enter");
  await expect(page.locator(".scenario:visible")).toHaveCount(4);
  for (let count = 0; count < 5; count += 1) await page.getByRole("button", { name: "Remove" }).press("Enter");
  await expect(page.locator(".scenario:visible")).toHaveCount(1);
  // Those that could do nothing are no steps.
  for (let count = 0; count < 3; count += 1) await undo(page).click();
  await expect(page.locator(".scenario:visible")).toHaveCount(4);
});

test("an entry that cannot be used stays with its scenario", async ({ page }) => {
  await open(page, COMPARE, "v=1&rate=30&2.cached=0.5");
  await type(rate(page), "x");
  await expect(page.locator(".results")).toHaveClass(/stale/);
  // Those that follow the baseline wait with it.
  expect(await cells(page, "Arrival rate")).toEqual(["30 req/s", "30 req/s"]);
  await scenario(page, /Scenario 2/).click();
  await expect(page.locator(".results")).not.toHaveClass(/stale/);
  expect(await cells(page, "Arrival rate")).toEqual(["30 req/s", "30 req/s"]);
});

test("a page of one plan keeps the others for the way back", async ({ page }) => {
  await open(page, FLEET, "v=1&2.cached=0.5&2.name=Half");
  await expect(page.locator(".results > .say", { hasText: "About" }).or(page.getByLabel("About this link"))).toContainText("2 scenarios");
  await type(rate(page), "40");
  await expect(page).toHaveURL(/rate=40.*2\.cached=0\.5/);
  await page.getByRole("navigation", { name: "Calculators" }).getByRole("link", { name: "Compare" }).click();
  await expect(scenario(page, /Half/)).toBeVisible();
  expect(await cells(page, "Arrival rate")).toEqual(["40 req/s", "40 req/s"]);
});

for (const width of [320, 390, 1360]) {
  test(`four scenarios are accessible and fit at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page, COMPARE, "v=1&name=Today&2.cached=0.5&3.gpu=h200&3.name=A%20name%20of%20no%20small%20length%2C%20as%20people%20write%20them&4.rate=80");
    await expectAccessible(page);
    const spill = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(spill, "pixels beyond the right edge").toBeLessThanOrEqual(0);
  });
}

test("scenarios are compared by keyboard alone", async ({ page }) => {
  await open(page, COMPARE, "v=1");
  await page.locator("#scenario-1").focus();
  const duplicate = page.getByRole("button", { name: "Duplicate" });
  for (let count = 0; count < 5 && !(await duplicate.evaluate((it) => it === document.activeElement)); count += 1) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Twice the load");
  await page.keyboard.press("Enter");
  await page.locator("#rate").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("40");
  await expect(scenario(page, /Twice the load/)).toHaveAttribute("aria-pressed", "true");
  expect(await cells(page, "Arrival rate")).toEqual(["20 req/s", "40 req/s"]);
});

test.describe("a link over the reader's own plan", () => {
  const offer = (page) => page.locator(".results > .say").first();
  const own = async (page) => {
    await open(page, FLEET);
    await type(rate(page), "33");
    await expect(page).toHaveURL(/rate=33/);
  };

  test("opens beside it: mine is kept, whatever is changed here", async ({ page }) => {
    await own(page);
    await page.goto("about:blank");
    await open(page, FLEET, "v=1&rate=40&cached=0.6");
    await expect(rate(page)).toHaveValue("40");
    await expect(offer(page)).toContainText("Your own is kept");
    await type(rate(page), "50");
    await expect(page).toHaveURL(/rate=50/);
    await page.reload();
    await expect(offer(page)).toContainText("Your own is kept");
    await page.getByRole("button", { name: "Keep mine" }).click();
    await expect(rate(page)).toHaveValue("33");
    await expect(page).toHaveURL(/#v=1&rate=33$/);
    await expect(offer(page)).toBeEmpty();
  });

  test("is taken, and the way to the former plan stays", async ({ page }) => {
    await own(page);
    await open(page, FLEET, "v=1&rate=40&cached=0.6");
    await page.getByRole("button", { name: "Take this" }).click();
    await expect(offer(page)).toContainText("This is your plan now");
    await page.getByRole("button", { name: "Return to your former one" }).click();
    await expect(rate(page)).toHaveValue("33");
    await page.goto("about:blank");
    await open(page, FLEET);
    await page.getByRole("button", { name: "Open it" }).click();
    await expect(rate(page)).toHaveValue("40");
  });

  test("both are compared", async ({ page }) => {
    await own(page);
    await open(page, FLEET, "v=1&rate=40&cached=0.6");
    await page.getByRole("button", { name: "Compare the two" }).click();
    await expect(scenario(page, /Mine/)).toBeVisible();
    expect(await cells(page, "Arrival rate")).toEqual(["40 req/s", "33 req/s"]);
    await expect(page).toHaveURL(/compare\/#v=1&rate=40&cached=0\.6&2\.name=Mine/);
  });

  test("a plan of one's own that is opened again asks nothing", async ({ page }) => {
    await own(page);
    await page.reload();
    await expect(offer(page)).toBeEmpty();
    await page.getByRole("link", { name: "Tokens per second" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-ready", "");
    await expect(offer(page)).toBeEmpty();
  });
});
