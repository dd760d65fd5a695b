// Instructions that can be folded away; each worker's choice is remembered.

import { keep, recall } from "./keep.js";

for (const fold of document.querySelectorAll("details[data-remember]")) {
  const key = `highres:fold:${fold.dataset.remember}`;
  fold.open = recall(key) ?? matchMedia("(min-width: 70rem)").matches;
  fold.dataset.ready = "";
  fold.addEventListener("toggle", () => keep(key, fold.open));
}
