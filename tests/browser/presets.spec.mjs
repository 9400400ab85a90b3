// Each example of the form: its headline, as a reader sees it.
import { expect, open, test } from "./health.mjs";

const EXAMPLES = [
  ["Example A: a 70B fleet on H100", ["4 + 1", "8.2 req/s", "$60/h", "$2.08"], "Prefill compute runs out first."],
  ["Example B: a 70B fleet on H200", ["26", "3.0 req/s", "$182/h", "$2.53"], "Prefill compute runs out first."],
  ["40 req/s on four replicas", ["4 + 1", "8.2 req/s", "$60/h", "—"], "4 replicas are too few: this load needs 7."],
  ["Design scenario: 20 req/s that must hold", ["4 + 1", "8.2 req/s", "$60/h", "$2.08"], "Prefill compute runs out first."],
  ["DeepSeek V3 on 8 × H200", ["6 + 1", "4.8 req/s", "$302/h", "$7.00"], "KV memory runs out first."],
  ["DeepSeek V3 in FP4 on 8 × B200", ["2 + 1", "17.9 req/s", "$161/h", "$3.72"], "KV memory runs out first."],
  ["gpt-oss-120b on 2 × H100", ["4 + 1", "13.0 req/s", "$40/h", "$0.69"], "Prefill compute runs out first."],
  ["gpt-oss-120b on one B200", ["2 + 1", "39.2 req/s", "$20/h", "$0.35"], "KV memory runs out first."],
  ["Qwen3 235B on 4 × H200", ["3 + 1", "10.0 req/s", "$86/h", "$2.40"], "Memory bandwidth runs out first."],
  ["Memory binds: contexts of 60,000 tokens", ["4 + 1", "0.72 req/s", "$60/h", "$20.83"], "KV memory runs out first."],
  ["Prefill binds, prompts share: 16,000 tokens", ["12 + 1", "2.1 req/s", "$156/h", "$5.42"], "Prefill compute runs out first."],
  ["Healthy: short prompts, long answers", ["3 + 1", "33.3 req/s", "$48/h", "$0.22"], "Memory bandwidth runs out first."],
  ["Decode binds: the same with TPOT 12 ms", ["3 + 1", "17.9 req/s", "$48/h", "$0.22"], "3 replicas are too few: this load needs 5."],
];

test("every example opens to its headline", async ({ page }) => {
  await open(page, "sandbox/fleet/");
  const links = page.locator(".examples a");
  await expect(links).toHaveText(EXAMPLES.map(([name]) => name));
  for (const [name, figures, lead] of EXAMPLES) {
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page.locator(".verdict .figure"), name).toHaveText(figures);
    await expect(page.locator(".reason").first(), name).toContainText(lead);
  }
});

test("a lever is pulled with one click and taken back", async ({ page }) => {
  await open(page, "sandbox/fleet/");
  await expect(page.locator(".next")).toContainText("80% of prompt tokens cached: 1 + 1 replicas, 12 GPUs saved, $24/h.");
  await page.getByText("What would help, and by how much").click();
  const row = page.getByRole("row", { name: "50% of prompt tokens cached" });
  await expect(row).toContainText("14.3 req/s");
  await expect(row).toContainText("2 + 1");
  await row.getByRole("button", { name: "Apply: 50% of prompt tokens cached" }).click();
  await expect(page.locator(".verdict .figure").first()).toHaveText("2 + 1");
  await expect(page).toHaveURL(/#v=1&cached=0\.5$/);
  await expect(page.getByLabel("Prefix-cache hit")).toHaveValue("50");
  await expect(page.getByRole("button", { name: "Undo the last change" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator(".verdict .figure").first()).toHaveText("4 + 1");
  await expect(page.getByLabel("Prefix-cache hit")).toHaveValue("0");
  await page.keyboard.press("Control+y");
  await expect(page.getByLabel("Prefix-cache hit")).toHaveValue("50");
});

test("a model and a GPU of one's own, by their figures", async ({ page }) => {
  await open(page, "sandbox/fleet/", "v=1&params=100B&active=20B&experts=16&topk=2&kvrank=512&layers=60&bw=3.35GB/s");
  await expect(page.locator(".results")).toContainText("did you mean 3.35 TB/s?");
  await page.locator(".form .more > summary").click();
  await expect(page.getByLabel("Active parameters")).toHaveValue("20");
  await page.getByLabel("Bandwidth per GPU").fill("3.35 TB/s");
  await page.getByText("Who fills a GPU’s memory").click();
  await expect(page.getByRole("row", { name: "Weights" }).first()).toContainText("25.0 GB");
  await page.getByLabel("Experts per token").fill("99");
  await expect(page.locator("#topk-problem")).toContainText("A token cannot pass through 99 of 16 experts");
});
