// Without a network, and from one version to the next.
import { StaticHost } from "./static.mjs";
import { expect, expectAccessible, open, test as base, type } from "./health.mjs";

const PLAN = "v=1&rate=50&in=3k";
const PAGES = ["", "gist/", "maps/", "qa/", "sandbox/fleet/", "sandbox/tokens/", "sandbox/ttft/", "sandbox/streams/", "sandbox/compare/"];
const LONG = { timeout: 30_000 };
const NEXT = "feedfacefeedface";

const test = base.extend({
  prefix: ["", { option: true }],
  host: async ({ prefix }, use) => {
    const host = await new StaticHost(process.env.DIST, prefix).start();
    await use(host);
    await host.stop();
  },
  // The watch over the page's health then asks that nothing but this host is spoken to.
  baseURL: async ({ host }, use) => use(host.address),
});

test.use({ serviceWorkers: "allow" });
// The whole site is fetched in each.
test.slow();

/** Opens a page and waits until the whole site is kept. */
async function visit(page, path = "sandbox/fleet/", plan = PLAN) {
  await open(page, path, plan);
  await page.waitForFunction(() => navigator.serviceWorker.controller, undefined, LONG);
}

const version = (page) => page.evaluate(() => document.documentElement.dataset.version);
const kept = (page) => page.evaluate(() => caches.keys());
const line = (page) => page.getByRole("status").filter({ hasText: "A newer version is ready." });

/** From now on the host has a newer version: the same files, under another mark. */
async function publish(host, page) {
  const old = await version(page);
  host.change = (_, answer) => ({ ...answer, text: answer.text?.replaceAll(old, NEXT) });
  return old;
}

for (const prefix of ["", "/a/b"]) {
  test.describe(`at ${prefix}/`, () => {
    test.use({ prefix });

    test("the site reloads and can be walked through with the server stopped", async ({ page, host, health }) => {
      health.expects(/ERR_CONNECTION_REFUSED/);
      await visit(page);
      const shown = await page.locator(".tile").first().innerText();
      await host.stop();
      await page.reload();
      await page.locator("html[data-ready]").waitFor({ state: "attached" });
      expect(await page.locator(".tile").first().innerText()).toBe(shown);
      await type(page.getByLabel("Arrival rate"), "100");
      await expect(page.locator(".tile").first()).not.toHaveText(shown);
      for (const path of PAGES) {
        await open(page, path);
        await expect(page.locator("h1")).toBeVisible();
      }
    });

    test("only its own files are kept and answered", async ({ page, host, health }) => {
      health.expects(/404/);
      await open(page);
      await page.evaluate(() => caches.open("of somebody else"));
      await visit(page);
      const places = await page.evaluate(async () => {
        const [name] = (await caches.keys()).filter((name) => name.startsWith("headroom "));
        return (await (await caches.open(name)).keys()).map(({ url }) => url);
      });
      expect(places.length).toBeGreaterThan(PAGES.length);
      for (const place of places) expect(place.startsWith(host.address), place).toBe(true);
      await publish(host, page);
      await page.reload();
      await expect.poll(() => kept(page), LONG).toEqual(["of somebody else", `headroom ${prefix}/ ${NEXT}`]);
      // A query that the site does not know, an address outside of it, one that is not there: none of its business.
      const asked = host.asked.length;
      await page.evaluate(async () => {
        const root = document.documentElement.dataset.root;
        for (const path of ["sw.js?query", "gist/?query", "../outside", "nowhere/"]) await fetch(root + path);
      });
      expect(host.asked.slice(asked).length).toBe(4);
    });
  });
}

test("a newer version is offered, and comes when the reader says so", async ({ page, context, host }) => {
  await visit(page);
  const old = await publish(host, page);
  await page.evaluate(() => { window.sameVisit = true; });
  await type(page.getByLabel("Arrival rate"), "77");
  const other = await context.newPage();
  await open(other, "gist/");
  expect(await version(other), "a new visit has the new version at once").toBe(NEXT);
  await expect(line(page)).toBeVisible(LONG);
  await expect(line(other)).toHaveCount(0);
  expect(await page.evaluate(() => window.sameVisit), "the page is left alone").toBe(true);
  expect(await version(page)).toBe(old);

  await page.getByRole("button", { name: "Reload" }).click();
  await page.waitForFunction((next) => document.documentElement.dataset.version === next, NEXT);
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await expect(page.getByLabel("Arrival rate")).toHaveValue("77");
  await expect.poll(() => kept(page), LONG).toEqual([`headroom / ${NEXT}`]);
  await expect(line(page)).toHaveCount(0);
});

