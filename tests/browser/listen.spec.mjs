// Reading aloud, with a synthesiser that fails as browsers are known to fail, on a clock that the tests move.
import { expect, expectAccessible, open, test } from "./health.mjs";

const KATE = { voiceURI: "kate", name: "Kate", lang: "en-GB", localService: true };
const FAR = { voiceURI: "far", name: "Far", lang: "en-US", localService: false };
const ANNA = { voiceURI: "anna", name: "Anna", lang: "de-DE", localService: true };

/**
 * Runs in the page before anything else: a synthesiser that says `script[n]` of its n-th utterance: "speaks", "keeps"
 * (nothing is heard and nothing told), "forgets" (the end is not told), or "stops" (it falls silent in the middle). What
 * comes within 50 ms behind a cancel is dropped. Every access is counted; `later` voices come so long after the first.
 */
function fake({ voices, later, script, length }) {
  const heard = { touched: 0, asked: [], cancels: 0 };
  let under = null;
  let cancelled = -Infinity;
  const tell = (utterance, type) => under === utterance && utterance.dispatchEvent(new Event(type));
  window.SpeechSynthesisUtterance = class extends EventTarget {
    constructor(text) {
      super();
      this.text = text;
      for (const type of ["start", "end", "error"]) {
        this.addEventListener(type, (event) => this[`on${type}`]?.(event));
      }
    }
  };
  const synthesiser = Object.assign(new EventTarget(), {
    getVoices: () => voices,
    speak(utterance) {
      const { text, lang, rate, voice } = utterance;
      heard.asked.push({ text, lang, rate, voice: voice?.voiceURI ?? null, busy: under !== null });
      under = utterance;
      const act = performance.now() < cancelled + 50 ? "keeps" : (script[heard.asked.length - 1] ?? "speaks");
      if (act !== "keeps") setTimeout(() => tell(utterance, "start"), 20);
      if (act === "speaks") {
        setTimeout(() => {
          if (under !== utterance) return;
          under = null;
          utterance.dispatchEvent(new Event("end"));
        }, length);
      }
    },
    cancel() {
      heard.cancels += 1;
      cancelled = performance.now();
      const utterance = under;
      // Some tell of it at once, and call it an error.
      if (utterance) tell(utterance, "error");
      under = null;
    },
  });
  const arrive = () => {
    voices = later.voices;
    synthesiser.onvoiceschanged?.(new Event("voiceschanged"));
  };
  window.heard = heard;
  Object.defineProperty(window, "speechSynthesis", {
    get() {
      heard.touched += 1;
      if (later && heard.touched === 1) setTimeout(arrive, later.after);
      return synthesiser;
    },
  });
}

/** Opens a page, and waits for the program that reads: it comes when a pointer is first over an offer. */
async function openToListen(page, path) {
  await open(page, path);
  await page.locator("button.listen").first().dispatchEvent("pointerover");
  await page.locator("html[data-hears]").waitFor({ state: "attached" });
}

/** Opens a page whose browser has this synthesiser, its clock standing still. */
async function begin(page, { path = "gist/", voices = [KATE], later, script = [], length = 1000, init } = {}) {
  await page.clock.install({ time: "2026-01-01T00:00:00Z" });
  await page.addInitScript(fake, { voices, later, script, length });
  if (init) await page.addInitScript(init);
  await openToListen(page, path);
  await page.clock.pauseAt("2026-01-01T01:00:00Z");
}

const heard = (page) => page.evaluate(() => window.heard);
const texts = async (page) => (await heard(page)).asked.map(({ text }) => text);

/** The words under the mark. */
const marked = (page) =>
  page.evaluate(() => {
    const ranges = [...(CSS.highlights?.get("spoken") ?? [])];
    return ranges.map((range) => range.toString().replace(/\s+/g, " ")).join("|");
  });

const bar = (page) => page.getByRole("region", { name: "Reading aloud" });
const listen = (page, title) => page.getByRole("button", { name: `Listen: ${title}`, exact: true });

