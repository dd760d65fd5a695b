// Selecting by keyboard: data-cursor walks by words, data-anchor is a selection's other end.

import { markAt, paint } from "./marks.js";
import { announce, markSelected, removeMarked, select, selection, words } from "./selection.js";
import { count, paragraphOf, rectsOf, text, textOf } from "./words.js";

const at = text.dataset;
const cursor = () => Number(at.cursor ?? 0);
const box = (word) => rectsOf([word, word + 1])[0];

// The nearest word of the line above or below.
function onLine(step) {
  const from = box(cursor());
  const off = (word) => Math.abs(box(word).left + box(word).right - from.left - from.right);
  const sameLine = (a, b) => Math.abs(a.top - b.top) < a.height / 2;
  let best = null;
  for (let word = cursor() + step; word >= 0 && word < count; word += step) {
    if (sameLine(box(word), from)) continue;
    if (best !== null && !sameLine(box(word), box(best))) break;
    if (best === null || off(word) < off(best)) best = word;
  }
  return best ?? cursor();
}

const forward = () => paragraphOf(cursor()).matches(":dir(rtl)") ? -1 : 1;

const MOVES = {
  ArrowRight: () => cursor() + forward(),
  ArrowLeft: () => cursor() - forward(),
  ArrowDown: () => onLine(1),
  ArrowUp: () => onLine(-1),
  Home: () => Number(paragraphOf(cursor()).dataset.first),
  End: () => Number(paragraphOf(cursor()).nextElementSibling?.dataset.first ?? count) - 1,
};

function show() {
  paint("cursor", [[cursor(), cursor() + 1]]);
  const { top, bottom } = box(cursor());
  if (top < 64) scrollBy(0, top - 160);
  else if (bottom > innerHeight - 100) scrollBy(0, bottom - innerHeight + 200);
}

function move(to, extend) {
  if (extend) at.anchor ??= cursor();
  at.cursor = Math.max(0, Math.min(count - 1, to));
  const ends = [cursor(), Number(at.anchor)].sort((a, b) => a - b);
  select(extend ? [ends[0], ends[1] + 1] : null);
  show();
  const marked = markAt(cursor()) ? ", marked" : "";
  const selected = extend ? `, ${words(ends[1] + 1 - ends[0])} selected` : "";
  announce(textOf([cursor(), cursor() + 1]) + marked + selected);
}

const here = () => selection() ?? [cursor(), cursor() + 1];

const ACTS = {
  Enter() {
    select(here());
    markSelected();
  },
  Delete: () => removeMarked(here()),
  Backspace: () => removeMarked(here()),
  Escape: () => select(null),
};

text.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key in MOVES) move(MOVES[event.key](), event.shiftKey);
  else if (event.key in ACTS) ACTS[event.key]();
  else return;
  event.preventDefault();
});

text.addEventListener("focus", () => text.matches(":focus-visible") && show());
text.addEventListener("blur", () => paint("cursor", []));
