// The page and the command agree to the last digit: they call the same functions, and this proves that nothing on the
// way changes what they say.
import { execFileSync } from "node:child_process";
import { expect, open, test } from "./health.mjs";

/** The program `headroom`, as `cargo xtask test` builds it. */
const COMMAND = process.env.HEADROOM;

const B =
  "v=1&model=llama-3.3-70b&gpu=h200&kv=bf16&tp=2&mem=0.92&reserve=3GB&mfu=0.5&mbu=0.75&rate=50&in=3k&out=400&batch=64&util=0.65&spare=0&price=3.5";

const LINKS = {
  "worked example A": ["sandbox/fleet/", "v=1"],
  "worked example B": ["sandbox/fleet/", B],
  "worked example B in tokens per second": ["sandbox/tokens/", B],
  "a queue on four replicas": ["sandbox/ttft/", "v=1&rate=40&replicas=4"],
  "a queue without end": ["sandbox/ttft/", "v=1&rate=46&replicas=4"],
  "what does not fit": ["sandbox/fleet/", "v=1&weights=bf16&tp=1"],
  "a link full of faults": [
    "sandbox/fleet/",
    "v=9&rate=1e309&rate=50&in=-1&out=%3Cb%3E&cached=0,6&tp=3&gpu=h2&util=60&colour=%22red%22&price=NaN&pri",
  ],
};

/** What the command says of a link; it ends with 2 where the link has faults, and answers all the same. */
function command(link) {
  try {
    return JSON.parse(execFileSync(COMMAND, ["size", link, "--json"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  } catch (fault) {
    if (fault.status !== 2 || !fault.stdout) throw fault;
    return JSON.parse(fault.stdout);
  }
}

for (const [name, [path, link]] of Object.entries(LINKS)) {
  test(`the command and the page say the same of ${name}`, async ({ page }) => {
    test.skip(!COMMAND, "HEADROOM names no program: run `cargo xtask test`");
    await open(page, path, link);
    await page.getByText("All figures and their formulas").click();
    const rows = page.locator("tr[data-figure]");
    await expect(rows).not.toHaveCount(0);
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => [row.dataset.figure, row.querySelector("data").value, row.querySelector("data").textContent]),
    );
    const { figures } = command(link);
    for (const [figure, { value, text }] of Object.entries(figures)) {
      const row = shown.find(([own]) => own === figure);
      // A figure that the plan does not have is no row on the page.
      if (!row) {
        expect(text, figure).toBe("none");
        continue;
      }
      expect(row[2], figure).toBe(text);
      expect(row[1] === "" ? null : Number(row[1]), figure).toBe(value);
    }
    expect(shown.map(([figure]) => figure).filter((figure) => !(figure in figures))).toEqual([]);
  });
}