/** That the bar's button and the passage's own say the same, and nobody else's anything but "Listen". */
async function expectLabel(page, title, label) {
  await expect(bar(page).locator('[data-hear="play"]')).toHaveText(label);
  const own = page.getByRole("button", { name: `${label}: ${title}`, exact: true });
  await expect(own).toHaveText(label);
  await expect(page.locator(".listen.read")).toHaveCount(label === "Listen" ? 0 : 1);
  const others = page.locator(".listen:not(.read)");
  expect(new Set(await others.allTextContents())).toEqual(new Set(["Listen"]));
}

async function expectClosed(page, title) {
  await expect(bar(page)).toBeHidden();
  await expect(listen(page, title)).toHaveText("Listen");
  await expect(page.locator(".listen.read")).toHaveCount(0);
  expect(await marked(page)).toBe("");
}

const BRIEF = "In thirty seconds";

/** The last section of the questions is short and has no questions in it. */
const brief = { path: "qa/" };

test("reads each sentence of a section once, marks it, and ends", async ({ page }) => {
  await begin(page, brief);
  const section = page.locator("#q-brief");
  const sentences = (await section.locator("p, li").allTextContents()).join(" ").replace(/\s+/g, " ");
  await listen(page, BRIEF).click();
  await expect(bar(page)).toBeVisible();
  const marks = [];
  for (let turn = 0; turn < 40 && (await bar(page).isVisible()); turn += 1) {
    await page.clock.runFor(30);
    await expectLabel(page, BRIEF, "Pause");
    marks.push(await marked(page));
    await page.clock.runFor(990);
  }
  await expectClosed(page, BRIEF);
  const { asked, cancels } = await heard(page);
  expect(marks[0]).toBe(BRIEF);
  expect(marks.slice(1).join(" ")).toBe(sentences.trim());
  expect(asked).toHaveLength(marks.length);
  expect(new Set(asked.map(({ lang }) => lang))).toEqual(new Set(["en-GB"]));
  expect(new Set(asked.map(({ voice }) => voice))).toEqual(new Set(["kate"]));
  expect(asked.some(({ busy, text }) => busy || text.length > 200)).toBe(false);
  expect(cancels).toBe(0);
});

test("the synthesiser is left alone until somebody asks", async ({ page }) => {
  await begin(page, brief);
  await page.locator("h1").click();
  await page.keyboard.press("Escape");
  await page.evaluate(() => window.dispatchEvent(new Event("pagehide")));
  expect((await heard(page)).touched).toBe(0);
});

test("without a synthesiser it says so, and nothing breaks", async ({ page }) => {
  await page.addInitScript(() => {
    delete Window.prototype.speechSynthesis;
    delete window.speechSynthesis;
    delete window.SpeechSynthesisUtterance;
  });
  // Whoever is quicker than the download is heard all the same.
  await open(page, "qa/");
  await listen(page, BRIEF).click();
  await expect(bar(page).getByRole("alert")).toHaveText(
    "This browser cannot read aloud. Everything stands in the text.",
  );
  await expect(bar(page).locator(":is(button, select):visible")).toHaveText(["Close"]);
  await expectAccessible(page);
  await bar(page).getByRole("button", { name: "Close" }).click();
  await expectClosed(page, BRIEF);
  await expect(listen(page, BRIEF)).toBeFocused();
});

test("without voices the browser’s own is tried after three seconds, then it says so", async ({ page }) => {
  await begin(page, { ...brief, voices: [], script: Array(8).fill("keeps") });
  await listen(page, BRIEF).click();
  await expectLabel(page, BRIEF, "Pause");
  await page.clock.runFor(2990);
  expect(await texts(page)).toEqual([]);
  await page.clock.runFor(20);
  expect((await heard(page)).asked).toMatchObject([{ voice: null, lang: "en-GB" }]);
  await page.clock.runFor(6000);
  await expect(bar(page).getByRole("alert")).toHaveText(
    "This browser has no voice to read with. Everything stands in the text.",
  );
  await expectLabel(page, BRIEF, "Listen");
  // axe waits for timers.
  await page.clock.resume();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expectClosed(page, BRIEF);
});

