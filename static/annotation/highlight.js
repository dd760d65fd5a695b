// The page on which a worker reads and marks: its panel and its draft.

import { tallies, watchActivity } from "../work/activity.js";
import { autosave } from "../work/autosave.js";
import { send } from "../work/send.js";
import "./keyboard.js";
import { adopt, change, find, limit, list, marks, panel } from "./marks.js";
import "./pointer.js";
import { removeMarked, selection, words } from "./selection.js";
import { lawful, size } from "./spans.js";
import { count, text } from "./words.js";

const { events, spans } = panel.elements;
const problem = find(".problem");
const keys = document.querySelector(".keys");

watchActivity(JSON.parse(events.value));
adopt();

const flush = autosave(panel, {
  read: () => spans.value,
  write(work) {
    const told = JSON.parse(work);
    if (lawful(told, count, limit)) change(told);
  },
  describe: (work) => words(size(JSON.parse(work))),
  prepare() { events.value = JSON.stringify(tallies()); },
});

panel.addEventListener("change", () => { problem.textContent = ""; });

list.addEventListener("click", (event) => {
  const item = event.target.closest("button")?.closest("li");
  if (!item) return;
  const index = [...list.children].indexOf(item);
  removeMarked([Number(item.dataset.start), Number(item.dataset.end)]);
  const next = list.children[index] ?? list.lastElementChild;
  (next?.querySelector("button") ?? text).focus();
});

find(".sheet-button").addEventListener("click", ({ currentTarget }) => {
  currentTarget.ariaExpanded = panel.toggleAttribute("data-open");
});

document.querySelector(".keys-button").addEventListener("click", () => keys.showModal());
addEventListener("keydown", (event) => event.key === "?" && !keys.open && keys.showModal());

panel.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { unmarked, empty } = problem.dataset;
  problem.textContent = selection() ? unmarked : marks().length ? "" : empty;
  if (problem.textContent) text.focus();
  else if (await flush()) send(panel, problem);
  else problem.textContent = find(".save-state").textContent;
});
