// The calculators in other states than the one they open in: everything unfolded, an entry that cannot be used, no fleet.
import { expect, expectAccessible, open, test, type } from "./health.mjs";

const FOLDED = ["All figures and their formulas", "What the fields mean", "This calculation as a command", "More assumptions"];

const STATES = {
  "with everything unfolded": ["", async (page) => {
    for (const words of FOLDED) await page.getByText(words, { exact: true }).click();
    await page.getByText("Show as a table").first().click();
    await page.locator(".tile summary").first().click();
    await expect(page.locator(".trace dl")).toBeVisible();
  }],
  "with an entry that cannot be used": ["v=1&colour=red", async (page) => {
    await type(page.getByLabel("Arrival rate"), "4x");
    await expect(page.locator(".results")).toHaveClass(/stale/);
  }],
  "with a model that does not fit": ["v=1&weights=bf16&tp=1", async () => {}],
  "with warnings and a read-out": ["v=1&rate=50&batch=640&mfu=0.9", async (page) => {
    await page.locator(".probe").first().focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.locator(".read-out")).toBeVisible();
  }],
};

for (const path of ["sandbox/fleet/", "sandbox/tokens/", "sandbox/ttft/"]) {
  for (const width of [320, 1360]) {
    for (const [state, [plan, act]] of Object.entries(STATES)) {
      test(`/${path} ${state} is accessible and fits at ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        await open(page, path, plan);
        await act(page);
        await expectAccessible(page);
        const spill = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(spill, "pixels beyond the right edge").toBeLessThanOrEqual(0);
      });
    }
  }
}