test("voices that come late are taken", async ({ page }) => {
  const later = { after: 2500, voices: [ANNA, FAR, KATE] };
  await begin(page, { ...brief, voices: [], later });
  await listen(page, BRIEF).click();
  await page.clock.runFor(2490);
  expect(await texts(page)).toEqual([]);
  await expectLabel(page, BRIEF, "Pause");
  await page.clock.runFor(20);
  expect((await heard(page)).asked).toMatchObject([{ voice: "kate" }]);
  const voice = bar(page).getByLabel("Voice");
  await expect(voice.locator("option")).toHaveText(["Far (sends the text to a server)", "Kate"]);
  await expect(voice).toHaveValue("kate");
});

test("voices that come after three seconds are used from the next sentence on", async ({ page }) => {
  await begin(page, { ...brief, voices: [], later: { after: 3500, voices: [KATE] } });
  await listen(page, BRIEF).click();
  await page.clock.runFor(4100);
  const voices = (await heard(page)).asked.map(({ voice }) => voice);
  expect(voices).toEqual([null, "kate"]);
  await expectLabel(page, BRIEF, "Pause");
});

test("a voice that falls silent without a word loses one sentence", async ({ page }) => {
  await begin(page, { ...brief, script: ["speaks", "stops"] });
  await listen(page, BRIEF).click();
  await page.clock.runFor(1500);
  const stuck = await marked(page);
  await page.clock.runFor(30_000);
  expect(await marked(page)).not.toBe(stuck);
  const asked = await texts(page);
  expect(new Set(asked).size).toBe(asked.length);
});

test("ends that never come are not waited for", async ({ page }) => {
  await begin(page, { ...brief, script: Array(60).fill("forgets") });
  await listen(page, BRIEF).click();
  await page.clock.runFor(600_000);
  await expectClosed(page, BRIEF);
  const asked = await texts(page);
  expect(asked.length).toBeGreaterThan(3);
  expect(new Set(asked).size).toBe(asked.length);
});

test("what would be dropped behind a cancel is asked for later", async ({ page }) => {
  await begin(page, brief);
  await listen(page, BRIEF).click();
  await page.clock.runFor(300);
  await bar(page).getByRole("button", { name: "Next sentence" }).click();
  expect(await heard(page)).toMatchObject({ cancels: 1, asked: { length: 1 } });
  await page.clock.runFor(60);
  const second = await marked(page);
  expect((await texts(page)).length).toBe(2);
  await page.clock.runFor(900);
  expect(await marked(page)).toBe(second);
  await page.clock.runFor(200);
  expect((await texts(page)).length).toBe(3);
  await bar(page).getByRole("button", { name: "Previous sentence" }).click();
  expect(await marked(page)).toBe(second);
});

test("a voice that never begins is given up, and another one can be tried", async ({ page }) => {
  await begin(page, { ...brief, voices: [KATE, FAR], script: Array(4).fill("keeps") });
  await listen(page, BRIEF).click();
  await page.clock.runFor(10_000);
  await expect(bar(page).getByRole("alert")).toHaveText(
    "The voice gives no answer. Choose another one, or try again.",
  );
  await expectLabel(page, BRIEF, "Listen");
  await bar(page).getByLabel("Voice").selectOption("far");
  await expect(bar(page)).toContainText("This voice sends the text to a server.");
  await expect(bar(page).locator(".told")).toBeHidden();
  await bar(page).getByRole("button", { name: "Listen" }).click();
  await page.clock.runFor(100);
  await expectLabel(page, BRIEF, "Pause");
  expect((await heard(page)).asked.at(-1)).toMatchObject({ voice: "far" });
});

test("a pause remembers the sentence, by the bar and by the passage’s own button", async ({ page }) => {
  await begin(page, brief);
  await listen(page, BRIEF).click();
  await page.clock.runFor(1500);
  const sentence = await marked(page);
  await bar(page).getByRole("button", { name: "Pause" }).click();
  await expectLabel(page, BRIEF, "Continue");
  await page.clock.runFor(60_000);
  expect(await marked(page)).toBe(sentence);
  expect((await heard(page)).cancels).toBe(1);
  await page.getByRole("button", { name: `Continue: ${BRIEF}` }).click();
  await page.clock.runFor(100);
  await expectLabel(page, BRIEF, "Pause");
  const asked = await texts(page);
  expect(asked.at(-1)).toBe(asked.at(-2));
  // Another passage takes its place.
  await listen(page, "The ladder").click();
  await expectLabel(page, "The ladder", "Pause");
});

