// The journey in Firefox, driven by puppeteer over WebDriver BiDi, which needs no driver program.
import { walk } from "./journey.mjs";
import puppeteer from "puppeteer-core";

const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: process.env.FIREFOX,
  headless: true,
  // Keeps the browser itself off the network.
  extraPrefsFirefox: { "app.update.enabled": false, "network.captive-portal-service.enabled": false },
});
try {
  const page = await browser.newPage();
  page.setDefaultNavigationTimeout(60_000);
  const faults = [];
  page.on("pageerror", (fault) => faults.push(String(fault)));
  await walk(
    {
      name: `Firefox ${(await browser.version()).replace(/^\D*/, "")}`,
      // The journey itself waits for the program.
      go: (address) => page.goto(address, { waitUntil: "domcontentloaded" }),
      ask: (expression) => page.evaluate(expression),
      type: async (selector, text) => {
        // Not by a click, which has a place: while charts arrive above the form, it moves.
        await page.focus(selector);
        await page.keyboard.down("Control");
        await page.keyboard.press("a");
        await page.keyboard.up("Control");
        await page.keyboard.type(text);
      },
    },
    process.env.BASE_URL,
  );
  if (faults.length > 0) throw new Error(`uncaught: ${faults.join("; ")}`);
} finally {
  await browser.close();
}
