// Where words lie in plain paragraphs; data-words is packed by annotation/paragraphs.py.

export const text = document.querySelector(".text");
export const count = Number(text.dataset.count);

const firstOf = (paragraph) => Number(paragraph.dataset.first);
const firsts = [...text.children].map(firstOf);
const unpacked = new Map();

function edges(paragraph) {
  if (!unpacked.has(paragraph)) {
    const starts = [], ends = [];
    let at = 0;
    for (const packed of paragraph.dataset.words.split(" ")) {
      const [length, gap = 1] = packed.split(":").reverse();
      starts.push(at += Number(gap));
      ends.push(at += Number(length));
    }
    unpacked.set(paragraph, { starts, ends });
  }
  return unpacked.get(paragraph);
}

function below(numbers, value) {
  let low = 0, high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const paragraphOf = (word) => text.children[below(firsts, word + 1) - 1];

function place(paragraph, unit) {
  let node = paragraph.firstChild;
  for (; unit > node.textContent.length; node = node.nextSibling) unit -= node.textContent.length;
  return [node.firstChild ?? node, unit];
}

// One range for each paragraph of a span.
export function rangesOf([start, end]) {
  const ranges = [];
  while (start < end) {
    const paragraph = paragraphOf(start), first = firstOf(paragraph);
    const { starts, ends } = edges(paragraph);
    const last = Math.min(end, first + starts.length);
    const range = new Range();
    range.setStart(...place(paragraph, starts[start - first]));
    range.setEnd(...place(paragraph, ends[last - 1 - first]));
    ranges.push(range);
    start = last;
  }
  return ranges;
}

export const textOf = (span) => rangesOf(span).join(" ").replace(/\s+/g, " ");

export const rectsOf = (span) => rangesOf(span).flatMap((range) => [...range.getClientRects()]);

// How many words start, or end, before a point.
function wordsBefore(node, offset, edge) {
  if (node === text) return firsts[offset] ?? count;
  const paragraph = (node.closest ? node : node.parentElement).closest("[data-words]");
  const lead = new Range();
  lead.setStart(paragraph, 0);
  lead.setEnd(node, offset);
  return firstOf(paragraph) + below(edges(paragraph)[edge], String(lead).length + (edge === "ends"));
}

// The span of the words that a range touches, or null.
export function wordsIn(range) {
  if (!range.intersectsNode(text)) return null;
  const { startContainer, startOffset, endContainer, endOffset } = range;
  const start = text.contains(startContainer) ? wordsBefore(startContainer, startOffset, "ends") : 0;
  const end = text.contains(endContainer) ? wordsBefore(endContainer, endOffset, "starts") : count;
  return start < end ? [start, end] : null;
}

export function wordAt(x, y) {
  const caret = document.caretPositionFromPoint?.(x, y) ?? document.caretRangeFromPoint(x, y);
  const node = caret?.offsetNode ?? caret?.startContainer;
  if (!text.contains(node)) return -1;
  const next = wordsBefore(node, caret.offset ?? caret.startOffset, "ends");
  const under = (word) => rectsOf([word, word + 1]).some(({ left, right, top, bottom }) =>
    x > left - 4 && x < right + 4 && y > top - 8 && y < bottom + 8);
  return [next - 1, next].find((word) => word >= 0 && word < count && under(word)) ?? -1;
}
