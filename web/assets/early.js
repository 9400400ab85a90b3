// Runs before the first paint: the theme, and whether the address holds a plan. Everything else waits.
(function () {
  "use strict";
  var page = document.documentElement;
  page.classList.add("js");
  if (/^embed-/.test(page.getAttribute("data-page"))) {
    // In somebody else's page the host says which theme it has, and nothing is kept.
    wear(new URLSearchParams(location.search).get("theme"));
    // A program that a host or the network keeps away says nothing by itself.
    addEventListener("error", function (event) {
      if (event.target.localName === "script") page.classList.add("no-program");
    }, true);
    document.addEventListener("DOMContentLoaded", carry);
  } else {
    try {
      wear(localStorage.getItem("headroom.theme"));
    } catch (refused) {
      // Storage may be switched off; the system's own theme then holds.
    }
  }
  if (holdsPlan()) page.classList.add("has-plan");

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
})();
