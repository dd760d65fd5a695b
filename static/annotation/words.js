// Where the words of the article lie. Paragraphs are plain text; data-words packs their words
// (annotation/paragraphs.py) and is unpacked when a paragraph is first touched.

export const text = document.querySelector(".text");
export const count = Number(text?.dataset.count);

const unpacked = new WeakMap();

function edges(paragraph) {
  if (!unpacked.has(paragraph)) {
    const starts = [], ends = [];
    let at = 0;
    for (const packed of paragraph.dataset.words.split(" ")) {
      const [gap, length = null] = packed.split(":");
      starts.push(at += length === null ? 1 : Number(gap));
      ends.push(at += Number(length ?? gap));
    }
    unpacked.set(paragraph, { starts, ends });
  }
  return unpacked.get(paragraph);
}

// How many of the sorted numbers are below the value.
function below(numbers, value) {
  let low = 0, high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

const first = (paragraph) => Number(paragraph.dataset.first);

export function paragraphOf(word) {
  let low = 0, high = text.children.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (first(text.children[middle]) <= word) low = middle;
    else high = middle;
  }
  return text.children[low];
}

function place(paragraph, unit) {
  const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  let node = texts.nextNode();
  for (; unit > node.length; node = texts.nextNode()) unit -= node.length;
  return [node, unit];
}

// One range for each paragraph that the span runs through.
export function rangesOf([start, end]) {
  const ranges = [];
  for (let word = start; word < end; ) {
    const paragraph = paragraphOf(word), at = first(paragraph), { starts, ends } = edges(paragraph);
    const last = Math.min(end, at + starts.length);
    const range = new Range();
    range.setStart(...place(paragraph, starts[word - at]));
    range.setEnd(...place(paragraph, ends[last - 1 - at]));
    ranges.push(range);
    word = last;
  }
  return ranges;
}

export const textOf = (span) => rangesOf(span).join(" ").replace(/\s+/g, " ");

export const rectsOf = (span) => rangesOf(span).flatMap((range) => [...range.getClientRects()]);

function wordsBefore(node, offset, edge) {
  if (node === text) return offset < text.children.length ? first(text.children[offset]) : count;
  const paragraph = (node.closest ? node : node.parentElement).closest("[data-words]");
  const lead = new Range();
  lead.setStart(paragraph, 0);
  lead.setEnd(node, offset);
  const units = lead.toString().length;
  return first(paragraph) + below(edges(paragraph)[edge], edge === "ends" ? units + 1 : units);
}

// The whole words that a range of the document touches, as a span, or null.
export function wordsIn(range) {
  if (!range.intersectsNode(text)) return null;
  const all = new Range();
  all.selectNodeContents(text);
  const inside = range.cloneRange();
  if (inside.compareBoundaryPoints(Range.START_TO_START, all) < 0) inside.setStart(text, 0);
  if (inside.compareBoundaryPoints(Range.END_TO_END, all) > 0) inside.setEnd(text, text.childNodes.length);
  const start = wordsBefore(inside.startContainer, inside.startOffset, "ends");
  const end = wordsBefore(inside.endContainer, inside.endOffset, "starts");
  return start < end ? [start, end] : null;
}

// The word under a point of the window, or null.
export function wordAt(x, y) {
  const caret = document.caretPositionFromPoint?.(x, y) ?? document.caretRangeFromPoint(x, y);
  const node = caret?.offsetNode ?? caret?.startContainer;
  if (!text.contains(node) || node === text) return null;
  const before = wordsBefore(node, caret.offset ?? caret.startOffset, "ends");
  const near = (word) => rectsOf([word, word + 1]).some((box) =>
    x > box.left - 4 && x < box.right + 4 && y > box.top - 8 && y < box.bottom + 8);
  return [before - 1, before].find((word) => word >= 0 && word < count && near(word)) ?? null;
}
