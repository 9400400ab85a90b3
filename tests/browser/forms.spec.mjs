// The form: what each way to write a number gets, labels that are dragged, the way back to the example, undo, and a
// browser that keeps nothing.
import { expect, expectAccessible, open, test, type } from "./health.mjs";

const FLEET = "sandbox/fleet/";
const more = (page) => page.locator(".form .more > summary");
const rate = (page) => page.getByLabel("Arrival rate");
const prompt = (page) => page.getByLabel("Prompt", { exact: true });
const reset = (page, label) => page.getByRole("button", { name: `reset ${label}`, exact: true });
const fleet = (page) => page.locator(".verdict .figure").first();

/** Label, entry, and what stands under the field in a language with a decimal point and in one with a comma. An
    address in place of words: the entry is plain there, and its value is in the link. */
const ENTRIES = [
  ["Parameters", "70B", "Read as 70,000,000,000 parameters", "Read as 70.000.000.000 parameters"],
  ["Parameters", "70 b", "Read as 70,000,000,000 parameters", "Read as 70.000.000.000 parameters"],
  ["Parameters", "2,5", "Read as 2,500,000,000 parameters", "Read as 2.500.000.000 parameters"],
  ["Parameters", "-1", "Enter a value above 0", "Enter a value above 0"],
  ["Parameters", "", "Empty, so the model’s own holds", "Empty, so the model’s own holds"],
  ["Prompt", "2k", "Read as 2,000 tokens", "Read as 2.000 tokens"],
  ["Prompt", "2K", "Is 2K a multiple of 1,000 or of 1,024?", "Is 2K a multiple of 1,000 or of 1,024?"],
  ["Prompt", "1.234,5", "Read as 1,234.5 tokens", "Read as 1.234,5 tokens"],
  ["Prompt", "1e3", "Read as 1,000 tokens", "Read as 1.000 tokens"],
  ["Prompt", "1.234", /[#&]in=1\.234(&|$)/, "“1.234” could be 1234 or 1,234"],
  ["Prompt", "1,234", "Read as 1,234 tokens: the comma separates thousands", /[#&]in=1\.234(&|$)/],
  ["Prompt", "0", "Enter a value above 0", "Enter a value above 0"],
  ["Prompt", "", "Empty, so the example’s 2,000 tokens holds", "Empty, so the example’s"],
  ["Memory per GPU", "80GiB", "Read as 85.89934592 GB (80.0 GiB)", "Read as 85,89934592 GB (80,0 GiB)"],
  ["Memory per GPU", "80 GB", "Read as 80 GB (74.5 GiB)", "Read as 80 GB (74,5 GiB)"],
  ["Memory per GPU", "80Gb", "reads as bits", "reads as bits"],
  ["Memory per GPU", "", "Empty, so the GPU’s own holds", "Empty, so the GPU’s own holds"],
  ["Bandwidth per GPU", "3.35 TB/s", "Read as 3,350,000,000,000 bytes", "Read as 3.350.000.000.000 bytes"],
  ["Bandwidth per GPU", "3350GB/s", "Read as 3,350,000,000,000 bytes", "Read as 3.350.000.000.000 bytes"],
  ["Bandwidth per GPU", "3.35 GB/s", "did you mean 3.35 TB/s?", "did you mean 3.35 TB/s?"],
  ["Bandwidth per GPU", "3350GB/s", "Read as 3,350", "Read as 3.350"],
  ["Arrival rate", "2,5", "Read as 2.5 req/s", /rate=2\.5(&|$)/],
  ["Arrival rate", "1e3", "Read as 1,000 req/s", "Read as 1.000 req/s"],
  ["Arrival rate", "2.5", /rate=2\.5(&|$)/, "Read as 2,5 req/s"],
  ["Arrival rate", "-1", "Enter a value above 0", "Enter a value above 0"],
  ["Arrival rate", "0", "Enter a value above 0", "Enter a value above 0"],
  ["Arrival rate", "∞", "not a finite number", "not a finite number"],
  ["Arrival rate", "many", "“many” is not a number", "“many” is not a number"],
  ["Arrival rate", "", "Empty, so the example’s 20 req/s holds", "Empty, so the example’s 20 req/s holds"],
];

for (const [place, locale] of ["en-GB", "de-DE"].entries()) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });
    test("each way to write a number gets a reading, a question or a reason", async ({ page }) => {
      test.setTimeout(60_000);
      await open(page, FLEET, "v=1&rate=40&in=500&params=7B&hbm=90GB&bw=3TB/s");
      await more(page).click();
      for (const [label, text, ...answers] of ENTRIES) {
        const field = page.getByLabel(label, { exact: true });
        await type(field, text);
        if (text === "") await field.press("Backspace");
        await expect(field).toHaveValue(text);
        const says = answers[place];
        if (says instanceof RegExp) {
          await expect(page, `${label}: ${text}`).toHaveURL(says);
        } else {
          // By what the field itself names as its description, as a screen reader finds it.
          await expect(field, `${label}: ${text}`).toHaveAccessibleDescription(new RegExp(escaped(says)));
        }
      }
    });
  });
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Drags a label sideways by so many pixels, in small movements. */
async function drag(page, label, pixels) {
  const box = await page.locator("label", { hasText: label }).first().boundingBox();
  const [x, y] = [box.x + 20, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + pixels, y, { steps: 12 });
  await page.mouse.up();
}

