"""Saying no: every error page tells what happened and what to do now."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from marketplace.accepting import BLOCKED, DONE_BEFORE, NO_SLOT, NOT_QUALIFIED
from marketplace.invitations import ALL_USED, INVITATION_ENDED, WITHDRAWN
from marketplace.participating import FULL, ONE_AT_A_TIME, OVER, PAUSED, SHARE_DONE
from marketplace.refusals import Refused
from marketplace.site.pages import page

NOTHING_CHANGED = "Nothing was changed. Your history shows where the task stands."
# What the market refuses a worker often: a title, and what to do now.
EXPLANATIONS = {
    DONE_BEFORE: (
        "You have done this task",
        "Your history shows what became of it. Other tasks of the same kind may be open.",
    ),
    BLOCKED: (
        "This requester’s tasks are closed to you",
        "Your pay for work you handed in is not affected. Other requesters’ tasks are open.",
    ),
    NOT_QUALIFIED: (
        "You do not have what this task asks for",
        "The list of tasks says what each asks for, and where you can ask for a qualification.",
    ),
    ALL_USED: (
        "This invitation has been used",
        "If it was you, sign in with the personal link you were shown then. If not, ask whoever "
        "invited you for another invitation.",
    ),
    INVITATION_ENDED: (
        "This invitation has ended",
        "Ask whoever invited you for another one.",
    ),
    WITHDRAWN: (
        "This invitation was withdrawn",
        "Ask whoever invited you what happened. Accounts made by it before are not affected.",
    ),
    FULL: (
        "This study is full",
        "Thank you for coming. If another site sent you, return the study there; nothing is lost.",
    ),
    PAUSED: (
        "This study is paused",
        "What you handed in is safe. Open your link again later: nothing else is needed.",
    ),
    SHARE_DONE: (
        "Your share is done",
        "Thank you. The first page tells what becomes of it.",
    ),
    OVER: (
        "Your visit is over",
        "Thank you. The first page shows your completion code again.",
    ),
    ONE_AT_A_TIME: (
        "One task at a time",
        "Go to the tasks and continue with the one you have accepted, or return it.",
    ),
    NO_SLOT: (
        "No place is free any more",
        "A place opens again when somebody returns the task. Other tasks may be open now.",
    ),
}


def problem(
    request: HttpRequest, *, title: str, what: str, todo: str = "", status: int
) -> HttpResponse:
    shown = {"title": title, "what": what, "todo": todo}
    return page(request, "problem.html", shown, status=status)


def refusal(request: HttpRequest, refused: Refused) -> HttpResponse:
    """The market said no, in words meant for the worker."""
    if refused.not_found:
        return not_found(request, refused)
    title, todo = EXPLANATIONS.get(str(refused), ("This did not work", NOTHING_CHANGED))
    return problem(request, title=title, what=str(refused), todo=todo, status=409)


def explained(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A refusal becomes a page that explains it."""

    @wraps(view)
    def explaining(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refused as refused:
            return refusal(request, refused)

    return explaining


def by_post(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A step that changes something: only a pressed button takes it, an opened address does not."""

    @wraps(view)
    def posted(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if request.method == "POST":
            return view(request, *args, **kwargs)
        response = problem(
            request,
            title="This address is a button, not a page",
            what="It does something only when its button is pressed.",
            todo="Go to the tasks and press the button there.",
            status=405,
        )
        response["Allow"] = "POST"
        return response

    return posted


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Also for what belongs to another worker: whether it exists is not told."""
    return problem(
        request,
        title="There is nothing at this address",
        what="The task may be gone, or the address incomplete, or it belongs to another worker.",
        todo="The tasks open to you are on the first page; what you did is in your history.",
        status=404,
    )


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return problem(
        request,
        title="We could not read this request",
        what="What your browser sent is too large or not in order.",
        todo="Go back and try again.",
        status=400,
    )


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    return problem(
        request,
        title="This page was open too long",
        what="We could not be sure that it was you who pressed the button, so nothing was done.",
        todo="Go back, reload the page and press again. If it happens every time, allow cookies "
        "for this site.",
        status=403,
    )


def broken(request: HttpRequest) -> HttpResponse:
    """Our own fault. Asks nothing of the database or the session: they may be what failed."""
    shown = {
        "title": "Something broke on our side",
        "what": "It is not your fault, and we have a record of it.",
        "todo": "Work you handed in before is safe. Try again in a minute.",
    }
    return render(None, "marketplace/problem.html", shown, status=500)