test("the line is accessible and fits, and focus does not hide behind it", async ({ page, context, host }) => {
  await visit(page);
  await publish(host, page);
  await open(await context.newPage(), "gist/");
  await expect(line(page)).toBeVisible(LONG);
  for (const width of [320, 1360]) {
    await page.setViewportSize({ width, height: 700 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const last = page.locator("main a:visible, main button:visible, main summary:visible").last();
    await last.focus();
    const [field, bar] = [await last.boundingBox(), await line(page).boundingBox()];
    expect(field.y + field.height).toBeLessThanOrEqual(bar.y);
  }
});

test("a page that is new already lets its version in without a word", async ({ page, host }) => {
  await visit(page);
  await publish(host, page);
  await page.reload();
  expect(await version(page), "the network comes first").toBe(NEXT);
  await expect.poll(() => kept(page), LONG).toEqual([`headroom / ${NEXT}`]);
  await expect(line(page)).toHaveCount(0);
});

test("a host in the middle of a change spoils nothing", async ({ page, host, health }) => {
  health.expects(/of another version|ERR_CONNECTION_REFUSED/);
  await visit(page);
  const old = await version(page);
  // The worker is the new one already, the pages are not.
  host.change = (place, answer) =>
    place === "sw.js" ? { ...answer, text: answer.text.replaceAll(old, NEXT) } : answer;
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update();
    const next = registration.installing;
    await new Promise((resolve) => next.addEventListener("statechange", resolve));
  });
  await expect.poll(() => kept(page)).toEqual([`headroom / ${old}`]);
  await expect(line(page)).toHaveCount(0);
  await host.stop();
  await page.reload();
  expect(await version(page)).toBe(old);
});

test("a host that fails or takes long is stood in for, and what it said is not kept", async ({ page, host, health }) => {
  health.expects(/50\d|ERR_ABORTED/);
  await visit(page);
  const shown = await page.locator("h1").innerText();
  host.change = (_, answer) => ({ ...answer, status: 503, text: "out of order" });
  await page.reload();
  await expect(page.locator("h1")).toHaveText(shown);
  host.change = (_, answer) => answer;
  host.delay = 10_000;
  const begun = Date.now();
  await page.reload();
  await expect(page.locator("h1")).toHaveText(shown);
  expect(Date.now() - begun).toBeLessThan(8_000);
});

test("a site that cannot be kept whole is not kept, and works", async ({ page, host, health }) => {
  health.expects(/404/);
  host.change = (place, answer) => {
    if (place === "icon-512.png") throw new Error("lost");
    return answer;
  };
  await open(page, "sandbox/fleet/", PLAN);
  await expect.poll(() => host.asked.some((path) => path.endsWith("icon-512.png")), LONG).toBe(true);
  await expect.poll(() => kept(page)).toEqual([]);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});

test("nothing is kept before the program runs", async ({ page, host }) => {
  await visit(page);
  const place = (part) => host.asked.findIndex((path) => path.includes(part));
  expect(place("sw.js")).toBeGreaterThan(place("_bg.wasm"));
});

test.describe("where service workers are missing or refused", () => {
  test("the page works without a word", async ({ page, host }) => {
    await page.addInitScript(() => delete Navigator.prototype.serviceWorker);
    await open(page, "sandbox/fleet/", PLAN);
    await expect.poll(() => host.asked.some((path) => path.includes("offline.js"))).toBe(true);
    await expect(page.locator(".tile").first()).toBeVisible();
    expect(host.asked.some((path) => path.includes("sw.js"))).toBe(false);
  });

  test("neither in a frame of another page", async ({ page, host }) => {
    await page.route("**/framed", (route) =>
      route.fulfill({ contentType: "text/html", body: `<iframe src="./sandbox/fleet/" title="framed"></iframe>` }),
    );
    await page.goto("./framed");
    await page.frameLocator("iframe").locator(".tile").first().waitFor();
    await expect.poll(() => host.asked.some((path) => path.includes("offline.js"))).toBe(true);
    await page.waitForTimeout(1500);
    expect(host.asked.some((path) => path.includes("sw.js"))).toBe(false);
  });
});

test("the site can be installed: its manifest and its icons are what they say", async ({ page, host }) => {
  await open(page);
  const address = await page.locator('link[rel="manifest"]').evaluate((link) => link.href);
  const manifest = await (await page.request.get(address)).json();
  expect(new URL(manifest.start_url, address).href).toBe(host.address);
  expect(new URL(manifest.scope, address).href).toBe(host.address);
  for (const { src, sizes, type } of manifest.icons) {
    const answer = await page.request.get(new URL(src, address).href);
    expect(answer.headers()["content-type"]).toBe(type);
    const size = await page.evaluate(async (src) => {
      const picture = new Image();
      picture.src = src;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    }, new URL(src, address).href);
    if (sizes !== "any") expect(size).toBe(sizes);
  }
});
