// What marks.js falls back to in browsers without the CSS Custom Highlight API: <mark> elements,
// one for each stretch of words that is painted alike. The last of the layers lies on top.

import { rangesOf, text } from "./words.js";

const painted = {};
const style = document.createElement("link");
style.rel = "stylesheet";
style.href = new URL("wrap.css", import.meta.url);
document.head.append(style);

const topOf = (layers, word) =>
  layers.findLast((layer) => painted[layer]?.some(([start, end]) => start <= word && word < end));

function stretches(layers) {
  const edges = [...new Set(Object.values(painted).flat(2))].sort((a, b) => a - b);
  return edges.slice(1)
    .map((end, index) => ({ span: [edges[index], end], layer: topOf(layers, edges[index]) }))
    .filter(({ layer }) => layer);
}

export function wrap(layers, layer, spans) {
  if (String(painted[layer] ?? "") === String(spans)) return;
  painted[layer] = spans;
  for (const mark of text.querySelectorAll("mark")) mark.replaceWith(...mark.childNodes);
  for (const paragraph of text.children) paragraph.normalize();
  for (const stretch of stretches(layers)) {
    for (const range of rangesOf(stretch.span)) {
      const mark = document.createElement("mark");
      mark.dataset.layer = stretch.layer;
      range.surroundContents(mark);
    }
  }
}
