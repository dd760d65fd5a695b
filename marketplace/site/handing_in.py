"""externalSubmit: where the task page posts the finished work, and the answer inside the frame."""

from csp.constants import SELF
from csp.decorators import csp_replace
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csrf import csrf_exempt

from marketplace import submitting
from marketplace.models import Assignment
from marketplace.refusals import Refused
from marketplace.site.pages import page
from marketplace.site.session import worker_of


@csrf_exempt
@xframe_options_sameorigin
@csp_replace({"frame-ancestors": [SELF]})
def external_submit(request: HttpRequest) -> HttpResponse:
    """Store the work of an accepted assignment.

    Security: anybody who knows the unguessable id of a live assignment. The post comes from the
    task's site, so neither our session cookie nor a CSRF token arrives;
    if a session does arrive, it must be the worker's own. Nothing here sets a cookie.
    """
    if request.method != "POST":
        return refused(request, "This address takes finished work; there is nothing to see.", 405)
    try:
        sent = [(name, value) for name, values in request.POST.lists() for value in values]
    except (SuspiciousOperation, MultiPartParserError):
        return refused(request, "What the task page sent is too large or not in order.", 400)
    # PostgreSQL refuses to look for a text with a zero character in it.
    assignment_id = request.POST.get("assignmentId", "").replace("\0", "")
    result = {"done": True, "assignment_id": assignment_id}
    try:
        submitting.submit(assignment_id, sent, worker=worker_of(request))
    except Refused as error:
        if was_handed_in(request, assignment_id):
            return page(request, "result.html", {**result, "again": True}, status=409)
        return refused(request, str(error), 404 if error.not_found else 409)
    return page(request, "result.html", result)


def was_handed_in(request: HttpRequest, assignment_id: str) -> bool:
    """A double click is no failure: the first one counted, and the worker must read that."""
    done = Assignment.objects.handed_in().filter(public_id=assignment_id)
    worker = worker_of(request)
    return done.filter(worker=worker).exists() if worker else done.exists()


def refused(request: HttpRequest, what: str, status: int) -> HttpResponse:
    return page(request, "result.html", {"done": False, "what": what}, status=status)
