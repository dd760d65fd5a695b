"""What became of the work: every assignment of the worker with state, pay and reason."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse

from marketplace import browsing
from marketplace.site.pages import page
from marketplace.site.session import for_workers, worker_of

ROWS = 50


@for_workers
def history(request: HttpRequest) -> HttpResponse:
    """The dashboard. Security: the worker's own rows only."""
    worker = worker_of(request)
    standing = browsing.standing(worker)
    rows = Paginator(browsing.history(worker), ROWS).get_page(request.GET.get("page"))
    return page(request, "history.html", {"section": "history", "standing": standing, "rows": rows})
