// The page of the time to first token.
import { expect, open, test, type } from "./health.mjs";

const TTFT = "sandbox/ttft/";
const figures = (page) => page.locator(".verdict .figure");

test("40 requests a second on four replicas, and with 60% cached", async ({ page }) => {
  await open(page, TTFT, "v=1&rate=40&replicas=4");
  await expect(figures(page)).toHaveText(["607 ms", "167 ms", "915 ms", "88%"]);
  await expect(page.locator(".results")).toContainText("Waiting breaks the target.");
  await type(page.getByLabel("Prefix-cache hit"), "60");
  await expect(figures(page).first()).toHaveText("38 ms");
  await expect(page).toHaveURL(/#v=1&rate=40&cached=0\.6&replicas=4$/);
});

test("the link with 60% cached", async ({ page }) => {
  await open(page, TTFT, "v=1&rate=40&replicas=4&cached=0.6");
  await expect(figures(page).first()).toHaveText("38 ms");
});

test("beyond the lanes the answer is unbounded, not a number", async ({ page }) => {
  await open(page, TTFT, "v=1&rate=46&replicas=4");
  await expect(figures(page)).toHaveText(["unbounded", "unbounded", "unbounded", "102%"]);
  await expect(page.locator(".reason")).toContainText("Unbounded.");
});

test("the variant stands beside the plan", async ({ page }) => {
  await open(page, TTFT, "v=1&rate=40&replicas=4");
  const table = page.locator(".results > .live table");
  await expect(table).toContainText("607 ms, over target");
  await expect(table).toContainText("38 ms");
  await expect(page.locator("#chart-ttft")).toContainText("p95 passes its target at");
});

const calculators = (page, name) =>
  page.getByRole("navigation", { name: "Calculators" }).getByRole("link", { name }).click();

test("its own example stays its own until it is edited", async ({ page }) => {
  await open(page, TTFT);
  await expect(page.getByLabel("Arrival rate")).toHaveValue("40");
  await calculators(page, "Fleet");
  await page.locator("html[data-page=fleet][data-ready]").waitFor({ state: "attached" });
  await expect(page).toHaveURL(/fleet\/$/);
  await expect(page.getByLabel("Arrival rate")).toHaveValue("20");
  await calculators(page, "Time to first token");
  await page.locator("html[data-page=ttft][data-ready]").waitFor({ state: "attached" });
  await type(page.getByLabel("Prompt", { exact: true }), "1500");
  // The address now says everything that is on screen, the example's part too.
  await expect(page).toHaveURL(/#v=1&rate=40&in=1500&replicas=4$/);
  await calculators(page, "Fleet");
  await page.locator("html[data-page=fleet][data-ready]").waitFor({ state: "attached" });
  await expect(page.getByLabel("Arrival rate")).toHaveValue("40");
  await expect(page.getByLabel("Prompt", { exact: true })).toHaveValue("1,500");
  await expect(figures(page).first()).toHaveText("4 + 1");
});

test("an example opens in place", async ({ page }) => {
  await open(page, TTFT);
  await page.getByRole("link", { name: "Example B" }).click();
  await expect(page.getByLabel("Arrival rate")).toHaveValue("50");
  await expect(page).toHaveURL(/ttft\/#v=1&model=llama-3\.3-70b/);
  await page.goBack();
  await expect(page.getByLabel("Arrival rate")).toHaveValue("40");
});
