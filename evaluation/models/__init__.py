"""The tables of the evaluation room; one file a subject."""

from evaluation.models.allocation import Allocation
from evaluation.models.answer import StatementAnswer
from evaluation.models.content import ContentBatch, ContentItem
from evaluation.models.controls import ControlRating, ControlText
from evaluation.models.quality import QualityBatch, QualityControl, QualityItem, QualitySummary
from evaluation.models.rating import OF_CONTENT, OF_QUALITY, Context, Criterion, Rating

__all__ = [
    "OF_CONTENT",
    "OF_QUALITY",
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
    "StatementAnswer",
]