for (const [name, provoke] of [
  ["left", () => window.dispatchEvent(new Event("pagehide"))],
  [
    "turned away from",
    () => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
      document.dispatchEvent(new Event("visibilitychange"));
    },
  ],
]) {
  test(`a page that is ${name} falls silent, and stays so`, async ({ page }) => {
    await begin(page, brief);
    await listen(page, BRIEF).click();
    await page.clock.runFor(500);
    await page.evaluate(provoke);
    await expectClosed(page, BRIEF);
    await page.clock.runFor(60_000);
    // Others may be speaking by then.
    await page.evaluate(provoke);
    expect(await heard(page)).toMatchObject({ cancels: 1, asked: { length: 1 } });
  });
}

test("a question is read with its answer, until that is closed", async ({ page }) => {
  await begin(page, { path: "qa/" });
  const question = page.locator("#q-l1");
  await question.locator("summary").click();
  await question.getByRole("button", { name: "Listen: What is goodput?" }).click();
  await page.clock.runFor(1500);
  expect(await texts(page)).toEqual(["What is goodput?", expect.stringMatching(/^Goodput is the number/)]);
  await question.locator("summary").click();
  await expect(bar(page)).toBeHidden();
  await page.clock.runFor(60_000);
  expect(await heard(page)).toMatchObject({ cancels: 1, asked: { length: 2 } });
  // One that is closed elsewhere stops nothing.
  await listen(page, BRIEF).click();
  await question.locator("summary").click();
  await question.locator("summary").click();
  await expect(bar(page)).toBeVisible();
});

test("reads what stands in sight, and no closed answers and controls", async ({ page }) => {
  await begin(page, { path: "qa/", length: 30 });
  await listen(page, "The ladder").click();
  await page.clock.runFor(60_000);
  const all = (await texts(page)).join("\n");
  const ladder = page.locator("#q-ladder");
  const [guess, closed, answer] = await Promise.all([
    ladder.locator(".guess > label").first().textContent(),
    ladder.locator(".guess details p").first().textContent(),
    ladder.locator(".question p").first().textContent(),
  ]);
  // Words without numbers are said as they are written.
  const words = (text) => text.match(/[a-z][a-z ]{12,}/)[0].trim();
  expect(all).toContain("What is goodput?");
  expect(all).toContain(words(guess));
  for (const unread of [words(closed), words(answer), "Show the answer", "Check the guess", "reveal"]) {
    expect(all).not.toContain(unread);
  }
});

test("reads numbers that can be changed, and tables row by row", async ({ page }) => {
  await begin(page, { path: "gist/", length: 30 });
  for (const title of ["A rate is not a load", "What each metric misses"]) {
    const section = page.locator("section", { has: page.getByRole("heading", { name: title, exact: true }) });
    const before = (await texts(page)).length;
    await listen(page, title).click();
    await page.clock.runFor(120_000);
    await expectClosed(page, title);
    const all = (await texts(page)).slice(before).join("\n").replaceAll(",", "");
    for (const field of await section.locator("p > input.input").all()) {
      const behind = await field.evaluate((input) => input.nextSibling?.textContent.match(/^ \w+/)?.[0] ?? "");
      expect(all).toContain((await field.inputValue()).replaceAll(",", "") + behind);
    }
    if (title === "What each metric misses") expect(all).toMatch(/time to first token: /);
  }
});

test("voice and rate are kept for the next visit", async ({ page }) => {
  await begin(page, { ...brief, voices: [KATE, { ...KATE, voiceURI: "sam", name: "Sam" }] });
  await listen(page, BRIEF).click();
  await bar(page).getByLabel("Voice").selectOption("sam");
  await bar(page).getByLabel("Rate").selectOption("1.5×");
  await page.clock.runFor(1100);
  expect((await heard(page)).asked.slice(-1)).toMatchObject([{ voice: "sam", rate: 1.5 }]);
  expect(await page.evaluate(() => [localStorage["headroom.voice"], localStorage["headroom.rate"]])).toEqual([
    "sam",
    "150",
  ]);
  await page.reload();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await listen(page, BRIEF).click();
  await expect(bar(page).getByLabel("Voice")).toHaveValue("sam");
  await expect(bar(page).getByLabel("Rate")).toHaveValue("150");
  expect((await heard(page)).asked).toMatchObject([{ voice: "sam", rate: 1.5 }]);
});

