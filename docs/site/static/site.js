// Light, dark, or as the system has it: the buttons of the theme turn through these, and the choice is kept.
const next = { auto: "light", light: "dark", dark: "auto" };
const remembered = () => {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null; // storage is forbidden: the choice lasts for the page
  }
};

function show(theme) {
  document.body.dataset.theme = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // see above
  }
}

document.documentElement.classList.remove("no-js");
show(remembered() in next ? remembered() : "auto");
for (const button of document.getElementsByClassName("theme-toggle"))
  button.addEventListener("click", () => show(next[document.body.dataset.theme] ?? "auto"));
