"""What is judged: datasets, documents and summaries with their tokens, and sanity statements.

A text is split once, at import. Everything else - browser, forms, database, HROUGE - speaks
indexes into `Document.tokens` and never splits the text again.
"""

from django.conf import settings
from django.db import models


class Dataset(models.Model):
    """A named set of documents and what was written about them."""

    name = models.SlugField(max_length=80, unique=True)
    title = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Document(models.Model):
    """An article as tokens with character offsets.

    `tokens` is a list of [start, end) character offsets (Unicode code points) into `text`, in
    reading order and without overlap; `words` has the same length and holds the form that is
    scored (`text[start:end]` unless the source gave another, as CoreNLP does for quotes).
    `sentence_ends` and `paragraph_ends` are token indexes, exclusive, the last one being the
    number of tokens.
    """

    dataset = models.ForeignKey(Dataset, on_delete=models.CASCADE, related_name="documents")
    external_id = models.CharField(max_length=200)
    title = models.CharField(max_length=300, blank=True)
    text = models.TextField()
    tokens = models.JSONField()
    words = models.JSONField()
    sentence_ends = models.JSONField()
    paragraph_ends = models.JSONField()
    n_tokens = models.PositiveIntegerField()
    tokenizer = models.CharField(max_length=60)
    content_hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["dataset", "external_id"]
        constraints = [
            models.UniqueConstraint(
                fields=["dataset", "external_id"], name="document_unique_in_dataset"
            )
        ]

    def __str__(self) -> str:
        return f"{self.dataset.name}/{self.external_id}"


class System(models.Model):
    """A summarizer, or the people who wrote the references."""

    dataset = models.ForeignKey(Dataset, on_delete=models.CASCADE, related_name="systems")
    name = models.CharField(max_length=80)
    is_reference = models.BooleanField(default=False)

    class Meta:
        ordering = ["dataset", "name"]
        constraints = [
            models.UniqueConstraint(fields=["dataset", "name"], name="system_unique_in_dataset"),
            models.UniqueConstraint(
                fields=["dataset"],
                condition=models.Q(is_reference=True),
                name="one_reference_in_dataset",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Summary(models.Model):
    """What one system wrote about one document; `words` are its tokens as scored."""

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="summaries")
    system = models.ForeignKey(System, on_delete=models.CASCADE, related_name="summaries")
    text = models.TextField()
    words = models.JSONField()
    tokenizer = models.CharField(max_length=60)

    class Meta:
        ordering = ["document", "system"]
        verbose_name_plural = "summaries"
        constraints = [
            models.UniqueConstraint(fields=["document", "system"], name="summary_unique")
        ]

    def __str__(self) -> str:
        return f"{self.document_id} by {self.system_id}"


class SanityStatement(models.Model):
    """A True/False statement that only a reader can answer. `answer` never reaches a browser of
    a worker; which of `about` is asked depends on what the worker was shown. Once it is voided,
    because it was unclear or its answer wrong, it fails nobody."""

    class About(models.TextChoices):
        DOCUMENT = "document"
        REFERENCE = "reference"

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="statements")
    about = models.CharField(max_length=10, choices=About.choices)
    statement = models.TextField()
    answer = models.BooleanField()
    voided_at = models.DateTimeField(null=True, blank=True)
    void_reason = models.CharField(max_length=1024, blank=True)
    voided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["document", "about", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["document", "about", "statement"], name="statement_unique"
            ),
            models.CheckConstraint(
                condition=models.Q(about__in=["document", "reference"]), name="statement_about"
            ),
        ]

    def __str__(self) -> str:
        return self.statement

    def passes(self, answer: bool | None) -> bool:
        """Whether work with this answer passes its check."""
        return self.voided_at is not None or answer == self.answer


class ControlSummary(models.Model):
    """A hand-made summary of known quality, hidden among real ones when fluency is judged."""

    class Role(models.TextChoices):
        GOOD = "good"
        MEDIOCRE = "mediocre"
        BAD = "bad"

    document = models.ForeignKey(
        Document, on_delete=models.CASCADE, related_name="control_summaries"
    )
    role = models.CharField(max_length=8, choices=Role.choices)
    text = models.TextField()

    class Meta:
        ordering = ["document", "role"]
        verbose_name_plural = "control summaries"
        constraints = [
            models.UniqueConstraint(fields=["document", "role"], name="control_unique"),
            models.CheckConstraint(
                condition=models.Q(role__in=["good", "mediocre", "bad"]), name="control_role"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.document_id} {self.role}"
