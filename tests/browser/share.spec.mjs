// Share and keep: a plan as a link, as files and in this browser; files that are read; packed links.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { deflateSync } from "node:zlib";
import { expect, expectAccessible, open, test, type } from "./health.mjs";

const FLEET = "sandbox/fleet/";
const PEAK = "v=1&rate=40&cached=0.5&name=Peak";

const button = (page) => page.getByRole("button", { name: "Share and keep" });
const dialog = (page) => page.locator("dialog.share[open]");
const press = (page, name) => dialog(page).getByRole("button", { name, exact: true }).click();
const told = (page) => dialog(page).getByRole("status");
const kept = (page) => dialog(page).locator(".kept li");
const figures = (page) => page.locator(".verdict .figure").allTextContents();
const field = (page) => page.getByLabel("Arrival rate");

/** Opens a page with a plan, and the dialog on it. */
async function openDialog(page, plan = PEAK, path = FLEET) {
  await open(page, path, plan);
  await button(page).click();
  await expect(dialog(page)).toBeVisible();
}

/** Keeps the plan that the dialog is of, under a name. */
async function keep(page, name) {
  await dialog(page).getByLabel("Name", { exact: true }).fill(name);
  await press(page, "Keep this plan");
}

/** What a button hands over. */
async function handedOver(page, name) {
  const waiting = page.waitForEvent("download");
  await press(page, name);
  const file = await waiting;
  const path = test.info().outputPath(file.suggestedFilename());
  await file.saveAs(path);
  return { name: file.suggestedFilename(), path, text: readFileSync(path, "utf8") };
}

/** Reads a text by the dialog's field. */
async function paste(page, text) {
  await dialog(page).getByLabel("Or paste what stands in it").fill(text);
  await press(page, "Read this text");
}

const pack = (plain) => `z=1.${deflateSync(plain).toString("base64url")}`;

test("the program comes when somebody comes near the button, and not before", async ({ page }) => {
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await open(page, FLEET, PEAK);
  await page.waitForTimeout(300);
  expect(asked.filter((url) => url.includes("/share-"))).toEqual([]);
  await button(page).hover();
  await expect(page.locator("html")).toHaveAttribute("data-shares", "");
  expect(asked.filter((url) => url.includes("/share-"))).toHaveLength(4);
  await expect(dialog(page)).toHaveCount(0);
});

