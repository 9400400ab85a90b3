// The maps: walked by keyboard, by hand and by plan; selected in the address; taken away as text and as pictures.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, expectAccessible, open, test, type } from "./health.mjs";

const MAPS = ["m-loop", "m-short", "m-limits", "m-lesson"];
const WIDTHS = [1360, 390];
const ENDS = ["m-limits-memory", "m-limits-caching", "m-limits-compute", "m-limits-healthy", "m-limits-decode"];

const picture = (page, map) => page.locator(`#${map} .map svg:visible`);
const drawn = (page, id) => page.locator(`.map svg:visible :is([data-node="${id}"], [data-edge="${id}"])`);
const panel = (page, map) => page.locator(`#${map} .map-panel`);
const title = (page, map) => panel(page, map).locator("h3");
const fragment = (page) => new URL(page.url()).hash.slice(1);
const idsOf = (links) => links.evaluateAll((all) => all.map(({ dataset }) => dataset.node ?? dataset.edge));

/** The id of the box or arrow that has the focus. */
const focused = (page) =>
  page.evaluate(() => {
    const { node, edge } = document.activeElement.dataset;
    return node ?? edge;
  });

/** Runs in the page: what is selected on a map, where the focus is, and whether the panel tells of it. */
function state(map) {
  const section = document.getElementById(map);
  const idOf = ({ dataset }) => dataset.node ?? dataset.edge;
  const chosen = [...section.querySelectorAll(".map svg [aria-current]")].filter((link) => link.checkVisibility());
  const id = chosen.map(idOf).join(" ");
  const panel = section.querySelector(".map-panel");
  const heading = document.getElementById(id)?.querySelector("h3, h4").textContent;
  const told = panel.querySelector("h3")?.textContent === heading && /(\w+ ){4}/.test(panel.querySelector(".text")?.textContent);
  // What is selected must not be outside of the window, nor under the panel or the tabs.
  const [place, over] = [chosen[0]?.getBoundingClientRect(), panel.getBoundingClientRect()];
  const limit = place && over.left < place.right ? Math.min(over.top, innerHeight) : innerHeight;
  const tabs = document.querySelector(".map-tabs").getBoundingClientRect();
  // A way back may be longer than what is left of the window.
  const seen = place && place.top >= Math.max(tabs.bottom, 0) && (place.bottom <= limit || place.height > limit - 150);
  return { id, focus: idOf(document.activeElement), told, seen };
}

/** Something is selected, wherever the focus is. */
async function expectChosen(page, map, id) {
  const told = async () => {
    const { id, told } = await page.evaluate(state, map);
    return { id, told };
  };
  await expect.poll(told).toEqual({ id, told: true });
}

