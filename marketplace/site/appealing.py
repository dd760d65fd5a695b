"""Appealing against a rejection."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from marketplace import appeals
from marketplace.site.problems import by_post, explained
from marketplace.site.session import for_workers, worker_of


@by_post
@for_workers
@explained
def appeal(request: HttpRequest, assignment_id: str) -> HttpResponse:
    """Ask the requester to look again. Pressing twice asks once. Security: whose work it is, CSRF.

    What is written is text from a stranger to the requester: stored as it is, escaped when shown.
    """
    message = request.POST.get("message", "").replace("\0", "").replace("\r\n", "\n")
    appeals.appeal(worker_of(request), assignment_id, message)
    messages.success(request, "Your appeal is on its way to the requester.")
    return redirect(f"{reverse('assignment', args=[assignment_id])}?receipt")
