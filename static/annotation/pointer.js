// Selecting by mouse drag (or any native selection), by taps, and by click on a marked phrase.

import { live, markAt } from "./marks.js";
import { select, selection } from "./selection.js";
import { text, wordAt, wordsIn } from "./words.js";

let pointer, isDrag;

function takeNative() {
  const native = getSelection();
  const span = !native.isCollapsed && wordsIn(native.getRangeAt(0));
  if (!span) return;
  isDrag = true;
  if (!live) native.removeAllRanges();
  select(span);
}

function tap(word) {
  const [from, to] = selection() ?? [];
  if (to === undefined) select(markAt(word) ?? [word, word + 1], "Tap the last word");
  else if (from === word && to === word + 1) select(null);
  else if (word - from < to - 1 - word) select([word, to]);
  else select([from, word + 1]);
}

text.addEventListener("pointerdown", ({ pointerType }) => {
  pointer = pointerType;
  isDrag = false;
});

addEventListener("pointerup", takeNative);

document.addEventListener("selectionchange", () => live && takeNative());

text.addEventListener("click", ({ clientX, clientY }) => {
  if (isDrag) return;
  const word = wordAt(clientX, clientY);
  if (word >= 0) text.dataset.cursor = word;
  if (word >= 0 && pointer === "touch") tap(word);
  else select(markAt(word) ?? null);
});

text.addEventListener("contextmenu", (event) => {
  const marked = markAt(wordAt(event.clientX, event.clientY));
  if (!marked) return;
  event.preventDefault();
  select(marked);
});
