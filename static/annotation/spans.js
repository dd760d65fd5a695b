// Arithmetic of [start, end) spans of words. A courtesy: the law is annotation/spans.py, and
// tests/annotation/span_cases.json binds both.

export const size = (spans) => spans.reduce((sum, [start, end]) => sum + end - start, 0);

export function union(spans) {
  const joined = [];
  for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}

export const touching = (spans, [from, to]) => spans.filter(([s, e]) => s < to && from < e);

export const without = (spans, [from, to]) => spans.filter(([s, e]) => s >= to || from >= e);

// Where the part of a selection ends that still fits beside the marks.
export function fitting(marks, [start, end], limit) {
  let to = end;
  while (to > start && size(union([...marks, [start, to]])) > limit) to -= 1;
  return to;
}

const isSpan = (span, count) =>
  Array.isArray(span) && span.length === 2 && span.every(Number.isInteger) &&
  0 <= span[0] && span[0] < span[1] && span[1] <= count;

export const lawful = (spans, count, limit) =>
  Array.isArray(spans) && spans.length <= count && spans.every((span) => isSpan(span, count)) &&
  size(union(spans)) <= limit;
