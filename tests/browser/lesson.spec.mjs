// The lesson: read without the program, brought to life by it, changed in place, and carried into the sandbox.
import { expect, expectAccessible, open, test, type } from "./health.mjs";

const GIST = "gist/";
const QA = "qa/";
const PAGES = [GIST, "maps/", QA];

const section = (page, id) => page.locator(`section#${id}`);
const dotted = (page, id, label) => section(page, id).getByRole("textbox", { name: label }).first();
const live = (page, id, get) => section(page, id).locator(`data[data-get="${get}"]`).first();
const changed = (page) => page.locator(".changed");

/** Every live figure of a page by its section and what it is, as it stands there. */
const figures = (page) =>
  page.locator("data[data-get]").evaluateAll((all) =>
    all.map((figure) => [figure.closest("section")?.id, figure.dataset.get, figure.textContent].join(" | ")),
  );

for (const path of PAGES) {
  test(`/${path} reads whole with scripts off, and the program finds the same figures`, async ({ page, browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`./${path}`);
    const headings = await plain.locator("h2").allTextContents();
    expect(headings.length).toBeGreaterThan(3);
    expect((await plain.locator("main").innerText()).split(/\s+/).length).toBeGreaterThan(1000);
    await expect(plain.locator("main :is(input, textarea, select):visible:not([disabled])")).toHaveCount(0);
    const links = await plain.locator("main a[href*='sandbox/']").count();
    expect(links).toBeGreaterThan(2);
    const served = await figures(plain);
    expect(served.length).toBeGreaterThan(10);
    await plain.locator("header nav a", { hasText: "Sandbox" }).click();
    await expect(plain).toHaveURL(/sandbox\/fleet\/$/);
    await context.close();
    await open(page, path);
    expect(await figures(page)).toEqual(served);
  });

  test(`/${path} keeps its text where it was while the program starts`, async ({ page }) => {
    await page.addInitScript(() => {
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shift += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await open(page, path);
    await page.waitForTimeout(500);
    expect(await page.evaluate(() => window.shift)).toBeLessThanOrEqual(0.02);
  });

  test(`/${path} is read before the program comes, and while it never comes`, async ({ page }) => {
    await page.route("**/*.wasm", () => {});
    await page.goto(`./${path}`, { waitUntil: "commit" });
    await expect(page.locator("main h2").first()).toBeVisible();
    await expect(page.locator("main")).toContainText("replica");
    await expect(page.locator("html")).not.toHaveAttribute("data-ready");
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
}

test("a dotted number is typed, stepped and dragged, and what follows from it follows", async ({ page }) => {
  await open(page, GIST);
  const rate = dotted(page, "g-fleet", /Arrival rate/);
  const share = live(page, "g-tokens", "prefill_replica_s_per_s");
  await expect(rate).toHaveValue("20");
  const before = await figures(page);
  await type(rate, "4");
  await expect(changed(page)).toBeVisible();
  const after = await figures(page);
  expect(after).not.toEqual(before);
  // Example B is another plan: nothing in it moves.
  expect(after.filter((text) => text.startsWith("g-tokens"))).toEqual(before.filter((text) => text.startsWith("g-tokens")));
  await expect(share).toHaveText("10.7 replica-s/s");
  await rate.press("ArrowUp");
  await expect(rate).toHaveValue("5");
  await rate.press("Shift+ArrowUp");
  await expect(rate).toHaveValue("15");
  await rate.blur();
  const box = await rate.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 31, box.y + 4, { steps: 8 });
  await page.mouse.up();
  await expect(rate).toHaveValue("20");
  expect(await figures(page)).toEqual(before);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(rate).toHaveValue("15");
  await changed(page).getByRole("button").click();
  await expect(rate).toHaveValue("20");
  await expect(changed(page)).toBeHidden();
  expect(await figures(page)).toEqual(before);
});

test("the way back leads to where the page began, however many changes ago", async ({ page }) => {
  test.setTimeout(60_000);
  await open(page, GIST);
  const before = await figures(page);
  const [rate, prompt] = [dotted(page, "g-fleet", /Arrival rate/), dotted(page, "g-fleet", /Prompt/)];
  // More steps than are kept to be undone.
  for (let step = 0; step < 60; step += 1) {
    await rate.press("ArrowUp");
    await prompt.press("ArrowUp");
  }
  await expect(rate).toHaveValue("80");
  await changed(page).getByRole("button").click();
  expect(await figures(page)).toEqual(before);
  await expect(changed(page)).toBeHidden();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(rate).toHaveValue("80");
});

test("an entry that cannot be used says why and leaves the figures", async ({ page }) => {
  await open(page, GIST);
  const rate = dotted(page, "g-fleet", /Arrival rate/);
  const before = await figures(page);
  for (const wrong of ["-1", "many", "∞", "x5"]) {
    await type(rate, wrong);
    await expect(page.locator("#dotted-problem")).toContainText(/\w{4}/);
    await expect(rate).toHaveAttribute("aria-invalid", "true");
    expect(await figures(page)).toEqual(before);
  }
  await rate.blur();
  await expect(rate).toHaveValue("20");
  await expect(page.locator("#dotted-problem")).toHaveCount(0);
});

test("the changed example opens in the sandbox with the same values and the same digits", async ({ page }) => {
  await open(page, GIST);
  await type(dotted(page, "g-fleet", /Arrival rate/), "33");
  await type(dotted(page, "g-fleet", /Prompt/), "1500");
  const said = await live(page, "g-fleet", "largest_rate to 3").textContent();
  const link = section(page, "g-fleet").locator("a[data-open=fleet]:not([data-of])").first();
  await link.click();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  expect(page.url()).toContain("rate=33&in=1500");
  await expect(page.getByLabel("Arrival rate")).toHaveValue("33");
  await page.getByText("All figures and their formulas").click();
  const value = await page.locator("tr[data-figure=largest_rate] data").getAttribute("value");
  expect(Number(value).toFixed(3)).toBe(parseFloat(said).toFixed(3));
  // And from a tile back to the rule, with the plan.
  await page.locator(".verdict details").first().locator("summary").click();
  await page.getByRole("link", { name: "The rule, in the lesson" }).first().click();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  expect(page.url()).toMatch(/gist\/#v=1&rate=33&in=1500&at=g-/);
});

test("a guess is right, a usual mistake, or no number; the answer opens", async ({ page }) => {
  await open(page, GIST);
  const form = page.locator("form[data-guess=kv-per-token]");
  const guess = form.getByRole("textbox");
  const words = form.locator("output");
  await guess.fill("a lot");
  await guess.press("Enter");
  await expect(words).toContainText("not a number");
  await expect(form.locator("details")).not.toHaveAttribute("open");
  await guess.fill("1,280 KiB");
  await guess.press("Enter");
  await expect(words).toContainText("the mistake that gives it is marked");
  await expect(form.locator("li.yours")).toContainText("query heads");
  await expect(form.locator("details")).toHaveAttribute("open");
  await guess.fill("160");
  await guess.press("Enter");
  await expect(words).toContainText("Right");
  await expect(form.locator("li.yours")).toHaveCount(0);
  expect(await page.locator("form[data-guess]").count()).toBeGreaterThanOrEqual(4);
});

test("every guess of the lesson calls its own answer right", async ({ page }) => {
  for (const path of [GIST, QA]) {
    await open(page, path);
    for (const form of await page.locator("form[data-guess]").all()) {
      await form.evaluate((element) => element.closest("details")?.setAttribute("open", ""));
      const answer = await form.locator("details data").first().textContent();
      await form.getByRole("textbox").fill(answer);
      await form.getByRole("textbox").press("Enter");
      await expect(form.locator("output"), answer).toContainText("Right");
    }
  }
});

test("a service of the reader's own is checked and carried into the sandbox", async ({ page }) => {
  await open(page, GIST);
  const form = page.locator("form[data-check]");
  await form.getByLabel("Arrival rate").fill("30");
  await form.getByLabel("TTFT target").fill("1s");
  await form.getByLabel("KV cache of one token").fill("160");
  await form.getByRole("button", { name: "Compare with the core" }).click();
  await expect(form.getByRole("row", { name: /KV cache of one token/ })).toContainText("160 KiB");
  await expect(form.getByRole("row", { name: /busy/ })).toContainText("—");
  await expect(form.getByRole("link")).toHaveAttribute("href", /fleet\/#v=1&rate=30&ttft=/);
  await form.getByLabel("Arrival rate").fill("-3");
  await form.getByRole("button", { name: "Compare with the core" }).click();
  await expect(form.locator(".problem")).toContainText(/rate/i);
});

test("the contents follow what is read", async ({ page }) => {
  await open(page, GIST);
  for (const id of ["g-fleet", "g-queue", "g-signals"]) {
    await section(page, id).evaluate((element) => element.scrollIntoView());
    await expect(page.locator(".contents a[aria-current]")).toHaveAttribute("href", `#${id}`);
  }
});

test("charts of the lesson follow their numbers and are read like any other", async ({ page }) => {
  await open(page, GIST);
  const chart = section(page, "g-queue").locator("figure.chart");
  await chart.evaluate((figure) => figure.scrollIntoView());
  await expect(chart.locator("canvas")).toBeVisible();
  const before = await chart.locator("figcaption").textContent();
  await type(dotted(page, "g-queue", /Replicas/), "5");
  await expect(chart.locator("figcaption")).not.toHaveText(before);
  await chart.locator(".probe").focus();
  await page.keyboard.press("ArrowRight");
  await expect(chart.locator(".read-out")).toBeVisible();
});

test("rungs open by keyboard, are remembered, and are reached by their address", async ({ page }) => {
  await open(page, `${QA}#q-l3`);
  await expect(page.locator("#q-l3")).toHaveAttribute("open");
  await expect(page.locator("#q-l3")).toContainText("604");
  await page.locator("#q-l1 summary").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#q-l1")).toHaveAttribute("open");
  await expect(page.locator("li.opened")).toHaveCount(2);
  await page.goto("about:blank");
  await open(page, QA);
  await expect(page.locator("li.opened")).toHaveCount(2);
});

test("the scenario's answers stay, and a worked one opens in the sandbox", async ({ page }) => {
  await open(page, QA);
  const area = page.locator("textarea[data-keep]").first();
  await area.fill("p95 TTFT 500 ms <b>");
  await page.reload();
  await expect(area).toHaveValue("p95 TTFT 500 ms <b>");
  await expect(page.locator("details.worked").first()).not.toHaveAttribute("open");
  await page.locator("details.worked summary").last().click();
  await expect(page.locator("details.worked").last().locator("a[data-open]").first()).toHaveAttribute("href", /sandbox\/.*#v=1/);
});

test("the lesson works where nothing can be kept, and says so once", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("refused", "SecurityError"); } });
  });
  await open(page, QA);
  await expect(page.getByText("This browser keeps nothing")).toHaveCount(1);
  await page.locator("#q-l1 summary").click();
  await expect(page.locator("#q-l1")).toHaveAttribute("open");
});

