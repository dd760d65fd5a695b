// The words about to be marked, kept on the article as data-from and data-to, and the toolbar.

import { announce } from "../work/announce.js";
import { tally } from "../work/activity.js";
import { limit, mark, marks, remove, wordsLeft } from "./marks.js";
import { paint } from "./paint.js";
import { placeToolbar } from "./placement.js";
import { fitting, size, touching, union } from "./spans.js";
import { text, textOf } from "./words.js";

const toolbar = document.querySelector(".toolbar");
const [note, markButton, removeButton] =
  [".note", ".mark", ".remove"].map((name) => toolbar.querySelector(name));

export const words = (n) => `${n} ${n === 1 ? "word" : "words"}`;

export function selection() {
  const { from, to } = text.dataset;
  return from ? [Number(from), Number(to)] : null;
}

export function select(span, hint = "") {
  const before = selection();
  if (String(before) === String(span)) return;
  if (span) [text.dataset.from, text.dataset.to] = span;
  else {
    delete text.dataset.from;
    delete text.dataset.to;
    getSelection().removeAllRanges();
  }
  render(hint);
}

function render(hint) {
  const span = selection();
  toolbar.hidden = !span;
  if (!span) return [paint("selected", []), paint("beyond", [])];
  const [start, end] = span;
  const covered = size(union([...marks(), span])) === size(marks());
  const to = fitting(marks(), span, limit);
  paint("selected", to > start ? [[start, to]] : []);
  paint("beyond", to < end ? [[to, end]] : []);
  markButton.hidden = covered || to === start;
  removeButton.hidden = !touching(marks(), span).length;
  markButton.textContent = to < end ? `Mark the first ${to - start}` : `Mark ${words(end - start)}`;
  note.textContent = to === end ? hint
    : to > start ? `${words(end - to)} too many`
    : "No words left. Remove a phrase first.";
  toolbar.dataset.beyond = end - to;
  placeToolbar(toolbar, span);
}

export function markSelected() {
  const span = selection();
  if (!span) return;
  const to = fitting(marks(), span, limit);
  if (to === span[0]) return announce(note.textContent);
  mark([span[0], to]);
  tally("marked");
  announce(`Marked: ${textOf([span[0], to])}. ${words(wordsLeft())} left.`);
  select(null);
}

export function removeMarked(span) {
  const gone = touching(marks(), span);
  if (!gone.length) return;
  remove(span);
  tally("removed");
  announce(`Removed: ${gone.map(textOf).join("; ")}. ${words(wordsLeft())} left.`);
  select(null);
}

markButton.addEventListener("click", markSelected);
removeButton.addEventListener("click", () => removeMarked(selection()));
toolbar.querySelector(".cancel").addEventListener("click", () => select(null));
