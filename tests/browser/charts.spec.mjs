// Charts: read, pinned, zoomed, saved, printed, without the program, and in colours that the system sets.
import { readFileSync } from "node:fs";
import { figure, heard, place, probe, readOut, rows, spoken } from "./chart.mjs";
import { expect, open, test, type } from "./health.mjs";

/** The charts of each calculator, and under which heading of its table the values of each curve stand. */
const PAGES = {
  "sandbox/fleet/": {
    "chart-tpot": { TPOT: "Effective TPOT" },
    "chart-ttft": { p95: "p95", p50: "p50" },
  },
  "sandbox/tokens/": {
    "chart-batch-tpot": { "worst case": "Worst-case TPOT", expected: "Expected TPOT" },
    "chart-batch-price": { price: "$ per 1M output" },
  },
  "sandbox/ttft/": {
    "chart-ttft": { p95: "p95", p50: "p50" },
  },
  "sandbox/compare/": {
    "chart-compare-tpot": { "As it is": "As it is", "60% cached": "60% cached", "On H200": "On H200" },
    "chart-compare-ttft": { "As it is": "As it is", "60% cached": "60% cached", "On H200": "On H200" },
    "chart-compare-price": { "As it is": "As it is", "60% cached": "60% cached", "On H200": "On H200" },
  },
  "sandbox/streams/": {
    "chart-first-tokens": { TTFT: "TTFT at most" },
  },
};
const FLEET = "sandbox/fleet/";

for (const [path, charts] of Object.entries(PAGES)) {
  test(`every chart of /${path} says by keyboard what its table says`, async ({ page }) => {
    await open(page, path);
    for (const [id, curves] of Object.entries(charts)) {
      const title = await figure(page, id).locator("h2").textContent();
      await expect(page.getByRole("figure", { name: title })).toHaveCount(1);
      const texts = await heard(page, id);
      let met = 0;
      for (const [x, row] of await rows(page, id)) {
        const here = texts.filter((text) => parseFloat(text.slice(3).replaceAll(",", "")) === x);
        for (const [curve, head] of Object.entries(curves)) {
          const [value, remark] = row[head].split(/, (?=over)/);
          // Past the last value the table says why, in words, and the chart that there is none.
          if (!here.length || !/^[^a-z]*\d/i.test(value)) continue;
          const said = `${curve} ${value}${remark ? ", above the target of" : ""}`;
          expect(here.some((text) => text.includes(said)), `${said} at ${x} of ${id} in ${here}`).toBe(true);
          met += 1;
        }
      }
      expect(met, `values of ${id} that its table holds too`).toBeGreaterThan(2);
    }
  });
}

test("a value above its target is said to be", async ({ page }) => {
  await open(page, FLEET, "v=1");
  await probe(page).focus();
  await page.keyboard.press("End");
  const texts = [];
  for (let step = 0; step < 12; step += 1) {
    texts.push(await spoken(page));
    await page.keyboard.press("ArrowLeft");
  }
  expect(texts.join(" ")).toMatch(/TPOT [\d.]+ ms, above the target of 50 ms\./);
  await expect(readOut(page).locator(".failing")).toContainText(", over target");
});

test("a read-out is pinned and let go by keyboard", async ({ page }) => {
  await open(page, FLEET);
  await probe(page).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  const pinned = await readOut(page).textContent();
  expect(await spoken(page)).toMatch(/ Pinned\.$/);
  await page.getByLabel("Arrival rate").focus();
  await expect(readOut(page)).toHaveText(pinned);
  await page.mouse.move(...(await place(page, 0.9)));
  await expect(readOut(page)).toHaveText(pinned);
  await probe(page).focus();
  await page.keyboard.press("Escape");
  await expect(readOut(page)).toHaveCount(0);
});

test("a read-out is pinned by a click, outlives a change of the plan, and goes by a second one", async ({ page }) => {
  await open(page, FLEET);
  await page.mouse.click(...(await place(page, 0.4)));
  await page.mouse.move(5, 5);
  await expect(readOut(page)).toHaveClass(/pinned/);
  const before = await readOut(page).textContent();
  await type(page.getByLabel("Prompt", { exact: true }), "2500");
  await expect(readOut(page)).not.toHaveText(before);
  await page.mouse.click(...(await place(page, 0.6)));
  await page.mouse.move(5, 5);
  await expect(readOut(page)).toHaveCount(0);
});

