"""A requester's account: what it owns, its HITs, its ledger, what happened."""

from django.http import HttpRequest, HttpResponse

from marketplace import ledger, overseeing
from marketplace.models import HIT
from marketplace.site.pages import page
from marketplace.site.problems import explained
from marketplace.site.requesters.session import for_requesters, key_of

NEWEST = 8


def show(
    request: HttpRequest, template: str, section: str, *, http_status: int = 200, **context
) -> HttpResponse:
    """A page of the signed-in requester."""
    account = key_of(request).account
    shown = {"account": account, "section": section, **context}
    return page(request, f"requesters/{template}", shown, status=http_status)


@for_requesters
def overview(request: HttpRequest) -> HttpResponse:
    """Balance, newest HITs and events. Security: the requester's own rows only."""
    account = key_of(request).account
    return show(
        request,
        "overview.html",
        "overview",
        newest_hits=overseeing.hits(account, size=NEWEST),
        newest_events=overseeing.events(account, size=NEWEST),
        balance=ledger.balance(account.id),
        n_keys=sum(key.active for key in overseeing.keys(account)),
    )


@for_requesters
def lines(request: HttpRequest) -> HttpResponse:
    """Every movement of money. Security: the requester's own rows only."""
    account = key_of(request).account
    found = overseeing.ledger_lines(account, before=request.GET.get("before", ""))
    return show(request, "ledger.html", "ledger", found=found, balance=ledger.balance(account.id))


@for_requesters
def hits(request: HttpRequest) -> HttpResponse:
    """HITs, all or of one status. Security: the requester's own rows only."""
    status = request.GET.get("status", "")
    found = overseeing.hits(
        key_of(request).account, status=status, before=request.GET.get("before", "")
    )
    return show(
        request, "hits.html", "hits", found=found, status=status, statuses=HIT.Status.values
    )


@for_requesters
@explained
def hit(request: HttpRequest, hit_id: str) -> HttpResponse:
    """One HIT: its terms, what was handed in, what happened.

    Security: the requester's own HIT; another's is as unknown as none.
    """
    account = key_of(request).account
    counted = overseeing.find_hit(account, hit_id)
    return show(
        request,
        "hit.html",
        "hits",
        counted=counted,
        hit=counted.hit,
        work=overseeing.work(counted.hit, before=request.GET.get("before", "")),
        found=overseeing.events(account, hit=counted.hit),
    )


@for_requesters
def events(request: HttpRequest) -> HttpResponse:
    """The event log with its deliveries. Security: the requester's own rows only."""
    found = overseeing.events(key_of(request).account, before=request.GET.get("before", ""))
    return show(request, "events.html", "events", found=found)
