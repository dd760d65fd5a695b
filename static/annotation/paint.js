// Paints spans of words without touching the text; where the browser cannot, wrap.js does.

import { rangesOf } from "./words.js";

const LAYERS = ["marked", "selected", "beyond", "cursor"];

// Whether painting leaves the text alone, so that it can happen while a mouse drags over it.
export const live = "Highlight" in globalThis;
const { wrap } = live ? {} : await import("./wrap.js");

export function paint(layer, spans) {
  if (wrap) return wrap(LAYERS, layer, spans);
  const highlight = new Highlight(...spans.flatMap(rangesOf));
  highlight.priority = LAYERS.indexOf(layer);
  CSS.highlights.set(layer, highlight);
}