test("zooming by drag, key and button shows a stretch, and a reset while there is one", async ({ page }) => {
  await open(page, FLEET);
  const chart = figure(page);
  const reset = chart.getByRole("button", { name: "Reset zoom" });
  const picture = () => chart.locator("canvas").evaluate((canvas) => canvas.toDataURL());
  const far = async () => {
    await probe(page).focus();
    await page.keyboard.press("End");
    return Number(/At ([\d.]+)/.exec(await spoken(page))[1]);
  };
  const whole = await far();
  await expect(reset).toBeHidden();
  await page.keyboard.press("Escape");
  const drawn = await picture();
  const link = page.url();
  for (const zoom of [
    async () => {
      await page.mouse.move(...(await place(page, 0.2)));
      await page.mouse.down();
      await page.mouse.move(...(await place(page, 0.5)), { steps: 4 });
      await expect(chart.locator(".cross-hair rect")).toBeVisible();
      await page.mouse.up();
    },
    async () => {
      await probe(page).focus();
      await page.keyboard.press("Home");
      await page.keyboard.press("+");
    },
    async () => {
      await probe(page).focus();
      await page.keyboard.press("Home");
      await chart.getByRole("button", { name: "Zoom in" }).click();
    },
  ]) {
    await zoom();
    await expect(reset).toBeVisible();
    await expect.poll(far).toBeLessThan(whole);
    await reset.click();
    await expect(reset).toBeHidden();
    await expect(probe(page)).toBeFocused();
    await expect.poll(far).toBe(whole);
    await page.keyboard.press("Escape");
    await page.mouse.move(5, 5);
    await expect.poll(picture).toBe(drawn);
  }
  await page.keyboard.press("+");
  await page.keyboard.press("-");
  await expect(reset).toBeHidden();
  await page.keyboard.press("+");
  await page.keyboard.press("0");
  await expect(reset).toBeHidden();
  expect(page.url(), "zooming is no part of the plan").toBe(link);
});

test("each chart is saved as picture, drawing and figures, with the link in them", async ({ page }) => {
  await open(page, FLEET, "v=1&rate=40");
  const save = async (format) => {
    const waiting = page.waitForEvent("download");
    await figure(page).getByRole("button", { name: `${format}: TPOT against load` }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe(`chart-tpot.${format.toLowerCase()}`);
    return readFileSync(await download.path());
  };
  const png = await save("PNG");
  expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1504, 808]);
  const svg = (await save("SVG")).toString();
  const link = page.url().replaceAll("&", "&amp;");
  const sees = await page.evaluate((text) => {
    const drawing = new DOMParser().parseFromString(text, "image/svg+xml");
    return [drawing.querySelector("parsererror")?.textContent, drawing.querySelectorAll("path").length > 3];
  }, svg);
  expect(sees).toEqual([undefined, true]);
  expect(svg).toContain(`${link}</desc>`);
  const [comment, head, first] = (await save("CSV")).toString().split("\r\n");
  expect(comment).toBe(`# ${page.url()}`);
  expect(head).toMatch(/^req\/s per replica,"Effective TPOT, ms"/);
  expect(first).toMatch(/^[\d.]+,[\d.]+/);
});

test("on paper the drawing stands in for the canvas", async ({ page }) => {
  await open(page, FLEET);
  await page.emulateMedia({ media: "print" });
  for (const id of Object.keys(PAGES[FLEET])) {
    await expect(figure(page, id).locator(".twin svg")).toBeVisible();
    await expect(figure(page, id).locator("canvas")).toBeHidden();
    await expect(figure(page, id).locator(".chart-tools")).toBeHidden();
    const [paper, drawing] = await Promise.all([figure(page, id).boundingBox(), figure(page, id).locator("svg").boundingBox()]);
    expect(drawing.x + drawing.width).toBeLessThanOrEqual(paper.x + paper.width);
  }
  await page.emulateMedia({ media: null });
  await expect(figure(page).locator("canvas")).toBeVisible();
  await expect(figure(page).locator(".twin")).toBeHidden();
});