test("everything goes by keyboard alone", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, FLEET, PEAK);
  await button(page).focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveAccessibleName("Share and keep");
  await expect(page.getByRole("button", { name: "Copy link" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(told(page)).toHaveText("Link copied.");
  // Whatever is reached is large enough, and the focus never leaves the dialog but for the browser's own controls.
  const reached = [];
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press("Tab");
    const here = await page.evaluate(() => {
      const { activeElement: at } = document;
      if (at === document.body) return null;
      const { width, height } = at.getBoundingClientRect();
      return { inside: Boolean(at.closest("dialog")), size: Math.min(width, height), name: at.id || at.dataset.do };
    });
    if (here) reached.push(here);
    if (here?.name === "copy-link") break;
  }
  expect(reached.filter(({ inside, size }) => !inside || size < 24)).toEqual([]);
  expect(reached.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["save-report", "print", "share-name", "keep", "share-file", "share-paste", "close", "copy-link"]),
  );
  await dialog(page).getByLabel("Name", { exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(told(page)).toHaveText("Kept as “Peak”.");
  await dialog(page).getByRole("button", { name: "Rename: Peak" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Evening");
  await page.keyboard.press("Enter");
  await expect(told(page)).toHaveText("“Peak” is now called “Evening”.");
  await expect(dialog(page).getByRole("button", { name: "Rename: Evening" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(dialog(page).getByRole("button", { name: "Rename: Evening" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(button(page)).toBeFocused();
});

test("it closes by its button and beside it, and the focus goes back", async ({ page }) => {
  for (const close of [() => press(page, "Close"), () => page.mouse.click(5, 5)]) {
    await openDialog(page);
    await close();
    await expect(dialog(page)).toHaveCount(0);
    await expect(button(page)).toBeFocused();
  }
  // A selection that ends beside it closes nothing.
  await button(page).click();
  const box = await page.locator("#share-link").boundingBox();
  await page.mouse.move(box.x + 20, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await expect(dialog(page)).toBeVisible();
});

test("what was typed last is what is shared", async ({ page }) => {
  await open(page, FLEET);
  await type(field(page), "41");
  // At once, before the address has followed by itself.
  await button(page).click();
  await expect(page.locator("#share-link")).toHaveValue(/sandbox\/fleet\/#v=1&rate=41$/);
});

test("a page without a plan in its address shares the example that it shows", async ({ page }) => {
  await open(page, "sandbox/ttft/");
  const before = await page.locator(".verdict .figure").allTextContents();
  await button(page).click();
  const link = await page.locator("#share-link").inputValue();
  await page.goto(link);
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  expect(await page.locator(".verdict .figure").allTextContents()).toEqual(before);
});

test("link, Markdown and text are copied, and said to be", async ({ page, context, baseURL }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openDialog(page);
  const copied = async (name, said) => {
    await press(page, name);
    await expect(told(page)).toHaveText(said);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const link = new URL(`${FLEET}#${PEAK}`, baseURL).href;
  expect(await copied("Copy link", "Link copied.")).toBe(link);
  const markdown = await copied("Copy as Markdown", "Markdown copied.");
  expect(markdown).toMatch(/^\*\*Peak: \d+ \+ 1 replicas, .*\*\*\n/);
  expect(markdown).toContain(`[Open Peak](<${link.replace("&name=Peak", "")}>)`);
  const text = await copied("Copy as plain text", "Plain text copied.");
  expect(text.split("\n")[0]).toContain(`Peak: ${(await figures(page))[0]} replicas`);
  expect(text).toContain("TTFT p95");
});

test("where the clipboard is closed the text lies there, selected", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await openDialog(page);
  const selected = () => page.evaluate(() => {
    const { value, selectionStart, selectionEnd } = document.activeElement;
    return value.slice(selectionStart, selectionEnd);
  });
  await press(page, "Copy link");
  await expect(told(page)).toContainText("not copied: this browser does not let the page");
  expect(await selected()).toMatch(/^http.*#v=1&rate=40&cached=0\.5&name=Peak$/);
  await press(page, "Copy as plain text");
  await expect(told(page)).toContainText("Plain text not copied");
  expect(await selected()).toMatch(/^Peak: /);
});

test("each file is handed over under a name that every system takes", async ({ page }) => {
  await openDialog(page, "v=1&rate=40&name=..%2F..%5Ca%20%3Cb%3E%3A%22%C3%9C%22");
  const json = await handedOver(page, "JSON");
  expect(json.name).toBe("headroom-a-b-Ü.json");
  const [scenario] = JSON.parse(json.text).scenarios;
  expect([scenario.name, scenario.plan.rate]).toEqual(["../..\\a <b>:\"Ü\"", "40"]);
  const csv = await handedOver(page, "CSV");
  expect(csv.text.split("\r\n")[0]).toMatch(/^part,name,label,unit,/);
  expect(csv.text).toContain("\r\nplan,rate,");
  const markdown = await handedOver(page, "Markdown");
  expect(markdown.name).toBe("headroom-a-b-Ü.md");
  expect(markdown.text).toMatch(/^\*\*/);
  expect(markdown.text).not.toContain("<b>".replace("<", " <"));
  await expect(told(page)).toHaveText("Handed over as headroom-a-b-Ü.md.");
  await page.evaluate(() => {
    window.print = () => (window.printed = document.querySelector("dialog[open]") === null);
  });
  await press(page, "Print");
  expect(await page.evaluate(() => window.printed)).toBe(true);
});

test("a plan without a name makes a file called after its page", async ({ page }) => {
  await openDialog(page, "v=1&rate=40", "sandbox/ttft/");
  expect((await handedOver(page, "CSV")).name).toBe("headroom-ttft.csv");
});

test("two people exchange a plan by link, by report and by file, and read the same digits", async ({ page, browser, baseURL }) => {
  await openDialog(page);
  await keep(page, "Peak");
  await press(page, "Close");
  const mine = await figures(page);
  await button(page).click();
  const link = await page.locator("#share-link").inputValue();
  const report = await handedOver(page, "Report");
  const all = await handedOver(page, "Export all");
  expect([report.name, all.name]).toEqual(["headroom-Peak.html", "headroom-plans.json"]);

  // The report: from a folder, scripts off, and nothing is asked of anybody.
  const paper = await browser.newContext({ javaScriptEnabled: false });
  const sheet = await paper.newPage();
  const asked = [];
  sheet.on("request", (request) => asked.push(request.url()));
  const place = pathToFileURL(report.path).href;
  await sheet.goto(place);
  expect(asked).toEqual([place]);
  const said = await sheet.locator("body").textContent();
  for (const figure of mine) expect(said).toContain(figure);
  const theirLink = await sheet.locator("header .link").textContent();
  await paper.close();

  for (const address of [link, theirLink]) {
    const context = await browser.newContext({ baseURL });
    const other = await context.newPage();
    await other.goto(address);
    await other.locator("html[data-ready]").waitFor({ state: "attached" });
    expect(await figures(other)).toEqual(mine);
    await context.close();
  }

  const context = await browser.newContext({ baseURL });
  const other = await context.newPage();
  await openDialog(other, "v=1");
  await expect(kept(other)).toHaveCount(0);
  await dialog(other).getByLabel("Choose a JSON file of plans").setInputFiles(all.path);
  await expect(told(other)).toHaveText("1 plan read.");
  await expect(dialog(other).locator(".found .notes")).toHaveCount(0);
  // Nothing is kept or opened before it is asked for.
  await expect(kept(other)).toHaveCount(0);
  await expect(other).toHaveURL(/#v=1$/);
  await press(other, "Keep it");
  await expect(told(other)).toHaveText("1 plan kept.");
  await press(other, "Open: Peak");
  await expect(dialog(other)).toHaveCount(0);
  await expect(other).toHaveURL(/#v=1&rate=40&cached=0\.5&name=Peak$/);
  await expect.poll(() => figures(other)).toEqual(mine);
  // What this one keeps is what the first one kept.
  await button(other).click();
  expect((await handedOver(other, "Export all")).text).toBe(all.text);
  await context.close();
});

test("plans are kept, renamed, replaced when asked twice, removed and had back", async ({ page }) => {
  await openDialog(page, "v=1&rate=40");
  // A name that nobody has is there already.
  await expect(dialog(page).getByLabel("Name", { exact: true })).toHaveValue("Plan");
  await keep(page, " ");
  await expect(told(page)).toHaveText("Give it a name first.");
  await keep(page, "Night");
  await expect(told(page)).toHaveText("Kept as “Night”.");
  await keep(page, "Night");
  await expect(told(page)).toHaveText("“Night” is kept already.");
  await openDialog(page, "v=1&rate=80");
  await keep(page, "Day");
  await expect(kept(page).locator("strong")).toHaveText(["Day", "Night"]);
  const standing = await kept(page).allTextContents();

  await keep(page, "Night");
  await expect(told(page)).toContainText("“Night” is already the name of another plan. Press “Replace”");
  expect(await kept(page).allTextContents()).toEqual(standing);
  // Another name is another question.
  await keep_name(page, "Noon");
  await expect(dialog(page).getByRole("button", { name: "Replace" })).toHaveCount(0);
  await keep(page, "Night");
  await press(page, "Replace");
  await expect(told(page)).toHaveText("Kept as “Night”.");
  await expect(kept(page).locator("strong")).toHaveText(["Night", "Day"]);

  await press(page, "Rename: Day");
  await page.keyboard.type("Night");
  await press(page, "Save name");
  await expect(told(page)).toHaveText("“Night” is already the name of another plan.");
  await press(page, "Cancel");
  await expect(kept(page).locator("strong")).toHaveText(["Night", "Day"]);

  const before = await kept(page).allTextContents();
  await press(page, "Remove: Night");
  await expect(told(page)).toHaveText("Removed “Night”.");
  await expect(kept(page).locator("strong")).toHaveText(["Day"]);
  await expect(dialog(page).getByRole("button", { name: "Undo: keep “Night” again" })).toBeFocused();
  await page.keyboard.press("Enter");
  expect(await kept(page).allTextContents()).toEqual(before);
  // They are there at the next visit, and on the other calculators.
  await openDialog(page, "v=1", "sandbox/ttft/");
  expect(await kept(page).allTextContents()).toEqual(before);
});

const keep_name = (page, name) => dialog(page).getByLabel("Name", { exact: true }).fill(name);

test("each plan of a comparison is kept under its name, and a kept one is put beside", async ({ page }) => {
  await openDialog(page, "v=1&name=Today&2.rate=40&3.rate=60&3.name=Peak");
  await press(page, "Keep these plans");
  await expect(told(page)).toHaveText("Kept as “Today”, “Scenario 2”, “Peak”.");
  await expect(kept(page).locator("strong")).toHaveText(["Today", "Scenario 2", "Peak"]);
  await dialog(page).getByLabel("Name of plan 2").fill("Peak");
  await press(page, "Keep these plans");
  await expect(told(page)).toContainText("Two of the names are the same");
  await press(page, "Add beside: Peak");
  await expect(page).toHaveURL(/#v=1&name=Today&2\.rate=40&3\.name=Peak&3\.rate=60&4\.name=Peak&4\.rate=60$/);
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await button(page).click();
  await press(page, "Add beside: Today");
  await expect(told(page)).toHaveText("A link holds at most four plans: there is no room for “Today” beside them.");
});

const READ = {
  "a file that was cut": [
    `{"headroom": 1, "scenarios": [{"name": "Peak", "plan": {"rate": "40"}}, {"name": "Night", "plan": {"ra`,
    /2 plans read. 2 things/,
    ["The file ends in the middle, in line 1: it was cut off there.", "scenarios[1]: This is the last one before the fault"],
  ],
  "a file of another kind": [`{"plans": [1, 2]}`, /No plan could be read. /, ["no “scenarios”"]],
  "a text that is no file": ["hello", /No plan could be read. One thing/, ["The file is no JSON from line 1, column 1 on"]],
  "values that cannot be used": [
    `{"headroom": 1, "scenarios": [{"plan": {"rate": "0", "gpu": null}}]}`,
    /1 plan read. 2 things/,
    ["scenarios[0].plan.rate: Enter a value above 0", "scenarios[0].plan.gpu: This should be a text"],
  ],
  "a later version": [`{"headroom": 7, "scenarios": [{"plan": {}}]}`, /1 plan read. One thing/, ["headroom: This file is of version 7"]],
};

for (const [name, [text, summary, faults]] of Object.entries(READ)) {
  test(`reading ${name}: what can be had is shown, and each fault is named`, async ({ page }) => {
    await openDialog(page);
    await paste(page, text);
    await expect(told(page)).toHaveText(summary);
    const list = dialog(page).getByRole("list", { name: "What could not be used" });
    for (const fault of faults) await expect(list).toContainText(fault);
    await expect(kept(page)).toHaveCount(0);
  });
}

test("what strangers wrote is text, whatever it says", async ({ page, health }) => {
  page.on("dialog", () => expect("a script").toBe("not run"));
  await openDialog(page);
  const hostile = [
    `<img src="http://127.0.0.2:9/" onerror="alert(1)">`,
    `"><script>alert(1)</script>`,
    "=cmd|' /C calc'!A0",
    "\u202egnp.exe",
    "n".repeat(1_000_000),
  ];
  const scenarios = hostile.slice(0, 4).map((name) => ({ name, plan: { rate: "40", "<b>x": "&\"'" } }));
  await paste(page, JSON.stringify({ headroom: 1, scenarios, [hostile[0]]: 1 }));
  await expect(dialog(page).locator(".found bdi")).toHaveText([hostile[0], hostile[1], hostile[2], "gnp.exe"]);
  await expect(dialog(page).locator("img, script, b")).toHaveCount(0);
  await press(page, "Keep all");
  await expect(kept(page).locator("bdi")).toHaveText([hostile[0], hostile[1], hostile[2], "gnp.exe"]);
  await press(page, `Remove: ${hostile[1]}`);
  await expect(told(page)).toHaveText(`Removed “${hostile[1]}”.`);
  await press(page, `Rename: ${hostile[0]}`);
  await press(page, "Cancel");
  await press(page, `Open: ${hostile[2]}`);
  await button(page).click();
  expect((await handedOver(page, "CSV")).text.split("\r\n")[0]).toContain(`"'=cmd|' /C calc'!A0"`);
  await paste(page, JSON.stringify({ headroom: 1, scenarios: [{ name: hostile[4], plan: {} }] }));
  await expect(dialog(page).locator(".found bdi")).toHaveText("n".repeat(60));
  await expect(dialog(page).locator(".found .notes")).toContainText("This name is longer than 60 characters");
  const spill = await dialog(page).evaluate((box) => box.scrollWidth - box.clientWidth);
  expect(spill, "pixels beyond the right edge").toBeLessThanOrEqual(0);
  expect(await health.complaints()).toEqual([]);
});

test("six megabytes are not read, and a file may be dropped", async ({ page }) => {
  await openDialog(page);
  const large = { name: "plans.json", mimeType: "application/json", buffer: Buffer.alloc(6_000_000, " ") };
  await dialog(page).getByLabel("Choose a JSON file of plans").setInputFiles(large);
  await expect(told(page)).toHaveText("More than 5 MB is not read: no file of plans is that large.");
  await dialog(page).evaluate((box) => {
    const data = new DataTransfer();
    const text = JSON.stringify({ headroom: 1, scenarios: [{ name: "Dropped", plan: {} }] });
    data.items.add(new File([text], "plans.json"));
    box.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await expect(dialog(page).locator(".found bdi")).toHaveText("Dropped");
});

test("of several plans that were read, all are opened side by side", async ({ page }) => {
  await openDialog(page);
  await paste(page, JSON.stringify({ headroom: 1, scenarios: [{ name: "A", plan: {} }, { name: "B", plan: { tp: "8" } }] }));
  await press(page, "Open");
  await expect(page).toHaveURL(/#v=1&name=A&2\.name=B&2\.tp=8$/);
});

const LONG = `v=1&rate=40&cached=0.5&x=${"headroom-".repeat(230)}`;

test("a link too long to travel is packed, and opens as it was", async ({ page }) => {
  await openDialog(page, LONG);
  const link = await page.locator("#share-link").inputValue();
  expect(link).toMatch(/#z=1\.[\w-]{40,300}$/);
  await expect(dialog(page).locator(".hint").first()).toContainText(/would have 2,\d\d\d characters.* it has \d\d\d characters/);
  await press(page, "Close");
  const mine = await figures(page);
  await page.goto("about:blank");
  await page.goto(link);
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  expect(await figures(page)).toEqual(mine);
  await expect(page).toHaveURL(new RegExp(`${FLEET}#${LONG}$`));
  // There is nothing to undo: the page never showed anything else.
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toHaveAttribute("aria-disabled", "true");
});

const packedNotes = (page) => page.getByRole("list", { name: "About the packed link" });

test("a packed link that was changed or cut says so and shows what could be read", async ({ page }) => {
  await open(page, FLEET, "v=1&rate=40");
  const mine = await figures(page);
  const whole = pack("v=1&rate=40&name=Peak&2.name=Half%20cached&2.cached=0.5&3.gpu=h200");
  await page.goto("about:blank");
  await open(page, FLEET, `${whole.slice(0, -6)}AAAAAA`);
  await expect(packedNotes(page)).toContainText("The packed link was changed on its way: its checksum does not fit.");
  await expect(field(page)).toHaveValue("40");
  expect(await figures(page)).toEqual(mine);
  // While the page stands, by the address alone.
  await page.evaluate((hash) => (location.hash = hash), whole.slice(0, 60));
  await expect(packedNotes(page)).toContainText("The packed link was cut off on its way.");
  await expect(page).toHaveURL(/#v=1&rate=40/);
  await page.evaluate(() => (location.hash = "v=1&rate=20"));
  await expect(packedNotes(page)).toHaveCount(0);
  await page.evaluate((hash) => (location.hash = hash), whole);
  await expect(field(page)).toHaveValue("40");
  await expect(packedNotes(page)).toHaveCount(0);
});

test("a page whose second program cannot be fetched says so and goes on", async ({ page, health }) => {
  health.expects(/Failed to load resource|The program did not start|a request failed/);
  await page.route(/share-[^/]*\/share_bg\.wasm/, (route) => route.fulfill({ status: 404, body: "" }));
  await open(page, FLEET, pack("v=1&rate=40"));
  await expect(page.getByRole("alert")).toContainText("could not be fetched");
  await type(field(page), "41");
  await expect(page).toHaveURL(/rate=41/);
  await expect(page.locator("html")).not.toHaveClass(/no-program/);
});

const NO_STORAGE = "This browser keeps nothing for the page.";

test("a browser that keeps nothing is told of once, and shares all the same", async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
    }
  });
  await openDialog(page);
  await expect(dialog(page).getByText(NO_STORAGE)).toHaveCount(1);
  expect((await handedOver(page, "JSON")).name).toBe("headroom-Peak.json");
  await paste(page, `{"headroom": 1, "scenarios": [{"name": "Night", "plan": {"rate": "5"}}]}`);
  await expect(dialog(page).getByRole("button", { name: "Keep it" })).toHaveCount(0);
  await press(page, "Open");
  await expect(field(page)).toHaveValue("5");
});

test("a browser without room keeps what it had", async ({ page }) => {
  await openDialog(page);
  await keep(page, "First");
  const before = await kept(page).allTextContents();
  await page.evaluate(() => {
    for (let size = 1 << 22; size >= 1; size >>= 1) {
      for (let part = 0; part < 4; part += 1) {
        try {
          localStorage.setItem(`filler.${size}.${part}`, "x".repeat(size));
        } catch {
          break;
        }
      }
    }
  });
  await keep(page, "Second");
  await expect(told(page)).toHaveText(
    "This browser has no room left: nothing was changed for “Second”. Remove a plan, or save this one as a file.",
  );
  expect(await kept(page).allTextContents()).toEqual(before);
  // What takes less room is let through.
  await press(page, "Remove: First");
  await expect(kept(page)).toHaveCount(0);
});

test("what was damaged is set aside, and what can be read of it is there", async ({ page }) => {
  await openDialog(page);
  await keep(page, "First");
  await keep(page, "Second");
  const damaged = await page.evaluate(() => {
    const text = localStorage["headroom.kept.1"];
    return (localStorage["headroom.kept.1"] = text.slice(0, -30));
  });
  await openDialog(page, "v=1");
  const note = dialog(page).locator(".notes");
  await expect(note).toContainText("What this browser kept is damaged. The file ends in the middle");
  await expect(kept(page).locator("strong").first()).toHaveText("Second");
  await keep(page, "Third");
  await expect(told(page)).toHaveText("Kept as “Third”.");
  expect(await page.evaluate(() => localStorage["headroom.kept.1.damaged.1"])).toBe(damaged);
  await press(page, "Close");
  await button(page).click();
  await expect(note).toHaveCount(0);
});

for (const width of [390, 1360]) {
  test(`is accessible at ${width} px, and fits`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openDialog(page);
    await keep(page, "Peak");
    await paste(page, `{"headroom": 1, "scenarios": [{"name": "Night", "plan": {"rate": "0"}}]}`);
    await press(page, "Rename: Peak");
    await expectAccessible(page);
    const spill = await dialog(page).evaluate((box) => box.scrollWidth - box.clientWidth);
    expect(spill, "pixels beyond the right edge").toBeLessThanOrEqual(0);
    const small = await dialog(page).locator("button, input, textarea").evaluateAll((all) =>
      all.filter((one) => !one.hidden && one.getBoundingClientRect().height < 24).map((one) => one.outerHTML),
    );
    expect(small).toEqual([]);
  });
}
