"""A study's results as they were computed last: their state, and the files of the report."""

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q

from crowd.models import Study

SILENCE = timedelta(minutes=10)
"""After so long without a word, whoever was computing has been killed."""


class ResultsQuerySet(models.QuerySet):
    def waiting(self, now: datetime) -> "ResultsQuerySet":
        """Asked for, and nobody computes them."""
        silent = Q(state=Results.State.RUNNING, heard_at__lt=now - SILENCE)
        return self.filter(Q(state=Results.State.WAITING) | silent)


class Results(models.Model):
    """The one set of results a study has; the files stay until new ones take their place.

    `key` tells of which rows the files were computed (evaluation.state); `doing` says what is being
    done, `heard_at` when that was said.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "waiting for a worker process"
        RUNNING = "running", "being computed"
        DONE = "done", "computed"
        FAILED = "failed", "failed"

    study = models.OneToOneField(Study, on_delete=models.CASCADE, related_name="results")
    state = models.CharField(max_length=7, choices=State.choices)
    requested_at = models.DateTimeField()
    heard_at = models.DateTimeField(null=True, blank=True)
    doing = models.CharField(max_length=200, blank=True)
    error = models.TextField(blank=True)
    key = models.CharField(max_length=64, blank=True)
    computed_at = models.DateTimeField(null=True, blank=True)

    objects = ResultsQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "results"
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "running", "done", "failed"]),
                name="results_state",
            ),
            models.CheckConstraint(
                condition=Q(computed_at__isnull=False) | ~Q(state="done"),
                name="results_done_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"results of {self.study_id}"

    @property
    def is_under_way(self) -> bool:
        return self.state in (self.State.WAITING, self.State.RUNNING)


class ResultFile(models.Model):
    """A file of the report, as `manage.py report` writes it."""

    results = models.ForeignKey(Results, on_delete=models.CASCADE, related_name="files")
    name = models.CharField(max_length=120)
    text = models.TextField()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["results", "name"], name="result_file_unique")
        ]

    def __str__(self) -> str:
        return self.name