for (const width of WIDTHS) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    for (const map of MAPS) {
      test(`${map} is walked by keyboard alone`, async ({ page }) => {
        await open(page, "maps/");
        await page.locator(`.map-tabs a[href="#${map}"]`).focus();
        await page.keyboard.press("Enter");
        const all = await idsOf(picture(page, map).locator("a"));
        const nodes = await idsOf(picture(page, map).locator("a.node"));
        expect(all.length).toBeGreaterThan(nodes.length);
        const press = async (key, id) => {
          await page.keyboard.press(key);
          expect(await page.evaluate(state, map), key).toEqual({ id, focus: id, told: true, seen: true });
        };
        await page.locator(`#${map} h2`).focus();
        // Beside the heading stands what reads the map aloud.
        for (const button of await page.locator(`#${map} > .listen`).all()) {
          await page.keyboard.press("Tab");
          await expect(button).toBeFocused();
        }
        for (const id of all) await press("Tab", id);
        for (const [key, id] of [["Home", nodes[0]], ["End", nodes.at(-1)], ["Home", nodes[0]]]) await press(key, id);
        // On along the first edge of each box, until a box was there before or nothing leads on; and one step back.
        const seen = new Set();
        for (let at = nodes[0]; !seen.has(at); at = await focused(page)) {
          seen.add(at);
          const [next] = (await drawn(page, at).getAttribute("data-next")).split(" ");
          await press(seen.size % 2 ? "ArrowRight" : "ArrowDown", next || at);
        }
        const at = await focused(page);
        const [back] = (await drawn(page, at).getAttribute("data-back")).split(" ");
        await press("ArrowLeft", back || at);
        // Into the text and out again.
        await page.keyboard.press("Enter");
        await expect(title(page, map)).toBeFocused();
        await page.keyboard.press("Escape");
        expect(await focused(page)).toBe(back || at);
        await expect.poll(() => fragment(page)).toBe(back || at);
      });
    }

    test("is accessible with something selected", async ({ page }) => {
      await open(page, "maps/");
      for (const id of ["m-loop-s2", "m-limits-d1", "m-lesson-g-words-g-question"]) {
        await drawn(page, id).click();
        await expectAccessible(page);
      }
      const spill = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(spill, "pixels beyond the right edge").toBeLessThanOrEqual(0);
    });

    test("shows the text in the window, and nothing selected under it", async ({ page }) => {
      await open(page, "maps/");
      for (const [map, id] of [["m-loop", "m-loop-f2"], ["m-limits", "m-limits-compute"]]) {
        await drawn(page, id).click();
        expect(await page.evaluate(state, map)).toMatchObject({ id, told: true, seen: true });
        await expect(title(page, map)).toBeInViewport();
        const box = await drawn(page, id).boundingBox();
        const text = await panel(page, map).boundingBox();
        if (width < 1200) expect(text.y, "below the picture").toBeGreaterThan(box.y);
        else expect(text.x, "beside the picture").toBeGreaterThan(box.x + box.width);
      }
    });

    test("opens what the address names", async ({ page }) => {
      for (const [map, id] of [["m-limits", "m-limits-d4"], ["m-loop", "m-loop-s7-s8"]]) {
        await page.goto("about:blank");
        await open(page, "maps/", id);
        await expectChosen(page, map, id);
        await expect(drawn(page, id)).toBeInViewport();
        await expect(page.locator(".map-tabs [aria-current]")).toHaveAttribute("href", `#${map}`);
      }
      await page.goto("about:blank");
      await open(page, "maps/", "v=1&rate=40&at=m-loop-s5");
      await expectChosen(page, "m-loop", "m-loop-s5");
      await expect(drawn(page, "m-loop-s5")).toBeInViewport();
      expect(fragment(page)).toBe("v=1&rate=40&at=m-loop-s5");
    });

    for (const end of ENDS) {
      test(`the plan for ${end} lights the way to it`, async ({ page }) => {
        await open(page, "maps/");
        const link = page.locator(`.ends a[data-end="${end}"]`);
        const sandbox = link.locator("xpath=..").getByRole("link", { name: /^Open in sandbox/ });
        await link.click();
        const plan = await link.getAttribute("data-link");
        expect(fragment(page)).toBe(`${plan}&at=${end}`);
        await expect(sandbox).toHaveAttribute("href", `../sandbox/fleet/#${plan}`);
        await expect(link).toHaveAttribute("aria-current", "true");
        await expectChosen(page, "m-limits", end);
        await expect(drawn(page, end)).toBeInViewport();
        const lit = await picture(page, "m-limits")
          .locator(".lit")
          .evaluateAll((all) => all.map(({ dataset }) => ({ ...dataset })));
        const edges = lit.filter((it) => it.edge);
        let at = "m-limits-d1";
        for (const edge of edges) {
          expect(edge.from).toBe(at);
          at = edge.to;
        }
        expect(at).toBe(end);
        expect(lit.length - edges.length, "the boxes between them").toBe(edges.length + 1);
      });
    }
  });
}

test("the picture that fits is the one that is shown", async ({ page }) => {
  await open(page, "maps/");
  for (const [width, form] of [[900, "wide"], [899, "narrow"]]) {
    await page.setViewportSize({ width, height: 900 });
    for (const map of MAPS) await expect(picture(page, map)).toHaveClass(form);
  }
});

test("the tab of the map in view is marked", async ({ page }) => {
  await open(page, "maps/");
  const current = page.locator(".map-tabs [aria-current]");
  await expect(current).toHaveText(["The capacity loop"]);
  for (const name of ["Lesson map", "What limits capacity?"]) {
    await page.locator(".map-tabs").getByRole("link", { name }).click();
    await expect(current).toHaveText([name]);
    await expect(current).toBeInViewport();
  }
});

