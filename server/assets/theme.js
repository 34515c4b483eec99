// Light, dark or as the system says; set before the page is drawn, so that nothing flashes. dojo.js has the button.
"use strict";

const THEMES = ["auto", "light", "dark"];

function storedTheme() {
  try {
    const choice = localStorage.getItem("theme");
    return THEMES.includes(choice) ? choice : "auto";
  } catch {
    return "auto";
  }
}

function applyTheme(choice) {
  if (choice === "auto") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", choice);
}

applyTheme(storedTheme());
