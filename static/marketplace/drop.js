// A panel that drops from the bar closes on Escape, on a click elsewhere, and when its sibling opens.

const drops = [...document.querySelectorAll("[data-drop]")];

function closeAllBut(kept) {
  for (const drop of drops) if (drop !== kept) drop.open = false;
}

for (const drop of drops) {
  drop.addEventListener("toggle", () => drop.open && closeAllBut(drop));
  drop.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drop.open) return;
    drop.open = false;
    drop.querySelector("summary").focus();
  });
}

document.addEventListener("click", (event) => closeAllBut(event.target.closest("[data-drop]")));
window.addEventListener("blur", () => closeAllBut(null));
