// WebAssembly missing or refused: the page says so, and reads whole, with its tables and figures.
import { expect, expectAccessible, test } from "./health.mjs";

// The lesson is long, and read by the accessibility checker twice.
test.slow();

const PAGES = {
  "gist/": { words: "The text, its tables and its figures are all here", table: "main table" },
  "qa/": { words: "The text, its tables and its figures are all here", table: ".question" },
  "maps/": { words: "The text, its tables and its figures are all here", table: "main li" },
  "sandbox/fleet/": { words: "This is the worked example", table: ".tile" },
  "sandbox/tokens/": { words: "This is the worked example", table: "main table" },
  "sandbox/ttft/": { words: "This is the worked example", table: ".tile" },
  "sandbox/compare/": { words: "This is the worked example", table: "main" },
  "sandbox/streams/": { words: "no streams can be drawn", table: "main" },
  "sandbox/evidence/": { words: "Without it no file can be read", table: "main" },
};

const WAYS = {
  missing: (page) => page.addInitScript(() => delete globalThis.WebAssembly),
  "refused by a policy": (page) =>
    page.route(/\/(\?.*)?$/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(" 'wasm-unsafe-eval'", "");
      const headers = { ...answer.headers(), "content-security-policy": "" };
      await route.fulfill({ response: answer, headers, body });
    }),
};

for (const [way, bring] of Object.entries(WAYS)) {
  for (const [path, { words, table }] of Object.entries(PAGES)) {
    for (const plan of ["", "#v=1&rate=99"]) {
      test(`/${path}${plan} with WebAssembly ${way}`, async ({ page, health }) => {
        health.expects(/The program did not start|wasm|WebAssembly/);
        await bring(page);
        await page.goto(`./${path}${plan}`);
        await expect(page.locator("html")).toHaveClass(/no-program/);
        await expect(page.getByText(words)).toBeVisible();
        await expect(page.locator(table).first()).toBeVisible();
        for (const text of await page.locator(".served").all()) await expect(text).toBeVisible();
        for (const picture of await page.locator("img.picture").all()) {
          await picture.scrollIntoViewIfNeeded();
          await expect.poll(() => picture.evaluate((image) => image.naturalWidth)).toBeGreaterThan(0);
          await expect(picture).toBeVisible();
        }
        if (path === "gist/") await expect(page.locator("figure[data-chart] svg").first()).toBeVisible();
        if (path.startsWith("sandbox/") && !/streams|compare|evidence/.test(path)) {
          expect(await page.locator("img.picture").count()).toBeGreaterThan(0);
        }
        await expectAccessible(page);
      });
    }
  }
}

for (const path of Object.keys(PAGES)) {
  test(`/${path} says nothing of that while its program runs`, async ({ page }) => {
    await page.goto(`./${path}`);
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
    await expect(page.locator("html")).not.toHaveClass(/no-program/);
    await expect(page.locator(".without-program").filter({ visible: true })).toHaveCount(0);
  });
}
