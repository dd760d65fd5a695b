"""What workers marked, and the token weights made of it."""

from django.conf import settings
from django.db import models

from corpus.models import Document, SanityStatement
from crowd.models import Assignment, Item, Study

KIND = "highlights"
"""As Batch.kind."""


class HighlightItem(models.Model):
    """An article offered for highlighting: which words limit (K), which statement is asked."""

    item = models.OneToOneField(
        Item, on_delete=models.CASCADE, primary_key=True, related_name="highlight_item"
    )
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="+")
    statement = models.ForeignKey(SanityStatement, on_delete=models.PROTECT, related_name="+")
    word_limit = models.PositiveSmallIntegerField(default=30)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(word_limit__gte=1), name="word_limit_positive"
            )
        ]

    def __str__(self) -> str:
        return f"{self.document_id} K={self.word_limit}"


class Highlight(models.Model):
    """What one assignment marked: sorted, disjoint [start, end) token spans, and the answer.

    `events` is the evidence a reviewer may want (counts and times), never a ground for automatic
    rejection.
    """

    assignment = models.OneToOneField(
        Assignment, on_delete=models.PROTECT, primary_key=True, related_name="highlight"
    )
    spans = models.JSONField()
    n_words = models.PositiveSmallIntegerField()
    statement = models.ForeignKey(SanityStatement, on_delete=models.PROTECT, related_name="+")
    statement_answer = models.BooleanField(null=True)
    events = models.JSONField(default=dict, blank=True)

    def __str__(self) -> str:
        return f"{self.n_words} words by {self.assignment_id}"


class TokenWeights(models.Model):
    """Weights of a document's tokens within a study, recomputed from usable rows, never added to.

    `counts[i]` annotators marked token i; `num_h[i]` is NumH of the paper, in 0..N.
    `revision` is the sum of the items' revisions it was computed from: another sum means stale.
    """

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="token_weights")
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="token_weights")
    counts = models.JSONField()
    num_h = models.JSONField()
    n_annotators = models.PositiveSmallIntegerField()
    word_limit = models.PositiveSmallIntegerField()
    revision = models.PositiveIntegerField()
    signature = models.CharField(max_length=300)
    computed_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "token weights"
        constraints = [
            models.UniqueConstraint(fields=["study", "document"], name="weights_once_a_study")
        ]

    def __str__(self) -> str:
        return f"{self.document_id} N={self.n_annotators}"


class Release(models.Model):
    """Weights of a study frozen under a name: what raters see never changes afterwards."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="releases")
    name = models.SlugField(max_length=80)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True
    )
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["study", "created_at"]
        constraints = [
            models.UniqueConstraint(fields=["study", "name"], name="release_unique_in_study")
        ]

    def __str__(self) -> str:
        return f"{self.study.name}/{self.name}"


class ReleasedDocument(models.Model):
    """The weights of one document in a release, and the assignments they were made from."""

    release = models.ForeignKey(Release, on_delete=models.CASCADE, related_name="documents")
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="+")
    counts = models.JSONField()
    num_h = models.JSONField()
    n_annotators = models.PositiveSmallIntegerField()
    word_limit = models.PositiveSmallIntegerField()
    assignment_ids = models.JSONField()
    signature = models.CharField(max_length=300)

    class Meta:
        ordering = ["release", "document"]
        constraints = [
            models.UniqueConstraint(fields=["release", "document"], name="released_once")
        ]

    def __str__(self) -> str:
        return f"{self.document_id} N={self.n_annotators}"
