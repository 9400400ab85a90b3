// Sites made by mdBook, MkDocs and Docusaurus, built by these tools themselves from tests/hosts, with an embed in each.
// `cargo xtask test --hosts` builds them and names their folder in HOSTS.
import { test as base } from "./health.mjs";
import { calculator, embedFigures, expect, sandboxFigures } from "./hosts.mjs";
import { StaticHost } from "./static.mjs";
import path from "node:path";

const PLAN = "v=1&rate=40&cached=0.6&replicas=4";
// What the built pages hold in place of addresses that are known only now.
const SITE = "https://headroom.example/";
const ITSELF = "https://headroom-host.example/";

const PAGES = { mdbook: "gateway.html", mkdocs: "", docusaurus: "" };

const test = base.extend({
  tool: ["", { option: true }],
  host: async ({ tool, health }, use) => {
    const host = await new StaticHost(path.join(process.env.HOSTS, tool, "site")).start();
    const address = (text) => text?.replaceAll(SITE, process.env.BASE_URL).replaceAll(ITSELF, host.address);
    host.change = (_, answer) => ({ ...answer, text: address(answer.text) });
    // The page that holds the embed is on another address than the site: that alone is no fault here.
    health.expects(new RegExp(`^a request to another host: ${host.address}`));
    await use(host);
    await host.stop();
  },
});

for (const [tool, place] of Object.entries(PAGES)) {
  test.describe(tool, () => {
    test.use({ tool });

    test("the element and the frame show the sandbox's own digits", async ({ page, context, host }) => {
      await page.goto(host.address + place);
      const wanted = await sandboxFigures(context, "ttft", PLAN);
      await page.locator("#embed").scrollIntoViewIfNeeded();
      const element = calculator(page);
      expect(await embedFigures(element)).toEqual(wanted);
      await page.locator("#frame").scrollIntoViewIfNeeded();
      expect(await embedFigures(page.frameLocator("#frame"))).toEqual(wanted);
      // As high as what it holds, and it stays so.
      const height = () => page.locator("#embed iframe").evaluate((frame) => frame.clientHeight);
      const content = () => element.locator("#app").evaluate((main) => Math.ceil(main.getBoundingClientRect().height));
      await expect.poll(async () => (await height()) - (await content())).toBe(0);
      const settled = await height();
      await page.waitForTimeout(500);
      expect(await height()).toBe(settled);
      await page.screenshot({ path: `test-results/host-${tool}.png`, fullPage: true });
    });

    test("the figures in the element show with scripts off", async ({ browser, host }) => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(host.address + place);
      await expect(page.locator("#embed")).toContainText("TTFT p95 is 38 ms");
      await expect(page.locator("#embed a")).toBeVisible();
      await context.close();
    });
  });
}

test.describe("a page swapped for another without a reload", () => {
  test.use({ tool: "mkdocs" });

  test("the calculator goes with its page and comes back with it", async ({ page, host }) => {
    await page.goto(host.address);
    await embedFigures(calculator(page));
    await page.evaluate(() => { window.sameDocument = true; });
    await page.getByRole("link", { name: "On call" }).first().click();
    await expect(page.locator("h1")).toHaveText(/On call/);
    await expect(page.locator("iframe")).toHaveCount(0);
    await page.getByRole("link", { name: "Back to the gateway" }).click();
    await embedFigures(calculator(page));
    expect(await page.evaluate(() => window.sameDocument), "the page was swapped, not loaded").toBe(true);
  });
});
