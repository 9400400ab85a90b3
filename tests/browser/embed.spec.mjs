// The calculators in other people's pages: those of tests/hosts, on an origin of their own.
import { calculator, embedFigures, expect, figures, listen, sandboxFigures, test } from "./hosts.mjs";
import { expectAccessible, type } from "./health.mjs";

const CACHED = "v=1&rate=40&cached=0.6&replicas=4";
const BUSY = "v=1&rate=40&replicas=4";

/** Messages that the tests forge are theirs; what the frame says is waited for. */
const height = (page, id = "embed") => page.locator(`#${id} iframe`).evaluate((frame) => frame.clientHeight);
const contentHeight = (frame) => frame.locator("#app").evaluate((main) => Math.ceil(main.getBoundingClientRect().height));

test.beforeEach(async ({ page }) => page.addInitScript(listen));

test.describe("the digits are the sandbox's own", () => {
  const cases = [
    ["plain", "embed", "ttft", CACHED],
    ["hostile", "embed", "ttft", BUSY],
    ["strict", "embed", "ttft", BUSY],
    ["two", "embed", "ttft", BUSY],
    ["two", "other", "fleet", "v=1&rate=50"],
  ];
  for (const [host, id, path, plan] of cases) {
    test(`${host}.html: ${path}`, async ({ page, context, visit }) => {
      await visit(host);
      const frame = calculator(page, id);
      expect(await embedFigures(frame)).toEqual(await sandboxFigures(context, path, plan));
      // The frame is as high as what it holds, to the pixel, and stays so.
      await expect.poll(() => height(page, id)).toBe(await contentHeight(frame));
      await page.waitForTimeout(300);
      const told = await page.evaluate(() => window.heard.filter(({ type }) => type === "height").length);
      expect(told, "messages on the height").toBeLessThanOrEqual(2 * (await page.locator("headroom-ttft, headroom-fleet").count()));
      expect(await height(page, id)).toBe(await contentHeight(frame));
    });
  }

  for (const [host, path, plan] of [
    ["sandboxed", "ttft", CACHED],
    ["frame", "fleet", "v=1&rate=50"],
  ]) {
    test(`${host}.html: a frame without the script`, async ({ page, context, visit }) => {
      await visit(host);
      const frame = page.frameLocator("#embed");
      expect(await embedFigures(frame)).toEqual(await sandboxFigures(context, path, plan));
      const kinds = await page.evaluate(() => window.heard.map(({ type }) => type));
      expect(kinds).toContain("height");
      expect(kinds).toContain("change");
      // Its height is fixed, so it scrolls inside.
      expect(await page.locator("#embed").evaluate((it) => it.clientHeight)).toBeLessThan(await contentHeight(frame));
      expect(await frame.locator("html").evaluate((html) => html.scrollHeight > html.clientHeight)).toBe(true);
    });
  }

  test("page-in-sandbox.html: an element in a page without an origin", async ({ page, context, visit }) => {
    await visit("page-in-sandbox");
    const frame = page.frameLocator("iframe").locator("#embed iframe.here").contentFrame();
    expect(await embedFigures(frame)).toEqual(await sandboxFigures(context, "ttft", CACHED));
  });
});

test.describe("before it is wanted", () => {
  test("what stands inside the element is all there is without scripts", async ({ browser, hosts }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${hosts}plain.html`);
    await expect(page.locator("#embed")).toContainText("TTFT p95 is 38 ms");
    await expect(page.locator("#embed a")).toHaveAttribute("href", `${process.env.BASE_URL}sandbox/ttft/#${CACHED}`);
    await context.close();
  });

  test("no frame and no program is fetched before the press of a button", async ({ page, visit }) => {
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await visit("click");
    await expect(page.locator("#embed p").first()).toBeVisible();
    await page.waitForTimeout(300);
    expect(asked.filter((url) => url.startsWith(process.env.BASE_URL))).toEqual([`${process.env.BASE_URL}embed.js`]);
    await page.getByRole("button", { name: "Show the calculator" }).press("Enter");
    await expect(figures(calculator(page)).first()).toHaveText(/\d/);
    await expect(page.locator("#embed > p")).toBeHidden();
    // The button went, and who pressed it is where it led.
    expect(await page.evaluate(() => document.activeElement.id)).toBe("embed");
    expect(asked.some((url) => url.endsWith(".wasm"))).toBe(true);
  });

  test("nothing is fetched far from the window", async ({ page, visit }) => {
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.addInitScript(() => {
      document.addEventListener("DOMContentLoaded", () => {
        const before = document.createElement("div");
        before.style.height = "4000px";
        document.body.prepend(before);
      });
    });
    await visit("plain");
    await page.waitForTimeout(400);
    expect(asked.filter((url) => url.includes("/embed/"))).toEqual([]);
    await page.locator("#after").scrollIntoViewIfNeeded();
    await expect(figures(calculator(page)).first()).toHaveText("38 ms");
  });
});

