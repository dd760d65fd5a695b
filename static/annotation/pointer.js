// Selecting by mouse drag (or anything that makes a native selection), by tapping the first and
// the last word, and by right click on a marked phrase.

import { tally } from "../work/activity.js";
import { markAt } from "./marks.js";
import { live } from "./paint.js";
import { select, selection } from "./selection.js";
import { text, wordAt, wordsIn } from "./words.js";

const TAP_ON = "Tap the last word of the phrase";
let pointer = "mouse";
let pressed = false;

function takeNative() {
  const native = getSelection();
  if (native.isCollapsed) return;
  const span = wordsIn(native.getRangeAt(0));
  if (span) select(span);
}

function tap(word) {
  const span = selection();
  if (!span) {
    const marked = markAt(word);
    return select(marked ?? [word, word + 1], marked ? "" : TAP_ON);
  }
  const [from, to] = span;
  if (to - from === 1 && word === from) select(null);
  else if (word < from || (word < to && word - from < to - 1 - word)) select([word, to]);
  else select([from, word + 1]);
}

text.addEventListener("pointerdown", (event) => {
  pointer = event.pointerType;
  pressed = true;
  tally(pointer === "touch" ? "touch" : "mouse");
});

addEventListener("pointerup", () => {
  pressed = false;
  if (!live) takeNative();
});

document.addEventListener("selectionchange", () => {
  if (live || !pressed) takeNative();
});

text.addEventListener("click", (event) => {
  if (!getSelection().isCollapsed) return;
  const word = wordAt(event.clientX, event.clientY);
  if (pointer === "touch" && word !== null) return tap(word);
  if (word !== null) text.dataset.cursor = word;
  select((word !== null && markAt(word)) || null);
});

text.addEventListener("contextmenu", (event) => {
  const word = wordAt(event.clientX, event.clientY);
  const marked = word !== null && markAt(word);
  if (!marked) return;
  event.preventDefault();
  select(marked);
});