test("everything goes by keyboard alone", async ({ page }) => {
  await begin(page, brief);
  await listen(page, BRIEF).focus();
  await page.keyboard.press("Enter");
  await page.clock.runFor(500);
  const names = [];
  for (let step = 0; step < 6; step += 1) {
    await page.keyboard.press("Tab");
    names.push(await page.evaluate(() => document.activeElement.dataset.hear));
  }
  expect(names).toEqual(["previous", "play", "next", "stop", "voice", "rate"]);
  await page.keyboard.press("Escape");
  await expectClosed(page, BRIEF);
  // The focus is not lost with the bar.
  await expect(listen(page, BRIEF)).toBeFocused();
});

test("where sentences cannot be marked, their block is", async ({ page }) => {
  await begin(page, { ...brief, init: () => delete window.Highlight });
  await listen(page, BRIEF).click();
  await page.clock.runFor(1500);
  await expect(page.locator("#q-brief .spoken")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.locator(".spoken")).toHaveCount(0);
});

test("a figure that changes while it is read breaks nothing", async ({ page }) => {
  await begin(page, { path: "gist/" });
  await listen(page, "A rate is not a load").click();
  await page.clock.runFor(1500);
  const field = page.locator("#g-load input.input").first();
  await field.press("ArrowUp");
  await page.clock.runFor(20_000);
  await expectLabel(page, "A rate is not a load", "Pause");
  expect(await marked(page)).not.toBe("");
  await expect(page.locator(".changed")).toBeVisible();
  const [changed, foot] = await Promise.all([page.locator(".changed").boundingBox(), bar(page).boundingBox()]);
  expect(changed.y + changed.height).toBeLessThanOrEqual(foot.y);
});

for (const width of [390, 1000, 1360]) {
  test(`the offers stand beside their headings at ${width} px, cover nothing and move nothing`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ["gist/", "maps/", "qa/"]) {
      await open(page, path);
      const faults = await page.evaluate(() => {
        document.querySelectorAll("details.question").forEach((question) => (question.open = true));
        const faults = [];
        for (const button of document.querySelectorAll(".listen")) {
          const box = button.getBoundingClientRect();
          const heading = button.previousElementSibling;
          const next = button.nextElementSibling;
          if (box.height < 24 || box.right > innerWidth) faults.push(`${heading.textContent}: too small or outside`);
          for (const beside of [heading, next]) {
            const range = document.createRange();
            range.selectNodeContents(beside);
            for (const line of range.getClientRects()) {
              const clear =
                line.right <= box.left || line.left >= box.right || line.bottom <= box.top || line.top >= box.bottom;
              if (!clear && line.width > 0) faults.push(`${heading.textContent}: over "${beside.textContent}"`);
            }
          }
        }
        const places = () =>
          [...document.querySelectorAll("main :not(.listen)")].map((element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            return [x, y, width, height].join(" ");
          });
        const before = places();
        document.querySelectorAll(".listen").forEach((button) => button.remove());
        const after = places();
        if (before.join() !== after.join()) faults.push("something moved");
        return faults;
      });
      expect(faults, path).toEqual([]);
    }
  });
}

for (const width of [390, 1360]) {
  test(`is accessible at ${width} px while it reads, and the bar fits`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    // On the real clock, since axe waits for timers.
    await page.addInitScript(fake, { voices: [KATE, FAR], script: [], length: 600_000 });
    await openToListen(page, "qa/");
    await page.evaluate(() => localStorage.setItem("headroom.voice", "far"));
    await listen(page, BRIEF).click();
    await expectAccessible(page);
    const { x, y, width: wide, height } = await bar(page).boundingBox();
    expect([x, wide, y + height]).toEqual([0, width, 900]);
    const spill = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(spill, "pixels beyond the right edge").toBeLessThanOrEqual(0);
    const small = await bar(page).locator("button, select").evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().height < 24).map((one) => one.dataset.hear),
    );
    expect(small).toEqual([]);
  });
}