test.describe("what the host does", () => {
  test("attributes that change are a new plan in the same frame", async ({ page, visit }) => {
    await visit("plain");
    const frame = calculator(page);
    await expect(figures(frame).first()).toHaveText("38 ms");
    await frame.locator("html").evaluate(() => (window.same = true));
    await page.locator("#embed").evaluate((element) => {
      element.removeAttribute("cached");
      element.setAttribute("rate", "46");
    });
    await expect(figures(frame).first()).toHaveText("unbounded");
    await expect(frame.getByLabel("Arrival rate")).toHaveValue("46");
    expect(await frame.locator("html").evaluate(() => window.same)).toBe(true);
    await expect(frame.locator(".open")).toHaveAttribute("href", /sandbox\/ttft\/#v=1&rate=46&replicas=4$/);
  });

  test("a change is told with its link and figures", async ({ page, visit }) => {
    await visit("plain");
    const frame = calculator(page);
    await type(frame.getByLabel("Prefix-cache hit"), "0");
    await expect.poll(() => page.evaluate(() => window.changes.at(-1)?.link)).toBe(`${process.env.BASE_URL}sandbox/ttft/#${BUSY}`);
    const { id, figures: told } = await page.evaluate(() => window.changes.at(-1));
    expect(id).toBe("embed");
    expect(told.map(({ name, text }) => [name, text])).toEqual([
      ["ttft_p95_s", "607 ms"],
      ["ttft_p50_s", "167 ms"],
      ["ttft_p99_s", "915 ms"],
      ["lanes_busy", "88%"],
    ]);
    expect(told[0].label).toBe("TTFT p95");
    expect(told[0].value).toBeCloseTo(0.607, 3);
  });

  test("the theme follows the attribute, and the card is on nothing", async ({ page, visit }) => {
    await visit("plain");
    const frame = calculator(page);
    const card = frame.locator(".widget");
    await expect(card).toHaveCSS("background-color", "rgb(251, 250, 247)");
    await page.locator("#embed").evaluate((element) => element.setAttribute("theme", "dark"));
    await expect(card).toHaveCSS("background-color", "rgb(21, 24, 29)");
    await page.locator("#embed").evaluate((element) => element.setAttribute("theme", "no such"));
    await expect(card).toHaveCSS("background-color", "rgb(251, 250, 247)");
  });

  test("a fixed height stays, and going back to none follows again", async ({ page, visit }) => {
    await visit("plain");
    const frame = calculator(page);
    await expect(figures(frame).first()).toHaveText("38 ms");
    await page.locator("#embed").evaluate((element) => element.setAttribute("height", "240"));
    await expect.poll(() => height(page)).toBe(240);
    await type(frame.getByLabel("Arrival rate"), "4x");
    await page.waitForTimeout(300);
    expect(await height(page)).toBe(240);
    await page.locator("#embed").evaluate((element) => element.removeAttribute("height"));
    await expect.poll(() => height(page)).toBe(await contentHeight(frame));
  });

  test("an attribute that cannot be read shows what stands inside, and says which and why", async ({ page, visit }) => {
    await visit("plain");
    await expect(figures(calculator(page)).first()).toHaveText("38 ms");
    await page.locator("#embed").evaluate((element) => element.setAttribute("prompt", "a few"));
    await expect(page.locator("#embed > p")).toBeVisible();
    await expect(page.locator("#embed iframe.here")).toHaveCount(0);
    const note = page.locator("#embed div > p");
    await expect(note).toContainText("prompt=a few: “a few” is not a number");
    await expect(note).toContainText("2,000 tokens");
    await page.locator("#embed").evaluate((element) => element.setAttribute("prompt", "3k"));
    await expect(calculator(page).getByLabel("Prompt", { exact: true })).toHaveValue("3,000");
    await expect(page.locator("#embed > p")).toBeHidden();
  });

  test("it may be moved, taken out, put back and swapped with its page", async ({ page, visit }) => {
    await visit("plain");
    await type(calculator(page).getByLabel("Arrival rate"), "46");
    await expect.poll(() => page.evaluate(() => window.changes.at(-1)?.link)).toContain("rate=46");
    await page.evaluate(() => document.body.append(document.createElement("aside")));
    await page.locator("#embed").evaluate((element) => document.querySelector("aside").append(element));
    // What the reader made of it went along.
    await expect(figures(calculator(page)).first()).toHaveText("45 ms");
    await page.evaluate(() => {
      window.kept = document.querySelector("#embed");
      window.kept.remove();
    });
    expect(page.frames()).toHaveLength(1);
    // As frameworks swap pages: the body is another, from text or from a copy.
    await page.evaluate(() => {
      const swapped = document.createElement("body");
      swapped.innerHTML = "<headroom-ttft id='embed' rate='40' replicas='4'><p>607 ms</p></headroom-ttft>";
      document.body.replaceWith(swapped);
    });
    await expect(figures(calculator(page)).first()).toHaveText("607 ms");
    await page.evaluate(() => document.querySelector("#embed").replaceWith(document.querySelector("#embed").cloneNode(true)));
    await expect(figures(calculator(page)).first()).toHaveText("607 ms");
    expect(page.frames()).toHaveLength(2);
  });

  test("the script may be loaded again", async ({ page, visit }) => {
    await visit("plain");
    await expect(figures(calculator(page)).first()).toHaveText("38 ms");
    await page.addScriptTag({ url: `${process.env.BASE_URL}embed.js?again` });
    await page.addScriptTag({ url: `${process.env.BASE_URL}embed.js?module`, type: "module" });
    await page.locator("#embed").evaluate((element) => element.setAttribute("rate", "46"));
    await expect(figures(calculator(page)).first()).toHaveText("45 ms");
    expect(page.frames()).toHaveLength(2);
  });

  for (const colorScheme of ["light", "dark"]) {
    test(`with the system in ${colorScheme}, the ground of the page shows round the card in every theme`, async ({ page, visit }) => {
      await page.emulateMedia({ colorScheme });
      await visit("frame");
      await embedFigures(page.frameLocator("#embed"));
      expect(await corner(page), "a frame").toEqual([255, 217, 232]);
      await visit("plain");
      await embedFigures(calculator(page));
      for (const theme of ["auto", "light", "dark"]) {
        await page.locator("#embed").evaluate((element, theme) => element.setAttribute("theme", theme), theme);
        const dark = (theme === "auto" ? colorScheme : theme) === "dark";
        await expect(calculator(page).locator(".widget")).toHaveCSS("color-scheme", dark ? "dark" : "light");
        expect(await corner(page), theme).toEqual([255, 255, 255]);
      }
    });
  }
});

/** The pixel at the corner of the calculator, outside its card's. */
async function corner(page) {
  const { x, y } = await page.locator("#embed").boundingBox();
  const picture = await page.screenshot({ clip: { x: Math.ceil(x), y: Math.ceil(y), width: 2, height: 2 } });
  const address = `data:image/png;base64,${picture.toString("base64")}`;
  return page.evaluate(async (address) => {
    const image = Object.assign(new Image(), { src: address });
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
    canvas.getContext("2d").drawImage(image, 0, 0);
    return [...canvas.getContext("2d").getImageData(0, 0, 1, 1).data].slice(0, 3);
  }, address);
}

test.describe("messages that are not for it", () => {
  test("of a wrong window, of a wrong shape: nothing changes", async ({ page, visit }) => {
    await visit("plain");
    const frame = calculator(page);
    await expect(figures(frame).first()).toHaveText("38 ms");
    const before = await height(page);
    const changes = await page.evaluate(() => window.changes.length);
    // The right words from the page itself.
    await page.evaluate((site) => {
      postMessage({ headroom: 1, type: "height", height: 900 }, "*");
      postMessage({ headroom: 1, type: "change", link: `${site}sandbox/ttft/#v=1`, figures: [], notes: [] }, "*");
    }, process.env.BASE_URL);
    // Wrong words from the right window.
    await frame.locator("html").evaluate((_, site) => {
      const says = (message) => parent.postMessage(message, "*");
      for (const height of [49, 5001, NaN, Infinity, -1, "900", null, [900], {}]) says({ headroom: 1, type: "height", height });
      for (const version of [0, 2, "1", undefined]) says({ headroom: version, type: "height", height: 900 });
      for (const link of ["javascript:alert(1)", "https://elsewhere.example/#v=1", 1, null]) {
        says({ headroom: 1, type: "change", link, figures: [], notes: [] });
      }
      says({ headroom: 1, type: "change", link: `${site}sandbox/ttft/#v=1`, figures: [], notes: [null] });
      says({ headroom: 1, type: "change", link: `${site}sandbox/ttft/#v=1`, figures: {}, notes: [] });
      for (const message of [null, undefined, "height", 1, [], JSON.stringify({ headroom: 1, type: "height", height: 900 })]) {
        says(message);
      }
    }, process.env.BASE_URL);
    await page.waitForTimeout(200);
    expect(await height(page)).toBe(before);
    expect(await page.evaluate(() => window.changes.length)).toBe(changes);
  });

  test("of a frame that left for another origin: nothing changes", async ({ page, visit, hosts }) => {
    await visit("plain");
    await expect(figures(calculator(page)).first()).toHaveText("38 ms");
    const before = await height(page);
    const [frame] = page.frames().slice(1);
    await frame.goto(`${hosts}frame-that-lies.html`);
    await page.waitForTimeout(200);
    expect(await height(page)).toBe(before);
  });

  test("from others than the parent: the embed goes on", async ({ page, visit }) => {
    await visit("two");
    const one = calculator(page);
    await expect(figures(one).first()).toHaveText("607 ms");
    const plan = { headroom: 1, type: "plan", link: "#v=1&rate=46&replicas=4" };
    await page.evaluate(() => (window.embed = document.querySelector("#embed").shadowRoot.querySelector("iframe").contentWindow));
    // From a frame beside it, and from itself.
    await page.evaluate((plan) => {
      const beside = document.body.appendChild(document.createElement("iframe"));
      beside.contentWindow.Function("embed", "plan", "embed.postMessage(plan, '*')")(window.embed, plan);
    }, plan);
    await one.locator("html").evaluate((_, plan) => postMessage(plan, "*"), plan);
    // From the parent, in shapes that it does not know.
    await page.evaluate(() => {
      const send = (message) => window.embed.postMessage(message, "*");
      for (const message of [null, 1, "plan", [], { headroom: 2, type: "plan", link: "#v=1" }, { headroom: 1, type: "plan" }]) send(message);
      send({ headroom: 1, type: "plan", link: 7 });
      send({ headroom: 1, type: "theme", theme: "red" });
      send({ headroom: 1, type: "reload" });
    });
    await page.waitForTimeout(400);
    await expect(figures(one).first()).toHaveText("607 ms");
    await page.evaluate((plan) => window.embed.postMessage(plan, "*"), plan);
    await expect(figures(one).first()).toHaveText("unbounded");
  });
});

test.describe("where it cannot start", () => {
  test.slow();
  for (const [name, host, prepare] of [
    ["the page allows no frames", "no-frames", async () => {}],
    ["the program does not arrive", "plain", (page) => page.route("**/*.wasm", (route) => route.abort())],
  ]) {
    test(`${name}: what stands inside stays, with a sentence and the link`, async ({ page, visit, health }) => {
      health.expects(/frame-src|default-src|ERR_FAILED|did not start|ERR_BLOCKED/);
      await prepare(page);
      await visit(host);
      await expect(page.locator("#embed > p")).toBeVisible();
      await expect(page.locator("#embed div > p")).toContainText("The calculator did not start here", { timeout: 15_000 });
      await expect(page.locator("#embed > p")).toBeVisible();
      await expect(page.locator("#embed div > p a")).toHaveAttribute("href", /\/sandbox\/ttft\/#v=1&rate=40/);
      expect(page.frames()).toHaveLength(1);
    });
  }

  test("a sandbox whose files are not sent to it shows the figures of the example, a sentence and the link", async ({ page, visit, health }) => {
    health.expects(/CORS policy|ERR_FAILED|Access-Control-Allow-Origin/);
    await page.route(`${process.env.BASE_URL}**`, async (route) => {
      const answer = await route.fetch();
      // Without the line Playwright would put in one that allows everything.
      const headers = { ...answer.headers(), "access-control-allow-origin": "https://elsewhere.example" };
      await route.fulfill({ response: answer, headers });
    });
    await visit("sandboxed");
    const frame = page.frameLocator("#embed");
    await expect(frame.locator(".without-program")).toBeVisible();
    await expect(figures(frame).first()).toBeVisible();
    await expect(frame.locator(".open")).toHaveAttribute("href", `../../sandbox/ttft/#${CACHED}`);
  });

  test("without scripts the frame holds the example and the way to the calculator", async ({ browser, hosts }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${hosts}frame.html`);
    const frame = page.frameLocator("#embed");
    await expect(figures(frame).first()).toHaveText("4 + 1");
    await expect(frame.locator(".without-program")).toBeVisible();
    await context.close();
  });
});

test.describe("a guest in the page", () => {
  test("takes no focus, adds nothing to the history, keeps nothing", async ({ page, visit }) => {
    await page.addInitScript(() => {
      const stores = ["localStorage", "sessionStorage", "indexedDB"];
      for (const name of self === top ? [] : stores) {
        Object.defineProperty(self, name, { get: () => parent.postMessage({ headroom: "touched", name }, "*") });
      }
      if (self !== top) document.addEventListener("focusin", () => parent.postMessage({ headroom: "focused" }, "*"));
    });
    await visit("two");
    const before = await page.evaluate(() => history.length);
    const frame = calculator(page);
    await expect(figures(frame).first()).toHaveText("607 ms");
    await expect(figures(calculator(page, "other")).first()).toHaveText(/\d/);
    await page.locator("#embed").evaluate((element) => element.setAttribute("rate", "20"));
    await expect(frame.getByLabel("Arrival rate")).toHaveValue("20");
    await page.waitForTimeout(1000);
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    expect(await page.evaluate(() => window.heard.filter(({ headroom }) => headroom !== 1))).toEqual([]);
    await type(frame.getByLabel("Arrival rate"), "30");
    await expect.poll(() => page.evaluate(() => window.changes.at(-1)?.link)).toContain("rate=30");
    expect(await page.evaluate(() => history.length)).toBe(before);
    expect(await page.evaluate(() => window.heard.filter(({ headroom }) => headroom === "touched"))).toEqual([]);
    // A reload of the frame shows what stood in it.
    await frame.locator("html").evaluate(() => location.reload()).catch(() => {});
    await expect(frame.getByLabel("Arrival rate")).toHaveValue("30");
  });

  for (const [host, find] of [
    ["plain", (page) => calculator(page)],
    ["sandboxed", (page) => page.frameLocator("#embed")],
  ]) {
    test(`${host}.html: “Open in Headroom” leads to the plan as it stands`, async ({ page, context, visit }) => {
      await visit(host);
      const frame = find(page);
      await frame.locator("html[data-ready]").waitFor({ state: "attached" });
      await type(frame.getByLabel("Arrival rate"), "38");
      await type(frame.getByLabel("Prefix-cache hit"), "0");
      const link = frame.getByRole("link", { name: "Open in Headroom" });
      await expect(link).toHaveAttribute("target", "_blank");
      await expect(link).toHaveAttribute("rel", /noopener/);
      const plan = "v=1&rate=38&replicas=4";
      await expect(link).toHaveAttribute("href", new RegExp(`#${plan}$`));
      expect(await embedFigures(frame)).toEqual(await sandboxFigures(context, "ttft", plan));
      // Where a sandbox opens no window, the link can be had all the same.
      await frame.getByRole("button", { name: "Copy the link" }).click();
      await expect(frame.locator(".copied")).toHaveText(/copied|copy it/);
      const text = await frame.locator(".address").inputValue();
      expect(text).toBe(`${process.env.BASE_URL}sandbox/ttft/#${plan}`);
    });
  }

  test("the link opens the calculator in a page of its own", async ({ page, context, visit }) => {
    await visit("plain");
    const frame = calculator(page);
    await type(frame.getByLabel("Arrival rate"), "46");
    const [opened] = await Promise.all([context.waitForEvent("page"), frame.getByRole("link", { name: "Open in Headroom" }).click()]);
    await opened.locator("html[data-ready]").waitFor({ state: "attached" });
    expect(await opened.locator(".verdict .figure").allTextContents()).toEqual(await figures(frame).allTextContents());
  });

  test("an entry that cannot be used says so; the last figures and the link stay", async ({ page, visit }) => {
    await visit("plain");
    const frame = calculator(page);
    const rate = frame.getByLabel("Arrival rate");
    await type(rate, "4x");
    await expect(rate).toHaveAttribute("aria-invalid", "true");
    await expect(frame.locator("#rate-problem")).toContainText("“x” is not a unit");
    await expect(frame.locator(".answers")).toHaveClass(/stale/);
    await expect(frame.locator(".open")).toHaveAttribute("href", /rate=4&/);
    await rate.press("ControlOrMeta+a");
    await rate.press("Backspace");
    await expect(frame.locator("#rate-echo")).toContainText("20 req/s");
    await rate.press("Tab");
    await expect(rate).toHaveValue("20");
    await rate.press("ArrowUp");
    await expect(rate).toHaveValue("21");
  });

  test("a screen reader hears the result once it rests", async ({ page, visit }) => {
    await visit("plain");
    const frame = calculator(page);
    const spoken = frame.getByRole("status");
    await expect(figures(frame).first()).toHaveText("38 ms");
    await expect(spoken).toHaveText("");
    await type(frame.getByLabel("Prefix-cache hit"), "0");
    await expect(spoken).toHaveText("TTFT p95 607 ms, p50 167 ms. Waiting breaks the target.");
  });

  test("the address of the frame is followed", async ({ page, visit }) => {
    await visit("sandboxed");
    const frame = page.frameLocator("#embed");
    await expect(figures(frame).first()).toHaveText("38 ms");
    await page.locator("#embed").evaluate((element) => (element.src = element.src.replace(/#.*/, "#v=1&rate=46&replicas=4")));
    await expect(figures(frame).first()).toHaveText("unbounded");
  });
});

for (const name of ["ttft", "fleet"]) {
  for (const width of [320, 640]) {
    test(`embed/${name}/ is accessible and fits at ${width} px in both themes`, async ({ page }) => {
      await page.setViewportSize({ width, height: 700 });
      await page.goto(`./embed/${name}/#v=1&rate=40&replicas=4&colour=red`);
      await page.locator("html[data-ready]").waitFor({ state: "attached" });
      await expectAccessible(page);
      await type(page.getByLabel("Arrival rate"), "4x");
      await expectAccessible(page);
      const spill = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(spill, "pixels beyond the right edge").toBeLessThanOrEqual(0);
      const small = await page.locator("a, button, input, select, summary").evaluateAll((all) =>
        all.filter((it) => it.checkVisibility()).map((it) => it.getBoundingClientRect()).filter(({ width, height }) => width < 24 || height < 24),
      );
      expect(small, "targets below 24 px").toEqual([]);
    });
  }
}
