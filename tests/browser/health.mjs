// The health of a page: watched from the first request to the end of every test that takes `test` from here.
//
// A test fails on an uncaught error or a panic, on anything that the console calls a warning or an error, on a breach
// of the page's own policy, on a request to another host or one that fails, and on identifiers that are double or lead
// nowhere. What a test provokes on purpose it announces with `health.expects(/…/)`.
import { test as base, expect } from "@playwright/test";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export { expect };

export const test = base.extend({
  health: [
    async ({ page, context, baseURL }, use) => {
      const health = new Health(page, baseURL);
      await health.watch(context);
      await use(health);
      expect(await health.complaints(), "the page's health").toEqual([]);
    },
    { auto: true },
  ],
});

class Health {
  #page;
  #site;
  #heard = [];
  #expected = [];

  constructor(page, baseURL) {
    this.#page = page;
    this.#site = new URL(baseURL);
  }

  /** Announces a complaint that the test provokes. */
  expects(pattern) {
    this.#expected.push(pattern);
  }

  /** What went wrong so far and was not announced. */
  async complaints() {
    const isOurs = !this.#page.isClosed() && this.#page.url().startsWith(this.#site.href);
    const damaged = isOurs ? await this.#page.evaluate(damagedReferences) : [];
    const all = [...this.#heard, ...damaged];
    return all.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }

  /** Listens to every page and every frame of the browser context. */
  async watch(context) {
    const complain = (text) => this.#heard.push(text);
    context.on("weberror", (fault) => complain(`uncaught: ${fault.error().stack ?? fault.error()}`));
    context.on("console", (message) => {
      // Playwright's own word, where a test runs without the service worker.
      if (message.text() === "Service Worker registration blocked by Playwright") return;
      if (["error", "warning", "assert"].includes(message.type())) {
        complain(`console ${message.type()}: ${message.text()}`);
      }
    });
    context.on("request", (request) => {
      const url = new URL(request.url());
      if (["http:", "https:", "ws:", "wss:"].includes(url.protocol) && url.host !== this.#site.host) {
        complain(`a request to another host: ${url}`);
      }
    });
    context.on("requestfailed", (request) => {
      // A navigation that leaves while a file is still under way is no fault.
      if (request.failure()?.errorText !== "net::ERR_ABORTED") {
        complain(`a request failed: ${request.url()} (${request.failure()?.errorText})`);
      }
    });
    this.#page.on("crash", () => complain("the page crashed"));
    await context.exposeBinding("reportBreach", (_, text) => complain(`policy: ${text}`));
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        window.reportBreach(`${event.violatedDirective} stopped ${event.blockedURI} ${event.sample}`);
      });
    });
  }
}

/** Runs in the page: identifiers that occur twice, and references to identifiers that are not there. */
function damagedReferences() {
  const complaints = [];
  const seen = new Set();
  for (const { id } of document.querySelectorAll("[id]")) {
    if (seen.has(id)) complaints.push(`the id "${id}" occurs twice`);
    seen.add(id);
  }
  const lists = [
    "for",
    "aria-labelledby",
    "aria-describedby",
    "aria-controls",
    "aria-owns",
    "aria-errormessage",
    "aria-details",
    "aria-flowto",
    "aria-activedescendant",
    "headers",
    "list",
  ];
  for (const name of lists) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      const missing = element.getAttribute(name).split(/\s+/).filter((id) => id && !seen.has(id));
      for (const id of missing) {
        complaints.push(`<${element.localName} ${name}> names "${id}", which is not there`);
      }
    }
  }
  for (const anchor of document.querySelectorAll('a[href^="#"]')) {
    const id = decodeURIComponent(anchor.getAttribute("href").slice(1));
    // With an equals sign it is a plan, and the program reads it.
    if (id && !id.includes("=") && !seen.has(id)) complaints.push(`a link leads to #${id}, which is not there`);
  }
  return complaints;
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Asks axe about the page in the light and in the dark theme, and leaves it as the reader's system has it. */
export async function expectAccessible(page) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // Through the debugger, not as a script of the page: its policy allows none from elsewhere.
    await page.evaluate(axe);
    const violations = await page.evaluate(async () => {
      const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
      const place = ({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary}`;
      return violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(place) }));
    });
    expect(violations, `axe in the ${colorScheme} theme`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** Opens a page by its path below the site's root, with a plan if there is one, and waits for the program. */
export async function open(page, path = "", plan = "") {
  await page.goto(`./${path}${plan && `#${plan}`}`);
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
}

/** Types key by key, as a person does: setting the value at once hides faults of fields that write back. */
export async function type(field, text) {
  await field.click();
  await field.press("ControlOrMeta+a");
  await field.pressSequentially(text);
}
