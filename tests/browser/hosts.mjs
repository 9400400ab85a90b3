// The pages of tests/hosts, served from an origin of their own: a second port of this machine. The mark @@SITE@@ in them
// becomes the address of the site under test.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test as base, expect as ofBase } from "./health.mjs";

/** A page, its frame and the program in it start one after the other. */
export const expect = ofBase.configure({ timeout: 15_000 });

// The page that a test made.
let made = "";

const FOLDER = new URL("../hosts/", import.meta.url).pathname;

export const test = base.extend({
  /** The address of the hosts' pages. */
  hosts: [
    async ({}, use) => {
      const server = createServer((request, response) => {
        const name = new URL(request.url, "http://host/").pathname.slice(1);
        const page = name === "made.html" ? made : /^[a-z-]+\.html$/.test(name) ? readFileSync(join(FOLDER, name), "utf8") : "";
        response.writeHead(page ? 200 : 404, { "Content-Type": "text/html; charset=utf-8" });
        response.end(page.replaceAll("@@SITE@@", process.env.BASE_URL));
      });
      await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
      await use(`http://127.0.0.1:${server.address().port}/`);
      server.close();
      server.closeAllConnections();
    },
    { scope: "worker" },
  ],
  /** Opens a page with this inside it, on the hosts' address. */
  show: async ({ visit }, use) => {
    await use(async (inside) => {
      made = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Made</title><link rel="icon" href="data:,"><body>${inside}</body></html>`;
      await visit("made");
    });
  },
  /** Opens a host's page, which is on another address than the site: that alone is no fault here. */
  visit: async ({ page, hosts, health }, use) => {
    health.expects(new RegExp(`^a request to another host: ${hosts}[a-z-]+\\.html$`));
    await use((name) => page.goto(`${hosts}${name}.html`));
  },
});

/** The frame of the calculator in an element, which it keeps in its shadow. */
export const calculator = (page, id = "embed") => page.locator(`#${id} iframe.here`).contentFrame();

export const figures = (frame) => frame.locator(".verdict .figure");

/** Everything that the whole calculator says, for the plan of this link. */
export async function sandboxFigures(context, path, plan) {
  const page = await context.newPage();
  await page.goto(`${process.env.BASE_URL}sandbox/${path}/#${plan}`);
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  const texts = await page.locator(".verdict .figure").allTextContents();
  const notes = await page.locator(".verdict .note").allTextContents();
  const reason = await page.locator(".reason").first().textContent();
  await page.close();
  return { texts, notes, reason };
}

/** The same of an embed. */
export async function embedFigures(frame) {
  await frame.locator("html[data-ready]").waitFor({ state: "attached", timeout: 15_000 });
  const texts = await figures(frame).allTextContents();
  const notes = await frame.locator(".verdict .note").allTextContents();
  const reason = await frame.locator(".reason").first().textContent();
  return { texts, notes, reason };
}

/** Keeps in `window.heard` what every frame of the page says to it, and its changes in `window.changes`. */
export function listen() {
  window.heard = [];
  window.changes = [];
  addEventListener("message", ({ data }) => data?.headroom && window.heard.push(data));
  addEventListener("headroom-change", ({ target, detail }) => window.changes.push({ id: target.id, ...detail }));
}
