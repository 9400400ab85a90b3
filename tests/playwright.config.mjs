// How the browser tests run. `cargo xtask test` serves the built site below a prefix, names its address in BASE_URL
// and the browser in CHROMIUM, and starts Playwright with this.
import { defineConfig, devices } from "@playwright/test";

const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: "browser",
  outputDir: "test-results",
  reporter: "list",
  // One at a time: some tests measure, and two cores are soon shared.
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 30_000,
  expect: { timeout: 5_000 },
  use: {
    ...devices["Desktop Chrome"],
    baseURL: process.env.BASE_URL,
    viewport: { width: 1360, height: 900 },
    locale: "en-GB",
    actionTimeout: 5_000,
    navigationTimeout: 15_000,
    trace: "retain-on-failure",
    // It would answer in place of a test's routes, and fetch the site while a test measures; `offline.spec.mjs` lets it in.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: [
        // The sandbox cannot be set up by root, who runs the tests in containers.
        ...(isRoot ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-dev-shm-usage",
        // The rest keeps the browser itself off the network, so that what is seen there is ours.
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "pages", testIgnore: /\.times\.mjs$|hosts\.spec\.mjs$/, testMatch: /\.spec\.mjs$/ },
    { name: "hosts", testMatch: /hosts\.spec\.mjs$/ },
    { name: "times", testMatch: /\.times\.mjs$/ },
  ],
});
