"""How people come from elsewhere: study links, guests with an id of another site, their visits."""

from django.db import models
from django.db.models import F, Q

from marketplace.identifiers import new_entity_id
from marketplace.models.accounts import Account
from marketplace.models.hits import HITType
from marketplace.models.qualifications import QualificationType
from marketplace.models.work import Worker


class Outcome(models.TextChoices):
    """What a visit came to; each has a completion code of its own."""

    COMPLETE = "Complete"
    FAILED_CHECK = "FailedCheck"
    SCREENED_OUT = "ScreenedOut"


class StudyLink(models.Model):
    """The address of a study for people whom another site sends, and what they are told at the end.

    The study is what the link names: the HITs of these types.
    """

    account = models.ForeignKey(Account, models.CASCADE, related_name="study_links")
    public_id = models.CharField(max_length=30, unique=True, default=new_entity_id)
    hit_types = models.ManyToManyField(HITType, related_name="study_links")
    # Who sends these people and pays them: "Prolific". Empty: nobody in particular.
    provider = models.TextField(blank=True)
    # Names of the parameters in the address; an empty one is not used.
    worker_parameter = models.TextField()
    study_parameter = models.TextField(blank=True)
    session_parameter = models.TextField(blank=True)
    # What the study parameter must say; empty: anything.
    study_value = models.TextField(blank=True)
    # How many people may come; None: as many as there are tasks for.
    places = models.PositiveIntegerField(null=True)
    # How many tasks are one person's share.
    tasks = models.PositiveIntegerField(default=1)
    consent = models.TextField()
    contact = models.TextField(blank=True)
    # One code an outcome for everybody, or codes drawn for each person (these stay empty).
    complete_code = models.TextField(blank=True)
    failed_code = models.TextField(blank=True)
    screened_code = models.TextField(blank=True)
    # Where people go with their code, which replaces {code}; empty: they are shown it.
    return_url = models.TextField(blank=True)
    # The requester's word: who is given one of these has failed, or is screened out.
    failed_by = models.ForeignKey(
        QualificationType, models.PROTECT, null=True, related_name="failing_study_links"
    )
    screened_by = models.ForeignKey(
        QualificationType, models.PROTECT, null=True, related_name="screening_study_links"
    )
    # How long a code waits for the requester's decision, and what silence then means.
    patience_s = models.PositiveIntegerField(default=60)
    silence = models.CharField(max_length=12, choices=Outcome, default=Outcome.COMPLETE)
    # Whether nobody but those who come by the link is offered the tasks.
    reserved = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    paused_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(tasks__gte=1), name="a_study_link_has_tasks"),
            models.CheckConstraint(
                condition=Q(complete_code="", failed_code="", screened_code="")
                | ~Q(complete_code="")
                & ~Q(failed_code="")
                & ~Q(screened_code="")
                & ~Q(complete_code=F("failed_code"))
                & ~Q(complete_code=F("screened_code"))
                & ~Q(failed_code=F("screened_code")),
                name="each_outcome_has_its_code",
            ),
        ]

    def __str__(self):
        return self.public_id

    def shared_code(self, outcome: str) -> str:
        """The code that everybody with this outcome is given; empty where codes are personal."""
        return {
            Outcome.COMPLETE: self.complete_code,
            Outcome.FAILED_CHECK: self.failed_code,
            Outcome.SCREENED_OUT: self.screened_code,
        }[Outcome(outcome)]


class Guest(models.Model):
    """A worker known by another site's id. The same person for all study links of a requester."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="guests")
    provider = models.TextField(blank=True)
    external_id = models.TextField()
    worker = models.OneToOneField(Worker, models.CASCADE, related_name="guest")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "provider", "external_id"], name="one_guest_per_external_id"
            )
        ]

    def __str__(self):
        return self.external_id


class Participation(models.Model):
    """One guest's visit to one study: begun with consent, ended by an outcome and its code."""

    link = models.ForeignKey(StudyLink, models.CASCADE, related_name="participations")
    guest = models.ForeignKey(Guest, models.CASCADE, related_name="participations")
    public_id = models.CharField(max_length=30, unique=True, default=new_entity_id)
    # What the session parameter said: who comes back must say the same.
    session_value = models.TextField(blank=True)
    consented_at = models.DateTimeField()
    # The guest ended before the share was done, because nothing was left to do.
    ended_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=12, choices=Outcome, blank=True)
    code = models.TextField(blank=True)
    decided_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["link", "guest"], name="one_visit_per_guest"),
            models.CheckConstraint(
                condition=Q(outcome="", code="", decided_at=None)
                | ~Q(outcome="") & ~Q(code="") & Q(decided_at__isnull=False),
                name="a_code_comes_with_its_outcome",
            ),
        ]

    def __str__(self):
        return f"{self.guest_id} at {self.link_id}"
