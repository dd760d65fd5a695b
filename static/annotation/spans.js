// Spans of words, [start, end): a courtesy. The law is spans.py; span_cases.json binds both.

export const size = (spans) => spans.reduce((sum, [start, end]) => sum + end - start, 0);

export function union(spans) {
  const joined = [];
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (start <= last?.[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}

const meets = ([from, to]) => ([start, end]) => start < to && from < end;

export const touching = (spans, span) => spans.filter(meets(span));

export const without = (spans, span) => spans.filter((other) => !meets(span)(other));

// Where the part of a selection ends that still fits.
export function fitting(marks, [start, to], limit) {
  let end = Math.min(to, start + limit);
  while (end > start && size(union([...marks, [start, end]])) > limit) end -= 1;
  return end;
}

const isSpan = (span, count) =>
  Array.isArray(span) && span.length === 2 && span.every(Number.isInteger) &&
  0 <= span[0] && span[0] < span[1] && span[1] <= count;

export const lawful = (spans, count, limit) =>
  Array.isArray(spans) && spans.length <= count && spans.every((span) => isSpan(span, count)) &&
  size(union(spans)) <= limit;
