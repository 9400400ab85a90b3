// Every page of the site: there, readable without the program, alive with it, and open to everybody.
import { expect, expectAccessible, open, test } from "./health.mjs";

const PAGES = ["", "gist/", "maps/", "qa/", "sandbox/fleet/", "sandbox/tokens/", "sandbox/ttft/", "sandbox/streams/", "sandbox/compare/"];
const WIDTHS = [390, 1360];

for (const path of PAGES) {
  test.describe(`/${path}`, () => {
    test("has its heading, its title and a way to every other page", async ({ page }) => {
      await open(page, path);
      await expect(page.locator("h1")).toHaveCount(1);
      await expect(page.locator("h1")).toBeVisible();
      await expect(page).toHaveTitle(/Headroom/);
      await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", /\w{3}/);
      await expect(page.locator("html")).toHaveAttribute("lang", "en-GB");
      await expect(page.locator("header nav a")).not.toHaveCount(0);
    });

    test("leads nowhere that is not there", async ({ page, request }) => {
      await open(page, path);
      const links = await page.locator("a[href]").evaluateAll((all) =>
        // Of a drawing too, whose links hold no address of their own.
        all.map((link) => new URL(link.getAttribute("href"), document.baseURI).href),
      );
      const own = new Set(links.filter((href) => href.startsWith("http:")).map((href) => href.split("#")[0]));
      for (const href of own) {
        const answer = await request.get(href, { maxRedirects: 0 });
        expect(answer.status(), href).toBe(200);
      }
    });

    for (const width of WIDTHS) {
      test(`is accessible and fits at ${width} px in both themes`, async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        await open(page, path);
        await expectAccessible(page);
        const spill = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(spill, "pixels beyond the right edge").toBeLessThanOrEqual(0);
      });
    }

    test("is readable where the program cannot run", async ({ browser, baseURL }) => {
      const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(`./${path}`);
      await expect(page.locator("h1")).toBeVisible();
      await expect(page.locator("main")).toContainText(/\w{3}/);
      await context.close();
    });

    test("says so where the program does not arrive", async ({ page, health }) => {
      health.expects(/The program did not start|ERR_FAILED/);
      await page.route("**/*.wasm", (route) => route.abort());
      await page.goto(`./${path}`);
      await expect(page.locator("html")).toHaveClass(/no-program/);
      await expect(page.locator("h1")).toBeVisible();
    });
  });
}

test("an address that does not exist gets a page that says so, at any depth", async ({ page, health }) => {
  health.expects(/404/);
  for (const path of ["nothing", "nothing/at/all/", "sandbox/"]) {
    const answer = await page.goto(`./${path}`);
    expect(answer.status(), path).toBe(404);
    await expect(page.locator("h1")).toBeVisible();
    await expect(page.locator("script, link[rel=stylesheet]")).toHaveCount(0);
  }
});
