"""Answering with a page: the worker in its masthead, and nothing kept by any cache."""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from marketplace.accepting import DONE_BEFORE, NO_SLOT
from marketplace.refusals import Refused
from marketplace.site.session import worker_of


def page(
    request: HttpRequest, template: str, context: dict | None = None, *, status: int = 200
) -> HttpResponse:
    shown = {
        "worker": worker_of(request),
        "open_signup": settings.MARKETPLACE_OPEN_SIGNUP,
        **(context or {}),
    }
    response = render(request, f"marketplace/{template}", shown, status=status)
    response["Cache-Control"] = "no-store, private"
    return response


def problem(
    request: HttpRequest, *, title: str, what: str, todo: str = "", status: int
) -> HttpResponse:
    """An error page: what happened, and what to do now."""
    return page(
        request, "problem.html", {"title": title, "what": what, "todo": todo}, status=status
    )


EXPLANATIONS = {
    DONE_BEFORE: (
        "You have done this task",
        "Your history shows what became of it. Other tasks of the same kind may be open.",
    ),
    NO_SLOT: (
        "No place is free any more",
        "A place opens again when somebody returns the task. Other tasks may be open now.",
    ),
}
OTHERWISE = ("This did not work", "Nothing was changed. Your history shows where the task stands.")


def refusal(request: HttpRequest, refused: Refused) -> HttpResponse:
    """The market said no, in words meant for the worker."""
    if refused.not_found:
        return not_found(request, refused)
    title, todo = EXPLANATIONS.get(str(refused), OTHERWISE)
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
        what="To be sure that the press came from you, we check a key that your browser keeps, and it did not fit.",
        todo="Go back, reload the page and press again. If it happens every time, allow cookies for this site.",
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
