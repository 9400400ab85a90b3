// A plan for other people's pages: the five forms of the dialog say the same figures and lead to the same plan.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expectAccessible, open } from "./health.mjs";
import { calculator, embedFigures, expect, sandboxFigures, test } from "./hosts.mjs";

const FORMS = ["Element", "Frame", "Markdown", "Mermaid", "Image"];
const PLANS = {
  ttft: "v=1&rate=40&cached=0.6&replicas=4",
  fleet: "v=1&gpu=h200&rate=50&in=3000",
};
const PAGE = Object.fromEntries(Object.keys(PLANS).map((path) => [path, `sandbox/${path}/`]));

const dialog = (page) => page.locator("dialog.share[open]");
const pasted = (page) => page.getByRole("textbox", { name: / to be pasted$/ });

async function openForm(page, path, form, plan = PLANS[path]) {
  await open(page, PAGE[path] ?? path, plan);
  await page.getByRole("button", { name: "Share and keep" }).click();
  await dialog(page).getByRole("radio", { name: form, exact: true }).check();
  return pasted(page).inputValue();
}

/** Every address in a text that leads to the site. */
const links = (text) => [...text.replaceAll("&amp;", "&").matchAll(/https?:\/\/[^\s"<>)]+/g)].map(([link]) => link);

for (const path of Object.keys(PLANS)) {
  test.describe(path, () => {
    for (const form of FORMS) {
      test(`${form}: its link opens the same plan with the same figures`, async ({ page, context }) => {
        const text = await openForm(page, path, form);
        const own = await page.locator(".verdict .figure").allTextContents();
        const [link] = links(text).filter((link) => link.includes("#"));
        expect(link).toContain(process.env.BASE_URL);
        const whole = link.replace("embed/", "sandbox/").replace("?theme=auto", "");
        expect(whole).toBe(`${process.env.BASE_URL}${PAGE[path]}#${PLANS[path]}`);
        const there = await sandboxFigures(context, path, whole.split("#")[1]);
        expect(there.texts).toEqual(own);
        // A frame holds them itself, and the picture is looked at below.
        if (!["Frame", "Image"].includes(form)) {
          const bare = text.replaceAll("\\", "").replaceAll("&lt;", "<").replace(/#(\d+);/g, (_, code) => String.fromCharCode(code));
          for (const figure of own) expect(bare).toContain(figure);
        }
      });
    }

    test("the element and the frame work where they are pasted, and lead back with what was changed there", async ({ page, context, show }) => {
      const element = await openForm(page, path, "Element");
      await dialog(page).getByRole("radio", { name: "Frame", exact: true }).check();
      const frame = await pasted(page).inputValue();
      const wanted = await sandboxFigures(context, path, PLANS[path]);
      const tag = `headroom-${path}`;
      await show(element.replace(`<${tag}`, `<${tag} id="embed"`) + frame.replace("<iframe", '<iframe id="frame"'));
      expect(await embedFigures(calculator(page))).toEqual(wanted);
      await page.locator("#frame").scrollIntoViewIfNeeded();
      const framed = page.frameLocator("#frame");
      expect(await embedFigures(framed)).toEqual(wanted);
      for (const inside of [calculator(page), framed]) {
        await inside.getByLabel("Arrival rate").fill("30");
        const link = inside.getByRole("link", { name: "Open in Headroom" });
        await expect(link).toHaveAttribute("href", /rate=30/);
        const address = await link.evaluate((link) => link.href);
        const changed = await sandboxFigures(context, path, address.split("#")[1]);
        expect(await embedFigures(inside)).toEqual(changed);
      }
    });

    test("what is shown of the element and the frame is the calculator itself", async ({ page, context }) => {
      const wanted = await sandboxFigures(context, path, PLANS[path]);
      await openForm(page, path, "Element");
      expect(await embedFigures(dialog(page).frameLocator(".look iframe"))).toEqual(wanted);
    });

    test("the picture holds the figures, the chart and the link", async ({ page }) => {
      await openForm(page, path, "Image");
      const own = await page.locator(".verdict .figure").allTextContents();
      await expect.poll(() => dialog(page).locator(".look img").evaluate((image) => image.naturalWidth)).toBe(720);
      const waiting = page.waitForEvent("download");
      await dialog(page).getByRole("button", { name: "Save the picture" }).click();
      const file = await waiting;
      expect(file.suggestedFilename()).toBe(`headroom-${path}.svg`);
      const svg = readFileSync(await file.path(), "utf8");
      // It is well-formed, and draws as a file of its own.
      const texts = await page.evaluate((svg) => {
        const read = new DOMParser().parseFromString(svg, "image/svg+xml");
        if (read.querySelector("parsererror")) return [read.querySelector("parsererror").textContent];
        return [...read.querySelectorAll("text, desc")].map((text) => text.textContent);
      }, svg);
      for (const figure of own) expect(texts).toContain(figure);
      expect(texts).toContain(`${process.env.BASE_URL}${PAGE[path]}#${PLANS[path]}`);
    });
  });
}

test("the diagram parses in Mermaid itself, whatever the plan", async ({ page, context }) => {
  test.slow();
  const bench = await context.newPage();
  await bench.goto("about:blank");
  await bench.addScriptTag({ path: createRequire(import.meta.url).resolve("mermaid/dist/mermaid.min.js") });
  await bench.evaluate(() => window.mermaid.initialize({ startOnLoad: false }));
  const plans = ["v=1", PLANS.fleet, "v=1&weights=bf16&tp=1", "v=1&rate=46&replicas=4", "v=1&ttft=20ms"];
  for (const plan of plans) {
    for (const path of Object.keys(PLANS)) {
      const text = await openForm(page, path, "Mermaid", plan);
      const own = await page.locator(".verdict .figure").allTextContents();
      const [, source] = text.match(/^```mermaid\n(.*?)```\n/s);
      const drawn = await bench.evaluate(async (source) => {
        const { svg } = await window.mermaid.render("drawn", source);
        const place = document.createElement("div");
        place.innerHTML = svg;
        return place.textContent;
      }, source);
      for (const figure of own) expect(drawn).toContain(figure);
      await page.goto("about:blank");
    }
  }
});

test("a form is chosen and copied by keyboard alone", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, PAGE.ttft, PLANS.ttft);
  await page.getByRole("button", { name: "Share and keep" }).press("Enter");
  await dialog(page).getByRole("radio", { name: "Element" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await expect(dialog(page).getByRole("radio", { name: "Frame" })).toBeChecked();
  await expect(pasted(page)).toHaveValue(/^<iframe /);
  await page.keyboard.press("Tab");
  await expect(pasted(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("status")).toHaveText("Frame copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await pasted(page).inputValue());
});

test("of several plans it says that the forms are of the first", async ({ page }) => {
  const text = await openForm(page, "sandbox/compare/", "Markdown", "v=1&rate=40&name=Peak&2.cached=0.5");
  await expect(dialog(page).getByText("These forms are of one plan, the first.")).toBeVisible();
  expect(text).toContain(`${process.env.BASE_URL}sandbox/fleet/#v=1&rate=40>`);
});

for (const width of [1360, 390]) {
  test(`every form is accessible and fits at ${width} pixels`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await openForm(page, "ttft", "Element");
    for (const form of FORMS) {
      await dialog(page).getByRole("radio", { name: form, exact: true }).check();
      await expect(dialog(page).locator(".look > :nth-child(2)")).toBeVisible();
      expect(await dialog(page).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
      await page.screenshot({ path: `test-results/docs-${form}-${width}.png` });
    }
    await expectAccessible(page);
  });
}
