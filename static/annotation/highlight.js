// The page on which a worker reads and marks: joins its parts and hands the work on.

import { tallies, watchActivity } from "../work/activity.js";
import { autosave } from "../work/autosave.js";
import "../work/fold.js";
import { send } from "../work/send.js";
import "./keyboard.js";
import { change, limit, marks, render } from "./marks.js";
import "./panel.js";
import "./pointer.js";
import { selection, words } from "./selection.js";
import { lawful, size } from "./spans.js";
import { count, text } from "./words.js";

const form = document.querySelector("form.panel");
const problem = form.querySelector(".problem");
const { events, spans } = form.elements;

watchActivity(JSON.parse(events.value));
render();

const draft = autosave(form, {
  read: () => spans.value,
  write(work) {
    const told = JSON.parse(work);
    if (lawful(told, count, limit)) change(told);
  },
  describe: (work) => words(size(JSON.parse(work))),
  prepare() { events.value = JSON.stringify(tallies()); },
});

form.addEventListener("change", () => {
  problem.textContent = "";
  draft.changed();
});

function missing() {
  if (selection()) return "You selected words but did not mark them yet: mark them, or cancel.";
  if (!marks().length) return "Nothing is marked yet: mark at least one word of the article.";
  return "";
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  problem.textContent = missing();
  if (problem.textContent) text.focus();
  else if (await draft.flush()) send(form, problem);
  else problem.textContent = form.querySelector(".save-state").textContent;
});
