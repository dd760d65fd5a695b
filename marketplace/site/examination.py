"""The test of a qualification: what it is, its questions while the time runs, handing it in."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from marketplace import clock, examining, question_form_reading
from marketplace.models import QualificationRequest
from marketplace.question_form import Form
from marketplace.site.framing import remaining_s
from marketplace.site.pages import page
from marketplace.site.problems import explained
from marketplace.site.session import for_workers, worker_of


@for_workers
@explained
def test(request: HttpRequest, type_id: str) -> HttpResponse:
    """Before it is begun, what awaits; then the questions; a POST hands the answers in.

    Security: workers, CSRF. The questions are a stranger's words, shown as text. They are shown
    after the time began to run; the key never is.
    """
    if request.method == "POST":
        return hand_in(request, type_id)
    return test_page(request, type_id)


def test_page(
    request: HttpRequest, type_id: str, faults: dict[str, str] | None = None
) -> HttpResponse:
    kind = examining.find(type_id)
    going = examining.under_way(worker_of(request), kind)
    form = question_form_reading.parse(going.test if going else kind.test)
    context = {"section": "history", "kind": kind, "n_questions": len(form.questions)}
    if going and (left := remaining_s(going, clock.now())):
        sent = request.POST.getlist if faults else None
        context |= {"going": going, "seconds_left": left, "faults": faults}
        context["parts"] = list(shown(form, sent, faults or {}))
    return page(request, "test.html", context, status=400 if faults else 200)


def shown(form: Form, sent, faults: dict[str, str]):
    """Each part with what was typed or chosen before, so that nothing is lost by a fault."""
    for part in form.parts:
        asked = part.question
        values = sent(asked.field) if asked and sent else []
        text = values[-1] if values else getattr(asked and asked.answer, "default", "")
        yield {
            "part": part,
            "fault": faults.get(asked.field) if asked else None,
            "text": text,
            "options": [
                {"value": str(n), "text": option.text, "chosen": str(n) in values}
                for n, option in enumerate(asked.selection.options)
            ]
            if asked and asked.selection
            else [],
        }


def hand_in(request: HttpRequest, type_id: str) -> HttpResponse:
    try:
        done = examining.hand_in(worker_of(request), type_id, request.POST.getlist)
    except examining.Incomplete as incomplete:
        return test_page(request, type_id, incomplete.faults)
    if done.state == QualificationRequest.State.GRANTED:
        messages.success(request, "Your test is handed in, and you have its result below.")
    else:
        messages.success(request, "Your test is handed in; the requester reads it and decides.")
    return redirect("history")
