// A static host that a test may stop, make slow, damage, or give a newer version of the site.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { once } from "node:events";
import path from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".xml": "text/xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

export class StaticHost {
  /** What was asked for, in order: paths with their queries. */
  asked = [];
  /** Changes an answer before it is sent: `(place, { status, text }) => …`, where `text` may be undefined for bytes. */
  change = (_, answer) => answer;
  /** Milliseconds before a page or another file that may change is sent. */
  delay = 0;
  #folder;
  #prefix;
  #server;

  /** Serves a folder below a prefix such as "/a/b", or "" for none. */
  constructor(folder, prefix = "") {
    this.#folder = folder;
    this.#prefix = prefix;
  }

  get address() {
    return `http://127.0.0.1:${this.port}${this.#prefix}/`;
  }

  async start() {
    this.#server = createServer((request, response) => this.#answer(request, response));
    this.#server.listen(this.port ?? 0, "127.0.0.1");
    await once(this.#server, "listening");
    this.port = this.#server.address().port;
    return this;
  }

  async stop() {
    if (!this.#server?.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer({ url }, response) {
    this.asked.push(url);
    const { pathname } = new URL(url, "http://host");
    const below = pathname.startsWith(`${this.#prefix}/`) ? pathname.slice(this.#prefix.length + 1) : undefined;
    const place = below?.replace(/(^|\/)$/, "$1index.html");
    const { status, content, type } = await this.#file(place);
    if (this.delay && !/-[0-9a-f]{8,}/.test(pathname)) await new Promise((resolve) => setTimeout(resolve, this.delay));
    response.writeHead(status, {
      "Content-Type": type,
      "Cache-Control": "no-cache",
      "Access-Control-Allow-Origin": "*",
    });
    response.end(content);
  }

  async #file(place) {
    const type = TYPES[path.extname(place ?? "")] ?? "application/octet-stream";
    try {
      if (place === undefined) throw new Error("outside of the site");
      const content = await readFile(path.join(this.#folder, place));
      const text = /text|svg|json/.test(type) ? content.toString() : undefined;
      const changed = this.change(place, { status: 200, text });
      return { status: changed.status, content: changed.text ?? content, type };
    } catch {
      return { status: 404, content: "There is nothing here.", type: "text/plain" };
    }
  }
}
