"""What became of the work: every assignment of the worker with state, pay and reason."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse

from marketplace import browsing
from marketplace.site.pages import page
from marketplace.site.session import for_workers, worker_of

ROWS = 50
NEWEST = 3


@for_workers
def history(request: HttpRequest) -> HttpResponse:
    """The dashboard. Security: the worker's own rows only."""
    worker = worker_of(request)
    standing = browsing.standing(worker)
    rows = Paginator(browsing.history(worker), ROWS).get_page(request.GET.get("page"))
    shown = {
        "section": "history",
        "standing": standing,
        "rows": rows,
        "newest_messages": browsing.messages(worker)[:NEWEST],
        "qualifications": browsing.qualifications(worker),
        "unanswered": browsing.open_requests(worker),
        "blocked_by": browsing.blocks_of(worker),
    }
    return page(request, "history.html", shown)


@for_workers
def messages(request: HttpRequest) -> HttpResponse:
    """What requesters wrote. Security: the worker's own rows only; the words are a stranger's."""
    rows = Paginator(browsing.messages(worker_of(request)), ROWS).get_page(request.GET.get("page"))
    return page(request, "messages.html", {"section": "history", "rows": rows})
