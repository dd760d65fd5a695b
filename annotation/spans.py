"""The law of spans: what a worker may mark. The browser's courtesy copy is
static/annotation/spans.js; tests/annotation/span_cases.json binds both.

A span is [start, end), half-open, in token indexes of the document. Words of the limit are
tokens, punctuation included; a token marked twice counts once.
"""

Span = tuple[int, int]


class SpanError(ValueError):
    """What was marked breaks the law; the message names the span and says how."""


class TooManyWords(SpanError):
    """More words than the limit allows; `excess` says by how many."""

    def __init__(self, n_words: int, word_limit: int) -> None:
        self.excess = n_words - word_limit
        super().__init__(f"{n_words} words are marked, the limit is {word_limit}")


def parse_spans(raw: object, n_tokens: int, word_limit: int) -> list[Span]:
    """The union of the spans in `raw` (decoded JSON): sorted, disjoint, not even touching.

    Raises SpanError naming the bad value, TooManyWords when the union exceeds `word_limit`.
    """
    if not isinstance(raw, list):
        raise SpanError(f"spans must be a list, got {_shown(raw)}")
    if len(raw) > n_tokens:
        raise SpanError(f"{len(raw)} spans cannot be disjoint in {n_tokens} tokens")
    spans = union([_parse_span(number, value, n_tokens) for number, value in enumerate(raw)])
    if count_words(spans) > word_limit:
        raise TooManyWords(count_words(spans), word_limit)
    return spans


def union(spans: list[Span]) -> list[Span]:
    """Sorted spans in which overlapping and adjacent ones have become one."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def count_words(spans: list[Span]) -> int:
    """Number of tokens in disjoint spans."""
    return sum(end - start for start, end in spans)


def _parse_span(number: int, value: object, n_tokens: int) -> Span:
    match value:
        case [int(start), int(end)] if type(start) is int and type(end) is int:
            if not 0 <= start < end <= n_tokens:
                raise SpanError(
                    f"span {number}: {_shown(value)} is not inside the {n_tokens} tokens"
                )
            return start, end
    raise SpanError(f"span {number}: expected [start, end] in whole numbers, got {_shown(value)}")


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
