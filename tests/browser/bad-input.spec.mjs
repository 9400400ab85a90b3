// What bad input gets: a sentence that says what is wrong and what is allowed; nothing typed is lost, nothing panics,
// and no figure shows that does not follow from what is on screen.
import { expect, open, test, type } from "./health.mjs";

const FLEET = "sandbox/fleet/";

const ENTRIES = [
  ["Arrival rate", "0", "Enter a value above 0: from 0.001 to 1,000,000 req/s."],
  ["Arrival rate", "-1", "Enter a value above 0"],
  ["Arrival rate", "1e9", "too large: enter from 0.001 to 1,000,000 req/s"],
  ["Arrival rate", "NaN", "not a finite number"],
  ["Arrival rate", "∞", "not a finite number"],
  ["Arrival rate", "twenty", "“twenty” is not a number"],
  ["Prompt", "2K", "multiple of 1,000 or of 1,024"],
  ["GPUs per replica", "3", "3 GPUs cannot share 64 query heads evenly. It may be 1, 2, 4, 8, 16, 32, 64."],
  ["GPUs per replica", "2.5", "not a whole number"],
  ["Plan to", "0.6", "Is that 0.6% or 0.6 of the whole?"],
  ["TTFT target, p95", "500 cm", "“cm” is not a unit that fits here"],
];

for (const [label, text, message] of ENTRIES) {
  test(`“${text}” as ${label}`, async ({ page }) => {
    await open(page, FLEET);
    const field = page.getByLabel(label, { exact: true });
    await type(field, text);
    await expect(field).toHaveValue(text);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    const described = await field.getAttribute("aria-describedby");
    const problem = described.split(" ").find((id) => id.endsWith("-problem"));
    await expect(page.locator(`[id="${problem}"]`)).toContainText(message);
    // The last valid answer stands, dimmed, and says so.
    await expect(page.locator(".results")).toHaveClass(/stale/);
    // What was typed survives a reload; so does the word on it.
    await page.waitForTimeout(400);
    await page.reload();
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
    await expect(field).toHaveValue(text);
    await expect(page.locator(`[id="${problem}"]`)).toContainText(message);
    await type(field, text === "2K" ? "2k" : "1");
  });
}

test("what was entered beside something unusable survives a reload too", async ({ page }) => {
  await open(page, FLEET, "v=1&rate=40");
  const figure = page.locator(".verdict .figure").first();
  const before = await figure.textContent();
  await type(page.getByLabel("Arrival rate"), "4x");
  await type(page.getByLabel("Answer", { exact: true }), "350");
  // The address keeps the plan that the figures are of.
  await expect(page).toHaveURL(/#v=1&rate=4$/);
  await page.waitForTimeout(400);
  const stale = await figure.textContent();
  expect(stale).not.toBe(before);
  await page.reload();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await expect(page.getByLabel("Arrival rate")).toHaveValue("4x");
  await expect(page.getByLabel("Answer", { exact: true })).toHaveValue("350");
  await expect(figure).toHaveText(stale);
  await type(page.getByLabel("Arrival rate"), "40");
  await expect(page).toHaveURL(/#v=1&rate=40&out=350$/);
  await expect(page.locator(".results")).not.toHaveClass(/stale/);
});

test("a comma decimal is read and said", async ({ page }) => {
  await open(page, FLEET);
  await type(page.getByLabel("Arrival rate"), "1,5");
  await expect(page.locator("#rate-echo")).toContainText("Read as 1.5");
  await expect(page).toHaveURL(/rate=1\.5/);
});

test("a comma decimal in a language that writes it so", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, locale: "de-DE" });
  const page = await context.newPage();
  await open(page, FLEET);
  await expect(page.getByLabel("Prompt", { exact: true })).toHaveValue("2000");
  await type(page.getByLabel("Arrival rate"), "1,5");
  await expect(page.locator("#rate-echo")).toHaveCount(0);
  await expect(page).toHaveURL(/rate=1\.5/);
  await type(page.getByLabel("Arrival rate"), "1.234");
  await expect(page.locator("#rate-problem")).toContainText("1234 or 1,234");
  await context.close();
});

test("an emptied field means the example's value, and says so", async ({ page }) => {
  await open(page, FLEET, "v=1&rate=40");
  const rate = page.getByLabel("Arrival rate");
  await rate.click();
  await rate.press("ControlOrMeta+a");
  await rate.press("Backspace");
  await expect(rate).toHaveValue("");
  await expect(page.locator("#rate-echo")).toContainText("20 req/s");
  await expect(page.locator(".verdict .figure").first()).toHaveText("4 + 1");
});

const LINKS = [
  ["v=1&rate=abc", "“abc” is not a number"],
  ["v=1&rate=40&colour=red", "“colour” is not a key this version knows"],
  ["v=1&rate=40&rate=50", "“rate” is given twice. The first, 40, was used."],
  ["v=9&rate=40", "This link is of version 9"],
  ["v=1&rate=40&pri", "The link may have been cut off there."],
  ["v=1&gpu=h2", "Did you mean h200?"],
  ["v=1&util=60", "A link writes a share as 0.6 or 60%"],
];

for (const [link, note] of LINKS) {
  test(`the link ${link}`, async ({ page }) => {
    await open(page, FLEET, link);
    await expect(page.locator(".notes").first()).toContainText(note);
    await expect(page.locator(".verdict .figure").first()).toHaveText(/\d/);
  });
}

test("an unknown key is kept when the plan changes", async ({ page }) => {
  await open(page, FLEET, "v=1&rate=40&colour=red");
  await type(page.getByLabel("Arrival rate"), "41");
  await expect(page).toHaveURL(/#v=1&rate=41&colour=red$/);
});

test("what cannot be planned says why, and shows no price", async ({ page }) => {
  for (const [link, reason] of [
    ["v=1&weights=bf16&tp=1", "68.0 GB are missing. It fits from 2 GPUs per replica."],
    ["v=1&in=20k", "No number of replicas helps. Prefill of one prompt takes 884.3 ms"],
    ["v=1&in=3000000", "one sequence of 3,000,200 tokens needs"],
    ["v=1&rate=1000000&out=100k", "This load is beyond any fleet planned here."],
  ]) {
    await open(page, FLEET, link);
    await page.reload();
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
    await expect(page.locator(".reason")).toContainText(reason);
    await expect(page.locator(".verdict .figure").nth(3)).toHaveText("—");
  }
});

test("a link cut at every length plans something and says nothing false", async ({ page }) => {
  test.setTimeout(90_000);
  const whole = "v=1&gpu=h200&kv=bf16&tp=2&mem=0.92&reserve=3GB&rate=50&in=3k&batch=64&price=3.5";
  await open(page, FLEET, "v=1");
  for (let cut = 1; cut < whole.length; cut += 1) {
    await page.evaluate((link) => (location.hash = link), whole.slice(0, cut));
    await expect(page.locator(".results")).not.toHaveClass(/stale/);
  }
  await expect(page.locator(".verdict .figure").first()).toHaveText(/\d|—|fit|none/);
});
