// Runs before the first paint: the chosen theme, and whether the address holds a plan. Everything else waits.
(function () {
  "use strict";
  var page = document.documentElement;
  page.classList.add("js");
  try {
    var theme = localStorage.getItem("headroom.theme");
    if (theme === "light" || theme === "dark") page.setAttribute("data-theme", theme);
  } catch (refused) {
    // Storage may be switched off; the system's own theme then holds.
  }
  // Packed or plain; some programs escape what stands between key and value.
  if (/=|%3d/i.test(location.hash)) page.classList.add("has-plan");
})();
