// Runs before the first paint: the theme, and whether the address holds a plan. Everything else waits.
(function () {
  "use strict";
  var page = document.documentElement;
  page.classList.add("js");
  if (/^embed-/.test(page.getAttribute("data-page"))) {
    // In somebody else's page the host says which theme it has, and nothing is kept.
    wear(new URLSearchParams(location.search).get("theme"));
    document.addEventListener("DOMContentLoaded", carry);
  } else {
    try {
      wear(localStorage.getItem("headroom.theme"));
    } catch (refused) {
      // Storage may be switched off; the system's own theme then holds.
    }
  }
  if (holdsPlan()) page.classList.add("has-plan");
  // The module that starts the program tells of what fails in it, but not that it is missing itself. Programs that join it later
  // stand in the body, and the page goes on without them.
  addEventListener("no-program", doWithout);
  addEventListener("error", function (event) {
    if (event.target.type === "module" && document.head.contains(event.target)) doWithout();
  }, true);
  // What keeps the site for reading without a network waits until the page has nothing else to do.
  var offline = page.getAttribute("data-offline");
  if (/offline-/.test(offline)) addEventListener("load", function () {
    if (window.requestIdleCallback) requestIdleCallback(keep);
    else setTimeout(keep, 2000);
  });

  function wear(theme) {
    if (theme === "light" || theme === "dark") page.setAttribute("data-theme", theme);
  }

  // Packed or plain; some programs escape what stands between key and value.
  function holdsPlan() {
    return /=|%3d/i.test(location.hash);
  }

  // The way to the whole calculator leads to the plan of the address, whether or not the program ever comes.
  function carry() {
    var link = document.querySelector("a.open");
    if (link && holdsPlan() && !page.hasAttribute("data-ready")) {
      link.setAttribute("href", link.getAttribute("data-carries") + location.hash);
    }
  }

  // The page says so by its styles, and shows what is served for readers without scripts.
  function doWithout() {
    page.classList.add("no-program");
    document.querySelectorAll("noscript").forEach(function (hidden) {
      hidden.insertAdjacentHTML("afterend", hidden.textContent);
      hidden.remove();
    });
  }

  function keep() {
    var script = document.createElement("script");
    script.src = offline + "offline.js";
    document.head.append(script);
  }
})();