test("the gist is walked by keyboard alone", async ({ page }) => {
  test.setTimeout(120_000);
  await open(page, GIST);
  const met = new Set();
  for (let step = 0; step < 400; step += 1) {
    await page.keyboard.press("Tab");
    const here = await page.evaluate(() => {
      const element = document.activeElement;
      const box = element.getBoundingClientRect();
      if (box.bottom < 0 || box.top > innerHeight) return `out of sight: ${element.outerHTML.slice(0, 80)}`;
      return [element.closest("section")?.id, element.localName, element.className].join(" ");
    });
    expect(here).not.toContain("out of sight");
    met.add(here);
    if (here.startsWith("g-more")) break;
  }
  for (const id of ["g-load", "g-fleet", "g-tokens", "g-queue", "g-levers"]) {
    expect([...met].some((here) => here === `${id} input input`), `a dotted number of ${id}`).toBe(true);
  }
  expect([...met].some((here) => here.startsWith("g-more"))).toBe(true);
});

for (const path of PAGES) {
  for (const width of [320, 1360]) {
    test(`/${path} with everything unfolded and a number changed is accessible and fits at ${width} px`, async ({ page }) => {
      test.setTimeout(60_000);
      await page.setViewportSize({ width, height: 900 });
      await open(page, path);
      await page.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
      const number = page.locator("input.input:visible").first();
      if (await number.count()) {
        await number.focus();
        await page.keyboard.press("ArrowUp");
        await expect(changed(page)).toBeVisible();
      }
      await expectAccessible(page);
      const spill = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(spill, "pixels beyond the right edge").toBeLessThanOrEqual(0);
    });
  }
}
