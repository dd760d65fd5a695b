// The panel beside the article: removing phrases from the list, and the sheet it becomes on a phone.

import { removeMarked } from "./selection.js";
import { text } from "./words.js";

const panel = document.querySelector(".panel");
const list = panel.querySelector(".phrases");
const sheetButton = panel.querySelector(".sheet-button");
const keys = document.querySelector("dialog.keys");

list.addEventListener("click", (event) => {
  const item = event.target.closest("button")?.closest("li");
  if (!item) return;
  const index = [...list.children].indexOf(item);
  removeMarked([Number(item.dataset.start), Number(item.dataset.end)]);
  const next = list.children[index] ?? list.lastElementChild;
  (next?.querySelector("button") ?? text).focus();
});

sheetButton.addEventListener("click", () => {
  const open = panel.toggleAttribute("data-open");
  sheetButton.setAttribute("aria-expanded", open);
});

for (const button of document.querySelectorAll(".keys-button")) {
  button.addEventListener("click", () => keys.showModal());
}

addEventListener("keydown", (event) => event.key === "?" && !keys.open && keys.showModal());
