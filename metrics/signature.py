"""The line that says how a score was made; scores compare only where it is the same."""

from collections.abc import Iterable

from metrics import __version__

GIVEN = "given"
"""Tokenizer of texts that came as tokens and do not say who split them."""

_CASE = {"both": "lower", "document": "lower-document", "none": "as-given"}


def signature(
    metric: str,
    *,
    n: Iterable[int] = (),
    word_limit: int | None = None,
    n_annotators: Iterable[int] = (),
    tokenizer: Iterable[str] = (GIVEN,),
    normalize: str | None = None,
    variant: str | None = None,
) -> str:
    """Write down all a score depends on besides its data, as sacreBLEU does.

    Parameters
    ----------
    metric : name, such as "hrouge"
    n : orders of the n-grams
    word_limit : K
    n_annotators : N of every document scored; the least and the most are written
    tokenizer : names of whatever split the texts
    normalize : which sides were normalised, one of `metrics.normalize.MODES`
    variant : of the formula, one of `metrics.formula.VARIANTS`

    Raises
    ------
    ValueError
        If a name is empty or holds ":", "|" or a blank, which separate the parts.

    Examples
    --------
    >>> signature("hrouge", n=(1, 2), word_limit=30, n_annotators=[10, 9], normalize="both")
    'hrouge|n:1,2|K:30|N:9-10|tok:given|case:lower|norm:both|v:1.0'
    """
    parts = [
        ("n", ",".join(map(str, sorted(set(n))))),
        ("K", word_limit),
        ("N", _range(n_annotators)),
        ("tok", "+".join(checked_name(name) for name in sorted(set(tokenizer)))),
        ("case", normalize and _CASE[normalize]),
        ("norm", normalize),
        ("variant", variant and checked_name(variant)),
        ("v", __version__),
    ]
    return "|".join([checked_name(metric), *(f"{name}:{value}" for name, value in parts if value)])


def _range(numbers: Iterable[int]) -> str:
    values = sorted(numbers)
    if not values:
        return ""
    return str(values[0]) if values[0] == values[-1] else f"{values[0]}-{values[-1]}"


def checked_name(name: object) -> str:
    """Return `name`, or raise ValueError unless it is one word that fits into a signature."""
    if not isinstance(name, str) or not name.isprintable() or set(name) & set(":| ") or not name:
        raise ValueError(f"a name in a signature must be one word without : and |, got {name!r}")
    return name