test("the history leads from selection to selection", async ({ page }) => {
  await open(page, "maps/");
  await drawn(page, "m-loop-s6").click();
  expect(fragment(page)).toBe("m-loop-s6");
  await drawn(page, "m-loop-s6-s7").click();
  expect(fragment(page)).toBe("m-loop-s6-s7");
  await drawn(page, "m-limits-d2").click();
  await page.goBack();
  await expectChosen(page, "m-loop", "m-loop-s6-s7");
  await expect(panel(page, "m-limits").locator("h3")).toHaveCount(0);
  await page.goBack();
  await expectChosen(page, "m-loop", "m-loop-s6");
  await expect(drawn(page, "m-loop-s6")).toBeInViewport();
  await page.goForward();
  await expectChosen(page, "m-loop", "m-loop-s6-s7");
  await page.goBack();
  await page.goBack();
  expect(fragment(page)).toBe("");
  await expect(title(page, "m-loop")).toHaveCount(0);
  // What the keyboard comes by is one step for the whole way.
  await drawn(page, "m-loop-s1").click();
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowRight");
  await expect.poll(() => fragment(page)).toBe("m-loop-s5");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => fragment(page)).toBe("m-loop-s6");
  await page.goBack();
  await expectChosen(page, "m-loop", "m-loop-s1");
});

test("a plan in the address stays there, and every figure follows it", async ({ page }) => {
  await open(page, "maps/", "v=1&rate=40");
  await drawn(page, "m-loop-s5").click();
  expect(fragment(page)).toBe("v=1&rate=40&at=m-loop-s5");
  const replicas = panel(page, "m-loop").locator('data[data-get^="replicas"]').first();
  const before = await replicas.textContent();
  await drawn(page, "m-loop-s2").click();
  await type(panel(page, "m-loop").locator("input.input").first(), "80");
  const sandbox = panel(page, "m-loop").getByRole("link", { name: "Open in sandbox" });
  await expect(sandbox).toHaveAttribute("href", "../sandbox/fleet/#v=1&rate=80");
  await drawn(page, "m-loop-s5").click();
  expect(fragment(page)).toBe("v=1&rate=80&at=m-loop-s5");
  await expect(replicas).not.toHaveText(before);
  await page.goBack();
  await page.goBack();
  await expectChosen(page, "m-loop", "m-loop-s5");
  await expect(replicas).toHaveText(before);
});

test("a plan that is made here comes into the address with the next selection", async ({ page }) => {
  await open(page, "maps/");
  await drawn(page, "m-loop-s2").click();
  await type(panel(page, "m-loop").locator("input.input").first(), "80");
  await drawn(page, "m-loop-s5").click();
  expect(fragment(page)).toBe("v=1&rate=80&at=m-loop-s5");
});

test("back from a preset leads to the plan before it", async ({ page }) => {
  await open(page, "maps/");
  const words = page.locator("[data-path]");
  const served = await words.textContent();
  await page.locator('.ends a[data-end="m-limits-decode"]').click();
  await expect(words).not.toHaveText(served);
  await page.goBack();
  await expect(words).toHaveText(served);
  await expect(drawn(page, "m-limits-compute")).toHaveClass(/lit/);
});

test("walked by hand, the answers reach every end and no other place", async ({ page }) => {
  await open(page, "maps/");
  const box = panel(page, "m-limits");
  const reached = [];
  const walk = async (answers) => {
    await page.getByRole("button", { name: "Walk it by hand" }).click();
    await expect(title(page, "m-limits")).toBeFocused();
    for (const answer of answers) await box.getByRole("button", { name: answer, exact: true }).click();
    if (await box.getByRole("button", { name: "Yes", exact: true }).count()) {
      await walk([...answers, "Yes"]);
      await walk([...answers, "No"]);
      return;
    }
    reached.push(fragment(page));
    await box.getByRole("button", { name: "Start again" }).press("Enter");
    await expectChosen(page, "m-limits", "m-limits-d1");
    await expect(title(page, "m-limits")).toBeFocused();
  };
  await walk([]);
  expect(reached.sort()).toEqual([...ENDS].sort());
});

test("what is selected can be put away", async ({ page }) => {
  for (const [plan, left] of [["", ""], ["v=1&rate=40", "v=1&rate=40"]]) {
    await page.goto("about:blank");
    await open(page, "maps/", plan);
    await drawn(page, "m-loop-s3").click();
    const close = panel(page, "m-loop").getByRole("button", { name: "Close" });
    await (plan ? close.press("Enter") : close.click());
    await expect(title(page, "m-loop")).toHaveCount(0);
    await expect(page.locator(".map .chosen")).toHaveCount(0);
    expect(fragment(page)).toBe(left);
    expect(page.url().endsWith("#")).toBe(false);
    expect(await focused(page)).toBe("m-loop-s3");
  }
});

