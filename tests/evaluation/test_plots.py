"""Plots are well-formed whatever systems are called, say their numbers, and need no colour."""

import doctest
import importlib
import pkgutil
import re
from xml.etree import ElementTree

import pytest

import evaluation.plots
from evaluation.plots.axis import Axis
from evaluation.plots.intervals import Interval, interval_plot
from evaluation.plots.study import study_plots
from evaluation.summary_rows import correlations, summary_rows
from metrics.rating_files import Rating

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = "svg title desc defs pattern rect line circle path text".split()
HOSTILE = '<script>alert("1")</script>&\x00\u202e' + "long" * 20
MODULES = [
    importlib.import_module(module.name)
    for module in pkgutil.walk_packages(evaluation.plots.__path__, "evaluation.plots.")
]


def data(systems=("lead", HOSTILE)) -> dict:
    """What report.json holds of two systems, as far as plots need it."""
    ratings = [
        Rating(f"d{d}", system, None, criterion, "j", 20.0 + 7 * d + 3 * s * d + len(criterion))
        for d in range(4)
        for s, system in enumerate(systems)
        for criterion in ("fluency", "clarity")
    ]
    rows = summary_rows(ratings, [])
    asked = {"criterion": "fluency", "context": None}
    named = [{**asked, "system": system} for system in systems]
    compared = {"systems": list(systems[:2]), "difference": -1.0, "low": -3.0, "high": 1.0}
    return {
        "systems": list(systems),
        "ratings": {
            "cells": [
                {**row, "mean": 50.0 + i, "low": 40.0, "high": 61.5} for i, row in enumerate(named)
            ]
        },
        "comparisons": [{**asked, **compared}],
        "distribution": {
            "steps": [f"{i}1-{i + 1}0" for i in range(10)],
            "rows": [{**row, "counts": [0, 1, 2, 3, 4, 0, 0, 0, 0, 0]} for row in named],
        },
        "reliability": [
            {**asked, "shares": [{"share": share} for share in (0.2, None, 0.1, 0.3, 0.4)]}
        ],
        "summaries": rows,
        "correlations": correlations(rows, systems, seed=1),
    }


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_examples_run(module):
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("number", range(5))
def test_a_plot_is_well_formed_and_harmless_whatever_systems_are_called(number):
    plot = study_plots(data())[number]
    root = ElementTree.fromstring(plot.svg)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= set(ELEMENTS)
    attributes = {name for element in root.iter() for name in element.attrib}
    assert not {name for name in attributes if name == "style" or name.startswith("on")}


@pytest.mark.parametrize("number", range(5))
def test_a_screen_reader_says_title_and_numbers(number):
    plot = study_plots(data(("lead", "other")))[number]
    root = ElementTree.fromstring(plot.svg)
    title, about = (root.find(f"{SVG}{tag}") for tag in ("title", "desc"))
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"{title.get('id')} {about.get('id')}"
    assert title.text == plot.title
    assert re.search(r"\d", about.text)


def test_plots_of_the_same_figures_have_the_same_bytes_and_names_of_their_own():
    one, two = study_plots(data()), study_plots(data())
    assert one == two
    assert len({plot.name for plot in one}) == len(one) == 5


def test_systems_are_told_apart_by_shape():
    plot = next(p for p in study_plots(data(("a", "b", "c", "d", "e", "f"))) if p.name == "means")
    root = ElementTree.fromstring(plot.svg)
    marks = [e for e in root.iter() if e.tag in (f"{SVG}circle", f"{SVG}path", f"{SVG}rect")][1:]
    looks = [
        (e.tag, e.get("d", "").count("L"), e.get("d", "").count("M"), e.get("fill") == "#ffffff")
        for e in marks
    ]
    assert len(set(looks)) == len(looks) == 6


def test_without_figures_there_is_no_plot():
    empty = {"cells": []}
    nothing = {"comparisons": [], "reliability": [], "correlations": [], "ratings": empty}
    assert study_plots({**data(), **nothing}) == []


def test_an_interval_is_drawn_where_its_numbers_are():
    rows = [Interval("a", 50.0, 40.0, 60.0), Interval("b", 45.0, None, None)]
    root = ElementTree.fromstring(interval_plot("p", "P", [("All", rows)], unit="points"))
    axis = Axis.over([50, 40, 60, 45], 156, 346)
    whisker = next(e for e in root.iter(f"{SVG}line") if e.get("y1") == e.get("y2"))
    assert [float(whisker.get(x)) for x in ("x1", "x2")] == [axis.at(40), axis.at(60)]
    first, second = list(root.iter(f"{SVG}circle"))
    assert float(first.get("cx")) == axis.at(50)
    assert float(second.get("cx")) == pytest.approx(axis.at(45), abs=0.01)


def test_the_labels_of_a_pair_of_systems_are_not_cut():
    pair = "abstractive-a − abstractive-b"
    plot = interval_plot("p", "t", [("all", [Interval(pair, 1.0, 0.0, 2.0)])], unit="u")
    shown = [text.text for text in ElementTree.fromstring(plot).iter(f"{SVG}text")]
    assert pair in shown
