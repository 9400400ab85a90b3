// Starts what keeps the site for reading without a network, and says when a newer version waits. Where service workers
// are missing or refused (an opaque frame, a private window, an address without https) it does nothing.
(() => {
  "use strict";
  const HOUR_MS = 3_600_000;
  const page = document.documentElement;
  const folder = new URL("./", document.currentScript.src);
  const root = new URL(page.dataset.root, document.baseURI);
  keep().catch(() => {});

  async function keep() {
    // Inside another page, or where bytes are dear, nobody asked for the whole site.
    if (window.top !== window || navigator.connection?.saveData || !navigator.serviceWorker) return;
    await programSettles();
    const registration = await navigator.serviceWorker.register(new URL("sw.js", root), {
      scope: root.href,
      updateViaCache: "none",
    });
    navigator.serviceWorker.addEventListener("message", ({ data }) => data?.newer && offer(registration));
    navigator.serviceWorker.startMessages();
    registration.addEventListener("updatefound", () => watch(registration));
    // Without a network there is nothing newer than what waits already.
    await registration.update().catch(() => {});
    watch(registration);
    lookAgain(registration);
  }

  /** What the reader came for is loaded first. */
  async function programSettles() {
    const isSettled = () => "ready" in page.dataset || page.classList.contains("no-program");
    for (let half = 0; half < 20 && !isSettled(); half += 1) {
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  /** Asks the version that waits, now or once it is complete, whether it is newer than this page. */
  function watch(registration) {
    const next = registration.installing ?? registration.waiting;
    const ask = () => next.state === "installed" && next.postMessage({ version: page.dataset.version });
    next?.addEventListener("statechange", ask);
    if (next) ask();
  }

  /** A page may stay open for days, and browsers look for a newer version only when somebody goes somewhere. */
  function lookAgain(registration) {
    let looked = Date.now();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden || Date.now() - looked < HOUR_MS) return;
      looked = Date.now();
      registration.update().catch(() => {});
    });
  }

  /** One line at the foot. The page is left alone until the reader asks. */
  function offer(registration) {
    if (document.querySelector(".newer")) return;
    const style = Object.assign(document.createElement("link"), { rel: "stylesheet" });
    style.href = new URL("offline.css", folder);
    const line = Object.assign(document.createElement("p"), { className: "newer" });
    line.setAttribute("role", "status");
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Reload" });
    button.className = "button";
    button.addEventListener("click", () => renew(registration));
    // A status that is put in with its words already in it is not read out.
    style.addEventListener("load", () => line.append("A newer version is ready. ", button));
    document.head.append(style);
    (document.querySelector("footer") ?? document.body).append(line);
  }

  /** Lets the newer version in and loads the page anew. The plan is in the address, so it stays. */
  function renew(registration) {
    const reload = () => location.reload();
    if (!registration.waiting) return reload();
    navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
    registration.waiting.postMessage({ wanted: true });
    setTimeout(reload, 2000);
  }
})();
