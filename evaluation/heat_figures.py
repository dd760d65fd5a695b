"""The paper's figures of highlighted articles, as pages of their own with their data beside them.

Figure 1 (and that of the supplement): the articles with the highest and the lowest kappa. Figure 3:
an article with its summaries, in which the words stand out that readers marked and the reference
lacks; of all articles, the one with most of them.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

from annotation.annotators import annotators
from annotation.heat import LegendEntry, legend
from annotation.runs import Run, paragraphs
from corpus.models import Document, Summary
from crowd.models import Study
from evaluation.absent_words import absent_words, in_pieces
from metrics.agreement import document_agreement
from metrics.agreement_report import AgreementReport

Row = dict[str, Any]


@dataclass(frozen=True)
class HeatFigure:
    """An article as it is painted."""

    document: Document
    kappa: float | None
    n_annotators: int
    paragraphs: list[list[Run]]
    legend: list[LegendEntry]
    reference: str
    summaries: Sequence[Row] = ()


@dataclass(frozen=True)
class _Marked:
    """What a study's readers marked in an article."""

    document: Document
    counts: list[int]
    n_annotators: int
    kappa: float | None


def heat_figures(study: Study, agreement: AgreementReport | None) -> tuple[Row, dict[str, str]]:
    """What is told of the figures, and their files by name; none without highlights. Reads in a
    fixed number of statements."""
    if agreement is None:
        return {}, {}
    marked = {each.document.pk: each for each in _marked(study) if any(each.counts)}
    summaries = _summaries(marked)
    kappas = {key: found.kappa for key, found in marked.items() if found.kappa is not None}
    told, files = {}, {}
    if kappas:
        ends = [max(kappas, key=_first(kappas, -1)), min(kappas, key=_first(kappas, 1))]
        figures = [_figure(marked[key], summaries.get(key, [])) for key in ends]
        told["figure-1"] = [_figure_row(figure) for figure in figures]
        files |= _files("figure-1", "Articles with the highest and the lowest kappa", figures, told)
    rows = {key: _absent(marked[key], summaries.get(key, [])) for key in sorted(marked)}
    rows = {key: row for key, row in rows.items() if row["summaries"]}
    if rows:
        most = max(rows, key=lambda key: rows[key]["n_absent"])
        shown = _figure(marked[most], summaries[most], rows[most]["summaries"])
        told["figure-3"] = {"shown": rows[most]["document"], "documents": list(rows.values())}
        title = "Words that readers marked in the article and the reference lacks"
        files |= _files("figure-3", title, [shown], told)
    return told, files


def _first(kappas: dict[int, float], sign: int) -> Any:
    """Order by kappa; of equals the first."""
    return lambda key: (kappas[key], sign * key)


def _marked(study: Study) -> Iterator[_Marked]:
    spans = {
        key: [annotator.spans for annotator in group]
        for key, group in groupby(annotators(study.pk), attrgetter("document_id"))
    }
    for document in Document.objects.filter(pk__in=spans).order_by("pk"):
        own = spans[document.pk]
        found = document_agreement(own, document.n_tokens)
        yield _Marked(document, found.counts, len(own), found.fleiss_kappa)


def _summaries(keys: Iterable[int]) -> dict[int, list[Summary]]:
    rows = Summary.objects.filter(document__in=list(keys)).select_related("system")
    by_document: dict[int, list[Summary]] = {}
    for row in rows.order_by("document", "system__is_reference", "system"):
        by_document.setdefault(row.document_id, []).append(row)
    return by_document


def _reference(summaries: Sequence[Summary]) -> Summary | None:
    return next((row for row in summaries if row.system.is_reference), None)


def _absent(marked: _Marked, summaries: Sequence[Summary]) -> Row:
    """Every system's summary of an article in pieces, if there is a reference to compare with."""
    reference = _reference(summaries)
    rows = []
    for summary in summaries if reference else ():
        if summary.system.is_reference:
            continue
        words = summary.words
        flags = absent_words(words, marked.document.words, marked.counts, reference.words)
        rows.append(
            {
                "system": summary.system.name,
                "n_words": len(words),
                "n_absent": sum(flags),
                "pieces": in_pieces(summary.text, words, flags),
            }
        )
    return {
        "document": marked.document.external_id,
        "n_absent": sum(row["n_absent"] for row in rows),
        "summaries": rows,
    }


def _figure(marked: _Marked, summaries: Sequence[Summary], told: Sequence[Row] = ()) -> HeatFigure:
    reference = _reference(summaries)
    return HeatFigure(
        document=marked.document,
        kappa=marked.kappa,
        n_annotators=marked.n_annotators,
        paragraphs=paragraphs(marked.document, counts=marked.counts),
        legend=legend(marked.counts),
        reference=reference.text if reference else "",
        summaries=told,
    )


def _figure_row(figure: HeatFigure) -> Row:
    runs = [[[run.text, run.n_readers] for run in paragraph] for paragraph in figure.paragraphs]
    return {
        "document": figure.document.external_id,
        "kappa": figure.kappa,
        "n_annotators": figure.n_annotators,
        "reference": figure.reference,
        "paragraphs": runs,
    }


def _files(name: str, title: str, figures: Sequence[HeatFigure], told: Row) -> dict[str, str]:
    heat = Path(finders.find("annotation/heat.css")).read_text(encoding="utf-8")
    page = {"title": title, "figures": figures, "heat": heat, "legend": figures[0].legend}
    data = {"title": title, "figure": told[name]}
    return {
        f"{name}.html": render_to_string("evaluation/figure.html", page),
        f"{name}.json": json.dumps(data, indent=1, ensure_ascii=False) + "\n",
    }