test("a label is dragged: six pixels a step, ten times with Shift, and one step of undo", async ({ page }) => {
  await open(page, FLEET);
  await expect(page.locator("label[for=rate]")).toHaveCSS("cursor", "ew-resize");
  await drag(page, "Arrival rate", 18);
  await expect(rate(page)).toHaveValue("23");
  await page.keyboard.down("Shift");
  await drag(page, "Arrival rate", 12);
  await page.keyboard.up("Shift");
  await expect(rate(page)).toHaveValue("43");
  await drag(page, "Arrival rate", -60);
  await expect(rate(page)).toHaveValue("33");
  await expect(page).toHaveURL(/rate=33$/);
  // What a drag writes is as plain as what stood there before.
  await drag(page, "Prompt", 6);
  await expect(prompt(page)).toHaveValue("2,100");
  await expect(page.locator("#in-echo")).toHaveCount(0);
  for (const [text, value] of [["2,000", "33"], ["2,000", "43"], ["2,000", "23"], ["2,000", "20"]]) {
    await page.keyboard.press("Control+z");
    await expect(prompt(page)).toHaveValue(text);
    await expect(rate(page)).toHaveValue(value);
  }
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toHaveAttribute("aria-disabled", "true");
});

test("a click on a label goes to its field, and changes nothing", async ({ page }) => {
  await open(page, FLEET);
  await page.locator("label[for=rate]").click();
  await expect(rate(page)).toBeFocused();
  await expect(rate(page)).toHaveValue("20");
  // The name of a choice drags nothing.
  await page.locator("label[for=gpu]").hover();
  await page.mouse.down();
  await page.mouse.move(400, 400);
  await page.mouse.up();
  await expect(page.getByRole("combobox", { name: "GPU", exact: true })).toHaveValue("h100");
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toHaveAttribute("aria-disabled", "true");
});

test("a finger on a label drags no number", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, hasTouch: true, viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  await open(page, FLEET);
  const label = page.locator("label[for=rate]");
  await label.scrollIntoViewIfNeeded();
  const box = await label.boundingBox();
  const [x, y] = [box.x + 10, box.y + box.height / 2];
  const finger = await context.newCDPSession(page);
  const touch = (type, points) => finger.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [{ x, y }]);
  for (let moved = 10; moved <= 100; moved += 10) await touch("touchMove", [{ x: x + moved, y }]);
  await touch("touchEnd", []);
  await expect(rate(page)).toHaveValue("20");
  // The same way with a mouse does: it is the finger that makes the difference.
  await drag(page, "Arrival rate", 60);
  await expect(rate(page)).toHaveValue("30");
  await context.close();
});

test("each field goes back to the page's example on its own, and nothing moves", async ({ page }) => {
  await open(page, "sandbox/ttft/");
  await expect(page.locator(".reset")).toHaveCount(0);
  const before = await prompt(page).boundingBox();
  await type(rate(page), "41");
  await expect(reset(page, "Arrival rate")).toBeVisible();
  expect(await prompt(page).boundingBox()).toEqual(before);
  // After its field in the order of the keys, and large enough to hit.
  await page.keyboard.press("Tab");
  await expect(reset(page, "Arrival rate")).toBeFocused();
  const box = await reset(page, "Arrival rate").boundingBox();
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
  await page.keyboard.press("Enter");
  // The example of this page, not what the link format means by nothing.
  await expect(rate(page)).toHaveValue("40");
  await expect(rate(page)).toBeFocused();
  await expect(reset(page, "Arrival rate")).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(rate(page)).toHaveValue("41");
  await expect(reset(page, "Arrival rate")).toBeVisible();
});

