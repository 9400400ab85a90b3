// The journey in WebKit, driven by its own WebDriver program: a few requests, so no library.
import { walk, until } from "./journey.mjs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const port = await freePort();
const driver = spawn(process.env.WEBKIT_DRIVER, [`--port=${port}`], { stdio: "inherit" });
const gone = once(driver, "exit");
let session;
try {
  await until(() => isListening(port), "the driver to listen");
  session = await tell("POST", "/session", {
    capabilities: {
      alwaysMatch: {
        "webkitgtk:browserOptions": { binary: process.env.WEBKIT, args: ["--automation"] },
      },
    },
  });
  const at = `/session/${session.sessionId}`;
  await walk(
    {
      name: `WebKit ${session.capabilities.browserVersion}`,
      go: (url) => tell("POST", `${at}/url`, { url }),
      ask: (expression) => tell("POST", `${at}/execute/sync`, { script: `return ${expression}`, args: [] }),
      type: async (selector, text) => {
        const found = await tell("POST", `${at}/element`, { using: "css selector", value: selector });
        const field = `${at}/element/${found[ELEMENT]}`;
        await tell("POST", `${at}/execute/sync`, {
          script: "arguments[0].focus(); arguments[0].select()",
          args: [found],
        });
        await tell("POST", `${field}/value`, { text });
      },
    },
    process.env.BASE_URL,
  );
} finally {
  // On every path: a browser whose driver is gone would run on.
  if (session) await tell("DELETE", `/session/${session.sessionId}`).catch(() => {});
  driver.kill();
  await gone;
}

async function tell(method, path, body) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    body: body && JSON.stringify(body),
    headers: { "Content-Type": "application/json" },
  });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
  return value;
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

async function isListening(port) {
  return fetch(`http://127.0.0.1:${port}/status`).then(() => true, () => false);
}
