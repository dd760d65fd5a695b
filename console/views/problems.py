"""The pages for what went wrong, whoever meets them; they ask the database nothing."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Security: open to everybody; tells nothing about what does exist."""
    return _problem(request, 404, "There is nothing here", "The address may have a slip in it.")


def broken(request: HttpRequest) -> HttpResponse:
    """Security: open to everybody; the cause is in the log only."""
    return _problem(request, 500, "Something broke here", "It is written down. Try again.")


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Security: open to everybody; nothing that was posted has been done."""
    told = "The page was open for too long, or the browser keeps no cookies for this site. "
    return _problem(request, 403, "Nothing was done", told + "Go back, reload and try again.")


def _problem(request: HttpRequest, status: int, title: str, text: str) -> HttpResponse:
    return render(request, "console/problem.html", {"problem": title, "text": text}, status=status)
