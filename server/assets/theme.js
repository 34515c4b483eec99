// Light, dark or as the system says; set before the page is drawn, so that nothing flashes.
(function () {
  "use strict";
  const root = document.documentElement;
  const choices = ["auto", "light", "dark"];

  function stored() {
    try {
      const choice = localStorage.getItem("theme");
      return choices.includes(choice) ? choice : "auto";
    } catch {
      return "auto";
    }
  }

  function apply(choice) {
    if (choice === "auto") {
      root.removeAttribute("data-theme");
    } else {
      root.setAttribute("data-theme", choice);
    }
  }

  apply(stored());
  document.addEventListener("DOMContentLoaded", function () {
    const button = document.getElementById("theme");
    button.hidden = false;
    button.textContent = "Theme: " + stored();
    button.addEventListener("click", function () {
      const choice = choices[(choices.indexOf(stored()) + 1) % choices.length];
      try {
        localStorage.setItem("theme", choice);
      } catch {
        // Without storage the choice lasts for this page.
      }
      apply(choice);
      button.textContent = "Theme: " + choice;
    });
  });
})();
