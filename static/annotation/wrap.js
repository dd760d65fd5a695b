// The fallback of paint.js for browsers without the CSS Custom Highlight API: <mark> elements.

import { rangesOf, text } from "./words.js";

const painted = {};

function unwrap() {
  for (const mark of text.querySelectorAll("mark")) mark.replaceWith(...mark.childNodes);
  for (const paragraph of text.children) paragraph.normalize();
}

export function wrap(layers, layer, spans) {
  if (String(painted[layer] ?? "") === String(spans)) return;
  painted[layer] = spans;
  unwrap();
  for (const name of layers) {
    for (const range of (painted[name] ?? []).flatMap(rangesOf)) {
      const mark = document.createElement("mark");
      mark.dataset.layer = name;
      mark.append(range.extractContents());
      range.insertNode(mark);
    }
  }
}
