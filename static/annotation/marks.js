// What is marked. The list of phrases is the state: every item carries its span, and the words
// left, the paint in the article and what will be sent follow from it.

import { paint } from "./paint.js";
import { size, touching, union, without } from "./spans.js";
import { textOf } from "./words.js";

const panel = document.querySelector(".panel");
const list = panel.querySelector(".phrases");
const row = panel.querySelector("template");
export const limit = Number(panel.dataset.limit);

export const marks = () =>
  [...list.children].map((item) => [Number(item.dataset.start), Number(item.dataset.end)]);

export const wordsLeft = () => limit - size(marks());

export const markAt = (word) => touching(marks(), [word, word + 1])[0];

export const mark = (span) => change(union([...marks(), span]));

export const remove = (span) => change(without(marks(), span));

export function change(spans) {
  list.replaceChildren(...spans.map(phrase));
  render();
  list.dispatchEvent(new Event("change", { bubbles: true }));
}

function phrase([start, end], index) {
  const item = row.content.firstElementChild.cloneNode(true);
  Object.assign(item.dataset, { start, end });
  item.querySelector(".phrase").textContent = textOf([start, end]);
  item.querySelector("button").setAttribute("aria-label", `Remove phrase ${index + 1}`);
  return item;
}

export function render() {
  const spans = marks();
  paint("marked", spans);
  panel.querySelector(".left").textContent = limit - size(spans);
  panel.querySelector("progress").value = size(spans);
  panel.querySelector(".phrase-count").textContent = spans.length;
  panel.dataset.marked = spans.length;
  panel.querySelector("[name=spans]").value = JSON.stringify(spans);
}
