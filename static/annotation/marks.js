// What is marked: the list of phrases is the state, all else follows from it.

import { size, touching, union, without } from "./spans.js";
import { rangesOf, text, textOf } from "./words.js";

const LAYERS = ["marked", "selected", "beyond", "cursor"];
export const panel = document.querySelector("form.panel");
export const find = (name) => panel.querySelector(name);
export const list = find(".phrases");
export const limit = Number(panel.dataset.limit);

// Whether painting leaves the text alone, so that it may happen in mid-drag.
export const live = "Highlight" in globalThis;
const { wrap } = live ? {} : await import("./wrap.js");

export function paint(layer, spans) {
  if (wrap) return wrap(LAYERS, layer, spans);
  if (spans.length) text.dataset.painted = ""; // until then the browser looks for no such styles
  const highlight = new Highlight(...spans.flatMap(rangesOf));
  highlight.priority = LAYERS.indexOf(layer);
  CSS.highlights.set(layer, highlight);
}

export const marks = () =>
  [...list.children].map(({ dataset }) => [Number(dataset.start), Number(dataset.end)]);

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
  const item = find("template").content.firstElementChild.cloneNode(true);
  Object.assign(item.dataset, { start, end });
  item.firstElementChild.textContent = textOf([start, end]);
  item.lastElementChild.ariaLabel += index + 1;
  return item;
}

// What the server has not written into the page already.
export function adopt() {
  paint("marked", marks());
  find("[name=spans]").value = JSON.stringify(marks());
}

export function render() {
  const spans = marks();
  adopt();
  find(".left").textContent = wordsLeft();
  find("progress").value = size(spans);
  find(".phrase-count").textContent = panel.dataset.marked = spans.length;
}
