// The health check, checked: a page that is well is made ill in each of these ways, and that has to be noticed.
import { expect, open, test } from "./health.mjs";

const ILLNESSES = {
  "an uncaught error": () => setTimeout(() => { throw new Error("provoked"); }),
  "a promise that nobody caught": () => void Promise.reject(new Error("provoked")),
  "an error on the console": () => console.error("provoked"),
  "a warning on the console": () => console.warn("provoked"),
  "an inline script": () => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
  },
  "a style attribute": () => document.body.setAttribute("style", "color: red"),
  "a picture from elsewhere": () => void document.body.append(Object.assign(new Image(), { src: "http://127.0.0.2:9/" })),
  "a window opened on another host": () => void window.open("http://127.0.0.2:9/"),
  "a file that is not there": () => void fetch("nowhere.json"),
  "an identifier that occurs twice": () => {
    for (const part of ["b", "i"]) document.body.append(Object.assign(document.createElement(part), { id: "twin" }));
  },
  "a reference that leads nowhere": () => document.body.setAttribute("aria-describedby", "nowhere"),
  "a link within the page that leads nowhere": () => {
    document.body.append(Object.assign(document.createElement("a"), { href: "#nowhere" }));
  },
};

for (const [name, illness] of Object.entries(ILLNESSES)) {
  test(`notices ${name}`, async ({ page, health }) => {
    await open(page);
    expect(await health.complaints()).toEqual([]);
    await page.evaluate(illness);
    await expect.poll(async () => (await health.complaints()).length).toBeGreaterThan(0);
    health.expects(/./);
  });
}