test("every text is given back to the list, which opens", async ({ page }) => {
  await open(page, "maps/");
  const list = page.locator("#m-loop .map-list");
  await expect(list).toBeHidden();
  await page.locator("#m-loop .as-list > summary").click();
  await expect(list).toBeVisible();
  const whole = await list.textContent();
  for (const id of ["m-loop-s6", "m-loop-s7-f1", "m-loop-f2", "m-loop-s1"]) {
    await drawn(page, id).click();
    await expect(page.locator(`#${id} > .elsewhere`)).toBeVisible();
    await expect(page.locator(".elsewhere")).toHaveCount(1);
  }
  await drawn(page, "m-short-1").click();
  await expect(list).toHaveText(whole);
});

test("without the program every box leads to its text", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("./maps/");
  await expect(page.locator(".map svg:visible")).toHaveCount(MAPS.length);
  await drawn(page, "m-limits-d3").click();
  await expect(page.locator("#m-limits-d3")).toBeInViewport();
  await expect(page.locator("#m-limits-d3")).toContainText("Your plan here");
  await context.close();
});

test.describe("taken away", () => {
  const act = (page, map, name) => page.locator(`#${map} .map-tools`).getByRole("button", { name, exact: true });

  async function save(page, map, format) {
    const waiting = page.waitForEvent("download");
    await act(page, map, format).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe(`${map}.${format.toLowerCase()}`);
    return readFileSync(await download.path());
  }

  test("the real renderer reads every Mermaid text, with and without a plan", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const bench = await context.newPage();
    await bench.addScriptTag({ path: createRequire(import.meta.url).resolve("mermaid/dist/mermaid.min.js") });
    await bench.evaluate(() => window.mermaid.initialize({ startOnLoad: false }));
    const render = (text) =>
      bench.evaluate(async (source) => {
        await window.mermaid.parse(source);
        const { svg } = await window.mermaid.render("drawn", source);
        const read = new DOMParser().parseFromString(svg, "text/html");
        return {
          nodes: [...read.querySelectorAll("g.node")].map((node) => node.textContent),
          edges: read.querySelectorAll("path.flowchart-link").length,
          wide: read.querySelectorAll("g.node.path").length,
        };
      }, text);

    for (const plan of ["", "v=1&rate=40&in=16k&cached=60%"]) {
      await page.goto("about:blank");
      await open(page, "maps/", plan);
      for (const map of MAPS) {
        const nodes = await picture(page, map).locator("a.node").count();
        const edges = await picture(page, map).locator("a.edge").count();
        await page.bringToFront();
        await act(page, map, "Copy Mermaid").click();
        await expect(page.locator(`#${map} .map-tools`).getByText("Copied", { exact: true })).toBeVisible();
        const copied = await page.evaluate(() => navigator.clipboard.readText());
        const served = await page.locator(`#${map} [data-mermaid]`).textContent();
        for (const [text, hasPlan] of [[copied, true], [served, false]]) {
          const seen = await render(text);
          expect([seen.nodes.length, seen.edges], `${map} as Mermaid draws it`).toEqual([nodes, edges]);
          expect(seen.wide > 0, "boxes on the plan’s way").toBe(hasPlan && map === "m-limits");
          if (map === "m-loop") {
            const rate = plan ? "peak 40 req/s" : "peak 20 req/s";
            expect(seen.nodes.some((node) => node.includes(rate))).toBe(hasPlan);
          }
        }
      }
    }
  });

  test("where the clipboard is closed the text lies there, selected", async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await open(page, "maps/");
    await act(page, "m-short", "Copy Mermaid").click();
    const area = page.locator("#m-short textarea");
    await expect(area).toBeFocused();
    await expect(area).toHaveValue(/^flowchart TB\n/);
    const selected = await area.evaluate((it) => it.selectionEnd - it.selectionStart === it.value.length);
    expect(selected).toBe(true);
    await expectAccessible(page);
  });

  for (const map of MAPS) {
    test(`${map} as SVG and PNG`, async ({ page }) => {
      await open(page, "maps/", "v=1&rate=40");
      const svg = await save(page, map, "SVG");
      const read = await page.evaluate((source) => {
        const { documentElement: root } = new DOMParser().parseFromString(source, "image/svg+xml");
        return { name: root.localName, told: root.querySelector("desc")?.textContent, texts: root.querySelectorAll("text").length };
      }, svg.toString("utf8"));
      expect(read.name).toBe("svg");
      expect(read.told).toContain("/maps/#v=1&rate=40");
      expect(read.texts).toBeGreaterThan(4);
      const png = await save(page, map, "PNG");
      expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
      expect(png.readUInt32BE(16), "twice as many pixels as the picture is wide").toBe(1700);
      expect(png.length, "more than an empty sheet").toBeGreaterThan(20_000);
    });
  }
});
