// Keeps the whole site for reading without a network. The prerenderer fills in the version and the lists.
//
// Nobody is trapped on an old version: whatever may change comes from the network as long as that answers in time, and
// from here only where it does not. What has a hash in its name cannot change, so that comes from here at once. Each
// version has a cache of its own, filled whole or not at all: a page from it finds the files that it was built with.
"use strict";

const VERSION = "@@VERSION@@";
// Pages that name their version.
const PAGES = @@PAGES@@;
// What else keeps its name when it changes.
const OTHERS = @@OTHERS@@;
// What has a hash in its name.
const HASHED = @@HASHED@@;

const ROOT = new URL("./", self.location.href);
// The host's other sites have caches too, and perhaps this very program below another path.
const OURS = `headroom ${ROOT.pathname} `;
const CACHE = OURS + VERSION;
// How long the network may take to begin its answer.
const PATIENCE_MS = 2000;

self.addEventListener("install", (event) => event.waitUntil(fill()));

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !isKnown(url)) return;
  const place = url.pathname.slice(ROOT.pathname.length);
  if (HASHED.includes(place)) event.respondWith(keptFirst(event.request, place));
  else if (PAGES.includes(place) || OTHERS.includes(place)) event.respondWith(networkFirst(event.request, place));
});

// A page says which version it is, or that its reader asked for the one that waits here.
self.addEventListener("message", (event) => {
  const { version, wanted } = event.data ?? {};
  if (wanted === true) self.skipWaiting();
  else if (typeof version === "string" && version !== VERSION) event.source.postMessage({ newer: VERSION });
  // The page came from the network and is this version already. Pages of the old one may still need its files.
  else if (version === VERSION) event.waitUntil(isOnlyPage().then((only) => only && self.skipWaiting()));
});

/** Ours, and without a query, or with the one that embeds know. */
function isKnown({ href, search }) {
  return href.startsWith(ROOT.href) && /^(\?theme=(light|dark|auto))?$/.test(search);
}

/** Fetches every file, one after another, so that what the reader asks for goes first. */
async function fill() {
  const cache = await caches.open(CACHE);
  try {
    for (const place of PAGES) await cache.put(placed(place), await ofThisVersion(place));
    for (const place of OTHERS) await cache.put(placed(place), await whole(place, "no-cache"));
    for (const place of HASHED) await cache.put(placed(place), await whole(place, "default"));
  } catch (fault) {
    await caches.delete(CACHE);
    throw fault;
  }
}

/** The file, never an error and never what a redirection led to. */
async function whole(place, cache) {
  const answer = await fetch(placed(place), { cache });
  if (!answer.ok || answer.redirected) throw new Error(`${place} answered with ${answer.status}`);
  return answer;
}

/** The page, unless the host is in the middle of a change and sends that of another version. */
async function ofThisVersion(place) {
  const answer = await whole(place, "no-cache");
  const text = await answer.clone().text();
  if (!text.includes(VERSION)) throw new Error(`${place} is of another version`);
  return answer;
}

async function takeOver() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function keptFirst(request, place) {
  return (await kept(place)) ?? fetch(request);
}

async function networkFirst(request, place) {
  const answer = fetch(request);
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const first = await Promise.race([answer, patience]).catch(() => undefined);
  if (first && first.status < 500) return first;
  return (await kept(place)) ?? answer;
}

async function kept(place) {
  const cache = await caches.open(CACHE);
  return cache.match(placed(place), { ignoreVary: true });
}

async function isOnlyPage() {
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.filter(({ url }) => url.startsWith(ROOT.href)).length <= 1;
}

function placed(place) {
  return new URL(place, ROOT).href;
}