test("without scripts each chart is a picture, which nobody else downloads", async ({ browser, baseURL, page }) => {
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  for (const path of Object.keys(PAGES)) await open(page, path);
  expect(asked.filter((url) => url.includes("/charts/"))).toEqual([]);
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const plain = await context.newPage();
  for (const [path, charts] of Object.entries(PAGES)) {
    await plain.goto(`./${path}`);
    for (const id of Object.keys(charts)) {
      const picture = plain.locator(`#${id} img`);
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toBeVisible();
      await expect(picture).toHaveAttribute("alt", /\w{3}/);
      expect((await picture.boundingBox()).height).toBeGreaterThan(100);
      const answer = await plain.request.get(await picture.evaluate((img) => img.src));
      expect(answer.status()).toBe(200);
    }
  }
  await context.close();
});

test("where the system sets the colours the canvas is drawn in them, at once", async ({ page }) => {
  await open(page, FLEET);
  // The colours of the curves that are neither the ground nor grey.
  const colours = () =>
    figure(page).locator("canvas").evaluate((canvas) => {
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
      let coloured = 0;
      for (let at = 0; at < data.length; at += 4) {
        const [red, green, blue, alpha] = data.subarray(at, at + 4);
        if (alpha > 200 && blue > red + 60 && blue > green + 30) coloured += 1;
      }
      return coloured;
    });
  expect(await colours()).toBeGreaterThan(100);
  await page.emulateMedia({ forcedColors: "active" });
  await expect.poll(colours).toBeLessThan(100);
  await page.emulateMedia({ forcedColors: null });
  await expect.poll(colours).toBeGreaterThan(100);
});

for (const path of Object.keys(PAGES)) {
  test(`/${path} on paper: every chart is there, whole and not blank`, async ({ page }) => {
    await open(page, path);
    // A4 between margins of 12 mm, in CSS pixels.
    await page.setViewportSize({ width: 703, height: 1000 });
    await page.emulateMedia({ media: "print" });
    const figures = page.locator("figure.chart:not(.absent)");
    for (let at = 0; at < (await figures.count()); at += 1) {
      const drawing = figures.nth(at).locator(".twin svg");
      await expect(drawing).toBeVisible();
      const [paper, box] = await Promise.all([page.locator("main").boundingBox(), drawing.boundingBox()]);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(Math.min(703, paper.x + paper.width) + 1);
      expect(await drawing.locator("path, rect, circle").count()).toBeGreaterThan(4);
      expect(await figures.nth(at).evaluate((figure) => getComputedStyle(figure).breakInside)).toBe("avoid");
    }
    await page.emulateMedia({ media: null });
    const pdf = (await page.pdf({ format: "A4", margin: { top: "12mm", bottom: "12mm", left: "12mm", right: "12mm" } })).toString("latin1");
    expect(pdf.startsWith("%PDF-")).toBe(true);
    // Drawn as lines: a canvas would have come as an image.
    expect(pdf).not.toMatch(/\/Subtype\s*\/Image/);
  });
}

/** Pages of a PDF, by the objects that it holds. */
const pagesOf = (pdf) => [...pdf.toString("latin1").matchAll(/\/Type\s*\/Page[^s]/g)].length;
const COMPARED = "v=1&name=Today&2.cached=0.5&3.gpu=h200&3.name=A%20name%20of%20no%20small%20length&4.rate=80";

for (const [path, plan, assumption] of [
  ["sandbox/fleet/", "v=1", "2,000 tokens"],
  ["sandbox/tokens/", "v=1&model=llama-3.3-70b&gpu=h200&kv=bf16&tp=2&rate=50&in=3k&batch=64", "3,000 tokens"],
  ["sandbox/ttft/", "v=1&rate=40&replicas=4", "40 req/s"],
  ["sandbox/compare/", COMPARED, "H200 SXM 141 GB"],
]) {
  test(`/${path} on paper is a page or two, with what is assumed, the link and its code`, async ({ page }) => {
    await open(page, path, plan);
    await page.getByRole("button", { name: "Dark theme" }).click();
    const pdf = await page.pdf({ format: "A4" });
    expect(pagesOf(pdf)).toBeLessThanOrEqual(2);
    await page.emulateMedia({ media: "print" });
    await expect(page.locator(".sheet")).toContainText(page.url());
    await expect(page.locator(".sheet svg.code")).toBeVisible();
    await expect(page.locator("main")).toContainText(assumption);
    // Paper is white, whatever the theme.
    expect(await page.locator("h1").evaluate((h1) => getComputedStyle(h1).color)).toBe("rgb(29, 35, 48)");
  });
}
