"""The form of a study link: where people come from, what they do, how they leave."""

from django import forms

from marketplace.attendance import newest_types
from marketplace.invitations import CONSENT, CONSENT_MAX, MOST_PLACES, NOTE_MAX
from marketplace.models import Account, Outcome
from marketplace.site.requesters.whole_number import WholeNumber
from marketplace.study_links import PRESETS, RETURN_URL_MAX, Wish

TYPES_SHOWN = 50
SILENCES = [(Outcome.COMPLETE, "complete"), (Outcome.FAILED_CHECK, "failed check")]
CODES = {"complete_code": "complete", "failed_code": "failed", "screened_code": "screened"}
CODE_HELP = "Empty: one is drawn that nobody can guess."
# What is a field of the link under the same name.
FIELDS = (
    "provider",
    "worker_parameter",
    "study_parameter",
    "session_parameter",
    "study_value",
    "return_url",
    "contact",
    "consent",
    "places",
    "tasks",
    "patience_s",
    "silence",
    "reserved",
)


def line(label: str, help_text: str = "", **options) -> forms.CharField:
    """One line of text that may be empty."""
    wanted = {"required": False, "max_length": NOTE_MAX, **options}
    return forms.CharField(label=label, help_text=help_text, **wanted)


def whole(label: str, help_text: str = "", **options) -> WholeNumber:
    limits = {"min_value": 1, "max_value": MOST_PLACES, **options}
    return WholeNumber(label=label, help_text=help_text, **limits)


class StudyForm(forms.Form):
    """A study link; what is left empty is what `study_links.make` does by itself."""

    hit_types = forms.MultipleChoiceField(
        label="Tasks people are offered",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one kind of task."},
    )
    tasks = whole("Tasks of one person", "Their share: how many they do.", initial=1)
    places = whole("People", "Empty: as many as there are tasks for.", required=False)
    reserved = forms.BooleanField(
        label="Offer these tasks to nobody else",
        help_text="Without it other workers of this marketplace may take them too.",
        required=False,
    )
    provider = line("Who sends and pays these people", "They read it: “Prolific”.")
    worker_parameter = line("Parameter with the person’s id", required=True)
    study_parameter = line("Parameter with the study’s id", "Empty: none.")
    session_parameter = line(
        "Parameter with the visit’s id", "Empty: none; ids must then be hard to guess."
    )
    study_value = line("The study’s id", "What that parameter must say; empty: anything.")
    personal_codes = forms.BooleanField(
        label="A code of their own for everybody",
        help_text="Drawn for each person; leave the three codes empty.",
        required=False,
    )
    complete_code = line("Code: complete", CODE_HELP)
    failed_code = line("Code: failed check", CODE_HELP)
    screened_code = line("Code: screened out", CODE_HELP)
    return_url = line(
        "Where people go at the end",
        "{code} becomes their code. Empty: they are shown it.",
        max_length=RETURN_URL_MAX,
    )
    failed_by = forms.ChoiceField(
        label="Failed check: who was granted",
        required=False,
        help_text="Beside whoever has work rejected.",
    )
    screened_by = forms.ChoiceField(label="Screened out: who was granted", required=False)
    patience_s = whole("Seconds a code waits for your decision", initial=60)
    silence = forms.ChoiceField(label="What no decision means by then", choices=SILENCES)
    contact = line("Contact", "Whom people may ask; they read it.")
    consent = forms.CharField(
        label="What people agree to",
        initial=CONSENT,
        required=False,
        max_length=CONSENT_MAX,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text="Empty: the words that stand here at first. Paragraphs are kept.",
    )
    ticket = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args, account: Account, preset: str = "prolific", **kwargs) -> None:
        kwargs["initial"] = {**PRESETS[preset], **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        types = newest_types(account, size=TYPES_SHOWN)
        self.fields["hit_types"].choices = [
            (kind.public_id, f"{kind.title} · {kind.reward:.2f} USD · {kind.public_id}")
            for kind in types
        ]
        held = (
            account.qualification_types.living().order_by("name").values_list("public_id", "name")
        )
        for name in ("failed_by", "screened_by"):
            self.fields[name].choices = [("", "nothing"), *held]

    def wish(self) -> Wish:
        """What `study_links.make` is told."""
        given = self.cleaned_data
        return Wish(
            hit_types=given["hit_types"],
            fields={name: given[name] for name in FIELDS},
            codes={word: given[name] for name, word in CODES.items() if given[name]},
            personal_codes=given["personal_codes"],
            failed_by=given["failed_by"],
            screened_by=given["screened_by"],
        )
