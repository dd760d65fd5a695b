"""The tables of the evaluation room; one file a subject."""

from evaluation.models.allocation import Allocation
from evaluation.models.answer import StatementAnswer
from evaluation.models.content import CONTENT, ContentBatch, ContentItem
from evaluation.models.controls import ControlRating, ControlText
from evaluation.models.quality import (
    QUALITY,
    QualityBatch,
    QualityControl,
    QualityItem,
    QualitySummary,
)
from evaluation.models.rating import OF_CONTENT, OF_QUALITY, Context, Criterion, Rating
from evaluation.models.results import ResultFile, Results

__all__ = [
    "CONTENT",
    "OF_CONTENT",
    "OF_QUALITY",
    "QUALITY",
    "Allocation",
    "ContentBatch",
    "ContentItem",
    "Context",
    "ControlRating",
    "ControlText",
    "Criterion",
    "QualityBatch",
    "QualityControl",
    "QualityItem",
    "QualitySummary",
    "Rating",
    "ResultFile",
    "Results",
    "StatementAnswer",
]
