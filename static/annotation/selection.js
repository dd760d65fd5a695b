// The words about to be marked: data-from and data-to of the article, and the toolbar.

import { limit, mark, marks, paint, remove, wordsLeft } from "./marks.js";
import { fitting, size, touching, union } from "./spans.js";
import { rectsOf, text, textOf } from "./words.js";

const GAP = 8;
const voice = document.querySelector(".announcement");
const toolbar = document.querySelector(".toolbar");
const [markButton, removeButton, note, cancelButton] = toolbar.children;

export const words = (n) => `${n} ${n === 1 ? "word" : "words"}`;

export function announce(said) {
  voice.textContent = said === voice.textContent ? `${said}\u00a0` : said;
}

export function selection() {
  const { from, to } = text.dataset;
  return from ? [Number(from), Number(to)] : null;
}

export function select(span, hint = "") {
  if (String(selection()) === String(span)) return;
  if (span) [text.dataset.from, text.dataset.to] = span;
  else {
    delete text.dataset.from;
    delete text.dataset.anchor;
    getSelection().removeAllRanges();
  }
  render(hint);
}

function render(hint) {
  const span = selection();
  toolbar.hidden = !span;
  const [start, end] = span ?? [0, 0];
  const to = fitting(marks(), [start, end], limit);
  paint("selected", to > start ? [[start, to]] : []);
  paint("beyond", end > to ? [[to, end]] : []);
  if (!span) return;
  const covered = size(union([...marks(), span])) === size(marks());
  markButton.hidden = covered || to === start;
  removeButton.hidden = !covered;
  markButton.textContent = to < end ? `Mark first ${to - start}` : `Mark ${words(end - start)}`;
  note.textContent = to === end ? hint
    : to > start ? `${words(end - to)} too many`
    : "No words left: remove a phrase first";
  place(start, end);
}

// Above the first line of the selection, or below its last one.
function place(start, end) {
  const { left, top } = rectsOf([start, start + 1])[0];
  const { bottom } = rectsOf([end - 1, end]).at(-1);
  const frame = toolbar.offsetParent.getBoundingClientRect();
  const above = top - toolbar.offsetHeight - GAP;
  const x = Math.min(left - frame.left, frame.width - toolbar.offsetWidth);
  const y = (above > GAP ? above : bottom + GAP) - frame.top;
  toolbar.style.translate = `${Math.max(0, x)}px ${y}px`;
}

export function markSelected() {
  const span = selection();
  const to = fitting(marks(), span, limit);
  if (to === span[0]) return announce(note.textContent);
  mark([span[0], to]);
  announce(`Marked: ${textOf([span[0], to])}. ${words(wordsLeft())} left.`);
  select(null);
}

export function removeMarked(span) {
  const gone = touching(marks(), span);
  if (!gone.length) return;
  remove(span);
  announce(`Removed: ${gone.map(textOf).join("; ")}. ${words(wordsLeft())} left.`);
  select(null);
}

markButton.addEventListener("click", markSelected);
removeButton.addEventListener("click", () => removeMarked(selection()));
cancelButton.addEventListener("click", () => select(null));
addEventListener("resize", () => selection() && place(...selection()));
