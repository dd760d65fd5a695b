"""Study links: the list, a new one, one with its codes and who came, pausing and resuming."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from marketplace import attendance, identifiers, study_links
from marketplace.invitations import STALE
from marketplace.models import Outcome
from marketplace.site.problems import by_post, explained
from marketplace.site.requesters import once
from marketplace.site.requesters.books import show
from marketplace.site.requesters.session import for_requesters, key_of
from marketplace.site.requesters.study_form import TYPES_SHOWN, StudyForm
from marketplace.study_links import PRESETS, StudyLinkError

KIND = "study link"


@for_requesters
def listing(request: HttpRequest) -> HttpResponse:
    """The account's study links. Security: the requester's own rows only."""
    account = key_of(request).account
    found = attendance.studies(account, before=request.GET.get("before", ""))
    return show(request, "studies.html", "studies", found=found)


@for_requesters
@explained
def study(request: HttpRequest, study_id: str) -> HttpResponse:
    """One study link: address, codes, terms, who came and what they left with.

    Security: the requester's own link; another's is as unknown as none.
    """
    link = attendance.find_study(key_of(request).account, study_id)
    codes = [(outcome.label, link.shared_code(outcome)) for outcome in Outcome]
    return show(
        request,
        "study.html",
        "studies",
        link=link,
        address=study_links.address(link),
        codes=[(name, code) for name, code in codes if code],
        found=attendance.visits(link, before=request.GET.get("before", "")),
    )


@for_requesters
def new(request: HttpRequest) -> HttpResponse:
    """The form, filled in for Prolific or for any other site; a POST makes the link.

    Security: the requester's own HIT types and qualification types, CSRF. The ticket in the form
    holds the id of the link: sending it twice makes one.
    """
    account, preset = key_of(request).account, chosen_preset(request)
    if request.method != "POST":
        ticket = once.ticket(account, KIND, identifiers.new_entity_id())
        return ask(request, StudyForm(account=account, preset=preset, initial={"ticket": ticket}))
    form = StudyForm(request.POST, account=account, preset=preset)
    if not form.is_valid():
        return ask(request, form, http_status=400)
    try:
        name = once.name_in(account, KIND, form.cleaned_data["ticket"])
        link = study_links.make(account, form.wish(), public_id=name)
    except once.Stale:
        return ask(request, renewed(request, preset), http_status=400)
    except StudyLinkError as error:
        form.add_error(error.field, str(error))
        return ask(request, form, http_status=400)
    messages.success(request, "The study link is made. Give its address to the site that sends.")
    return redirect("requester-study", link.public_id)


@by_post
@for_requesters
def pause(request: HttpRequest, study_id: str) -> HttpResponse:
    """Offer no further tasks. Twice is as good as once. Security: own links, CSRF."""
    if study_links.pause(key_of(request).account, study_id, paused=True):
        messages.success(request, "The study is closed: nobody is given another task by its link.")
    return redirect("requester-study", study_id)


@by_post
@for_requesters
def resume(request: HttpRequest, study_id: str) -> HttpResponse:
    """Offer tasks again. Twice is as good as once. Security: own links, CSRF."""
    if study_links.pause(key_of(request).account, study_id, paused=False):
        messages.success(request, "The study is open again.")
    return redirect("requester-study", study_id)


def chosen_preset(request: HttpRequest) -> str:
    asked = request.GET.get("preset", "")
    return asked if asked in PRESETS else "prolific"


def ask(request: HttpRequest, form: StudyForm, *, http_status: int = 200) -> HttpResponse:
    shown = {"form": form, "preset": chosen_preset(request), "types_shown": TYPES_SHOWN}
    return show(request, "study_form.html", "studies", http_status=http_status, **shown)


def renewed(request: HttpRequest, preset: str) -> StudyForm:
    """The same form with what was typed and a new ticket."""
    account = key_of(request).account
    typed = request.POST.copy()
    typed["ticket"] = once.ticket(account, KIND, identifiers.new_entity_id())
    again = StudyForm(typed, account=account, preset=preset)
    again.add_error(None, STALE)
    return again
