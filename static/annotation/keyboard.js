// Selecting with the keyboard alone: a cursor that walks by words, kept on the article as
// data-cursor; Shift keeps the other end, data-anchor.

import { announce } from "../work/announce.js";
import { tally } from "../work/activity.js";
import { markAt } from "./marks.js";
import { paint } from "./paint.js";
import { markSelected, removeMarked, select, selection, words } from "./selection.js";
import { count, paragraphOf, rectsOf, text, textOf } from "./words.js";

const cursor = () => Number(text.dataset.cursor ?? 0);
const box = (word) => rectsOf([word, word + 1])[0];
const middle = ({ left, right }) => (left + right) / 2;

// The word of the neighbouring line that lies nearest above or below.
function onLine(from, step) {
  const start = box(from);
  let best = from, line = null;
  for (let word = from + step; word >= 0 && word < count; word += step) {
    const here = box(word);
    if (Math.abs(here.top - start.top) < start.height / 2) continue;
    line ??= here.top;
    if (Math.abs(here.top - line) > start.height / 2) break;
    const off = (at) => Math.abs(middle(box(at)) - middle(start));
    if (best === from || off(word) < off(best)) best = word;
  }
  return best;
}

const forward = () => getComputedStyle(paragraphOf(cursor())).direction === "rtl" ? -1 : 1;

const MOVES = {
  ArrowRight: () => cursor() + forward(),
  ArrowLeft: () => cursor() - forward(),
  ArrowDown: () => onLine(cursor(), 1),
  ArrowUp: () => onLine(cursor(), -1),
  Home: () => Number(paragraphOf(cursor()).dataset.first),
  End: () => Number(paragraphOf(cursor()).nextElementSibling?.dataset.first ?? count) - 1,
};

function show(word) {
  paint("cursor", [[word, word + 1]]);
  const { top, bottom } = box(word);
  const low = innerHeight - 96;
  if (top < 48 || bottom > low) scrollBy(0, top < 48 ? top - 120 : bottom - low + 60);
}

function move(to, extend) {
  const word = Math.max(0, Math.min(count - 1, to));
  if (extend) text.dataset.anchor ??= cursor();
  else delete text.dataset.anchor;
  text.dataset.cursor = word;
  const anchor = Number(text.dataset.anchor);
  select(extend ? [Math.min(anchor, word), Math.max(anchor, word) + 1] : null);
  show(word);
  const said = textOf([word, word + 1]) + (markAt(word) ? ", marked" : "");
  announce(extend ? `${said}, ${words(Math.abs(anchor - word) + 1)} selected` : said);
}

const ACTS = {
  Enter() {
    if (!selection()) select([cursor(), cursor() + 1]);
    markSelected();
    delete text.dataset.anchor;
  },
  Delete: () => removeMarked(selection() ?? [cursor(), cursor() + 1]),
  Backspace: () => ACTS.Delete(),
  Escape() {
    delete text.dataset.anchor;
    select(null);
  },
};

text.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (MOVES[event.key]) move(MOVES[event.key](), event.shiftKey);
  else if (ACTS[event.key]) ACTS[event.key]();
  else return;
  event.preventDefault();
  tally("keyboard");
});

text.addEventListener("focus", () => text.matches(":focus-visible") && show(cursor()));
text.addEventListener("blur", () => paint("cursor", []));
