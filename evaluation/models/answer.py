"""What a judge of content said of the statement that checks whether they read."""

from django.db import models

from corpus.models import SanityStatement
from crowd.models import Assignment


class StatementAnswer(models.Model):
    """The answer that decided whether the ratings of this assignment count."""

    assignment = models.OneToOneField(
        Assignment, on_delete=models.PROTECT, primary_key=True, related_name="statement_answer"
    )
    statement = models.ForeignKey(SanityStatement, on_delete=models.PROTECT, related_name="+")
    answer = models.BooleanField()

    def __str__(self) -> str:
        return f"{self.answer} by {self.assignment_id}"
