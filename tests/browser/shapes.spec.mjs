// Every page in the shapes that people read it in: as narrow as a page enlarged four times, in either theme, in the system's
// own colours, without movement, and on paper. No number is cut off, and no chart is lost.
import { expect, open, test } from "./health.mjs";

const FOUR = "v=1&name=Today&2.cached=0.5&3.gpu=h200&3.name=A%20name%20of%20no%20small%20length%2C%20as%20they%20come&4.rate=80";
/** Pages, with a plan whose figures are long. */
const PAGES = {
  "": "",
  "gist/": "",
  "maps/": "v=1&rate=1234.5&price=12.34",
  "qa/": "",
  "sandbox/fleet/": "v=1&rate=1234.5&price=12.34&cached=0.125",
  "sandbox/tokens/": "v=1&rate=1234.5&price=12.34&batch=64",
  "sandbox/ttft/": "v=1&rate=1234.5&replicas=300",
  "sandbox/streams/": "",
  "sandbox/compare/": FOUR,
};

/** What a page is read in, and its width. */
const SHAPES = {
  "enlarged four times": [320, {}],
  "enlarged four times, dark": [320, { colorScheme: "dark" }],
  "in the system's colours": [1360, { forcedColors: "active" }],
  "without movement": [1360, { reducedMotion: "reduce", colorScheme: "dark" }],
  "on paper": [703, { media: "print" }],
};

/** Runs in the page: texts of figures that their box or the page cuts off. */
function cutOff() {
  const figures = "data, .figure, .live-figure, .words, td, th, dd, output, .chart-label, .legend li";
  const scrolls = (box) => ["auto", "scroll"].includes(getComputedStyle(box).overflowX);
  /** The box round the element's words, without those that only a screen reader says. */
  const shown = (element) => {
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const boxes = [];
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      if (node.parentElement.closest(".unseen")) continue;
      range.selectNodeContents(node);
      boxes.push(...range.getClientRects());
    }
    if (boxes.length === 0) return undefined;
    return { left: Math.min(...boxes.map((box) => box.left)), right: Math.max(...boxes.map((box) => box.right)) };
  };
  const cut = [];
  for (const element of document.querySelectorAll(figures)) {
    if (!element.textContent.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
    const text = shown(element);
    if (!text) continue;
    for (let box = element; box && box !== document.documentElement; box = box.parentElement) {
      if (scrolls(box)) break; // It can be reached.
      const { overflowX } = getComputedStyle(box);
      const edge = box.getBoundingClientRect();
      if (["hidden", "clip"].includes(overflowX) && (text.right > edge.right + 1 || text.left < edge.left - 1)) {
        if (edge.width > 2) cut.push(`“${element.textContent.trim().slice(0, 60)}” in <${box.localName} class="${box.className}">`);
        break;
      }
      if (box === document.body && text.right > window.innerWidth + 1) {
        cut.push(`“${element.textContent.trim().slice(0, 60)}” beyond the page`);
      }
    }
  }
  return cut;
}

for (const [path, plan] of Object.entries(PAGES)) {
  test(`/${path} loses nothing in any shape`, async ({ page }) => {
    test.setTimeout(90_000);
    for (const [shape, [width, media]] of Object.entries(SHAPES)) {
      await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null, reducedMotion: null });
      await page.setViewportSize({ width, height: 900 });
      await page.goto("about:blank");
      await open(page, path, plan);
      await page.emulateMedia(media);
      expect(await page.evaluate(cutOff), `${shape}: cut off`).toEqual([]);
      const spill = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(spill, `${shape}: pixels beyond the right edge`).toBeLessThanOrEqual(0);
      const charts = page.locator("figure.chart:not(.absent)");
      for (let at = 0; at < (await charts.count()); at += 1) {
        if (shape !== "on paper") await charts.nth(at).scrollIntoViewIfNeeded();
        const drawing = charts.nth(at).locator(shape === "on paper" ? ".twin svg, :scope > svg" : "canvas, svg, img").first();
        await expect(drawing, `${shape}: chart ${at}`).toBeVisible();
        const box = await drawing.boundingBox();
        expect(box.width, `${shape}: chart ${at}`).toBeGreaterThan(150);
        expect(box.height, `${shape}: chart ${at}`).toBeGreaterThan(80);
        expect(box.x + box.width, `${shape}: chart ${at}`).toBeLessThanOrEqual(width + 1);
      }
      if (media.reducedMotion) {
        await page.mouse.move(300, 300);
        const moving = await page.evaluate(() => document.getAnimations().filter((each) => each.playState === "running").length);
        expect(moving, "what moves").toBe(0);
      }
    }
  });
}
