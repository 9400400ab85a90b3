// A chart as a reader meets it: its figure, what is read from it by keyboard, and its table.
import { expect } from "./health.mjs";

export const figure = (page, id = "chart-tpot") => page.locator(`#${id}`);
export const probe = (page, id) => figure(page, id).locator(".probe");
export const readOut = (page, id) => figure(page, id).locator(".read-out");
export const spoken = (page, id) => probe(page, id).getAttribute("aria-valuetext");

/** A place over the plot, by its share of the width. */
export async function place(page, share, id) {
  await probe(page, id).scrollIntoViewIfNeeded();
  const box = await probe(page, id).boundingBox();
  return [box.x + share * box.width, box.y + box.height / 2];
}

/** Goes along a chart by arrow keys from end to end, and gives what is heard at each step. */
export async function heard(page, id) {
  await probe(page, id).focus();
  await page.keyboard.press("End");
  const last = await probe(page, id).evaluate((element) => element.ariaValueText);
  await page.keyboard.press("Home");
  return probe(page, id).evaluate((element, last) => {
    const texts = [];
    // Two points beside each other may read alike.
    for (let steps = 0; steps < 2000 && texts.at(-1) !== last; steps += 1) {
      texts.push(element.ariaValueText);
      element.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }));
    }
    return texts;
  }, last);
}

/** The rows of a chart's table as objects, by their headings, and by the number that names each. */
export async function rows(page, id) {
  await figure(page, id).getByText("Show as a table").click();
  const table = figure(page, id).locator("table");
  await expect(table).toBeVisible();
  const all = await table.evaluate((element) => {
    const [head, ...rest] = [...element.rows].map((row) => [...row.cells].map((cell) => cell.textContent));
    return rest.map((cells) => Object.fromEntries(cells.map((text, place) => [place ? head[place] : "x", text])));
  });
  return new Map(all.map((row) => [parseFloat(row.x.replaceAll(",", "")), row]));
}