test("another spelling of the example's value is no difference; what cannot be used is one", async ({ page }) => {
  await open(page, FLEET);
  await type(prompt(page), "2k");
  await expect(page.locator("#in-echo")).toBeVisible();
  await expect(page.locator(".reset")).toHaveCount(0);
  await type(prompt(page), "2x");
  await reset(page, "Prompt").click();
  await expect(prompt(page)).toHaveValue("2,000");
  await expect(page.locator(".results")).not.toHaveClass(/stale/);
  // A field that the example leaves empty is emptied again, and a choice goes back too.
  await more(page).click();
  await type(page.getByLabel("Parameters", { exact: true }), "7");
  await reset(page, "Parameters").click();
  await expect(page.getByLabel("Parameters", { exact: true })).toHaveValue("");
  const gpu = page.getByRole("combobox", { name: "GPU", exact: true });
  await gpu.selectOption("h200");
  await expect(page).toHaveURL(/gpu=h200/);
  await reset(page, "GPU").click();
  await expect(gpu).toHaveValue("h100");
  await expect(page).toHaveURL(/#v=1$/);
});

test("undo and redo go through everything that changes the plan, and start anew after a reload", async ({ page }) => {
  await open(page, FLEET);
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  const redo = page.getByRole("button", { name: "Redo", exact: true });
  const gpu = page.getByRole("combobox", { name: "GPU", exact: true });
  const cached = page.getByLabel("Prefix-cache hit");
  const standing = async () => [await rate(page).inputValue(), await prompt(page).inputValue(), await gpu.inputValue(), await cached.inputValue()];
  const states = [await standing()];
  const then = async (act) => {
    await act();
    states.push(await standing());
    expect(states.at(-1)).not.toEqual(states.at(-2));
  };
  await then(() => type(rate(page), "31"));
  await then(() => drag(page, "Prompt", 30));
  await then(() => gpu.selectOption("h200"));
  await page.getByText("What would help, and by how much").click();
  await then(() => page.getByRole("button", { name: "Apply: 50% of prompt tokens cached" }).click());
  await then(() => reset(page, "Arrival rate").click());
  await then(() => page.getByRole("button", { name: "Reset to the example" }).click());
  await expect(redo).toHaveAttribute("aria-disabled", "true");
  for (const state of states.slice(0, -1).reverse()) {
    await undo.click();
    expect(await standing()).toEqual(state);
  }
  await expect(undo).toHaveAttribute("aria-disabled", "true");
  for (const [place, state] of states.slice(1).entries()) {
    await page.keyboard.press(place % 2 ? "Control+y" : "Control+Shift+z");
    expect(await standing()).toEqual(state);
  }
  // The last step led back to the example; one before it, a reload keeps the plan and forgets the way.
  await undo.click();
  await expect(page).toHaveURL(/gpu=h200/);
  await page.reload();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  expect(await standing()).toEqual(states.at(-2));
  await expect(undo).toHaveAttribute("aria-disabled", "true");
  await expect(redo).toHaveAttribute("aria-disabled", "true");
});

const STORAGE = "This browser keeps nothing: your plan lives in the address.";

test("a browser that keeps nothing is told of once, and plans all the same", async ({ page }) => {
  await open(page, FLEET);
  await expect(page.getByText(STORAGE)).toHaveCount(0);
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
    }
  });
  await page.reload();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await expect(page.getByText(STORAGE)).toHaveCount(1);
  await expect(page.locator(".form").getByText(STORAGE)).toBeVisible();
  await type(rate(page), "70");
  await expect(page).toHaveURL(/rate=70$/);
  const before = await fleet(page).textContent();
  await page.reload();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await expect(rate(page)).toHaveValue("70");
  await expect(fleet(page)).toHaveText(before);
  await open(page, "gist/");
  await expect(page.getByText(STORAGE)).toHaveCount(0);
});

for (const width of [320, 390, 1360]) {
  test(`every field is large enough, tied to its words and in its place at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page, FLEET, "v=1&rate=41&gpu=h200&in=2001");
    await more(page).click();
    await type(page.getByLabel("TTFT target, p95"), "500 cm");
    await type(page.getByLabel("Parameters", { exact: true }), "70B");
    await expectAccessible(page);
    const small = await page.locator(".form :is(input, select, button, label, summary)").evaluateAll((all) =>
      all.map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
        .filter(([, box]) => box.width < 24 || box.height < 24)
        .map(([what]) => what),
    );
    expect(small, "smaller than 24 × 24 px").toEqual([]);
    const outside = await page.locator(".form :is(input, select, button, .echo, .problem)").evaluateAll((all) =>
      all.filter((each) => each.getBoundingClientRect().right > window.innerWidth).map((each) => each.outerHTML),
    );
    expect(outside, "beyond the right edge").toEqual([]);
    const overlap = await page.locator(".form .reset").evaluateAll((all) =>
      all.filter((each) => {
        const [own, entry] = [each, each.closest(".field").querySelector(".entry, select")].map((one) => one.getBoundingClientRect());
        return own.right > entry.left + 0.5 && own.bottom > entry.top + 0.5;
      }).map((each) => each.outerHTML),
    );
    expect(overlap, "a reset over its field").toEqual([]);
  });
}
