"""One assignment in a worker's hands: accepting, working, returning, what became of it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.html import format_html

from marketplace import accepting, appeals, browsing, choosing, clock, evidence, leases
from marketplace.models import Assignment
from marketplace.site.framing import framing_page, remaining_s
from marketplace.site.pages import page
from marketplace.site.problems import by_post, explained, problem
from marketplace.site.session import for_workers, worker_of

State = Assignment.State


@by_post
@for_workers
@explained
def accept(request: HttpRequest, hit_id: str) -> HttpResponse:
    """Take a slot of this HIT. Pressing twice takes one. Security: workers, CSRF."""
    assignment = accepting.accept(worker_of(request), hit_id)
    return redirect("assignment", assignment.public_id)


@by_post
@for_workers
@explained
def accept_from_group(request: HttpRequest, hit_type_id: str) -> HttpResponse:
    """Take a slot of any HIT of the group; of the one the page offered, if it is still free.

    Security: workers, CSRF. Pressing twice on the same offer takes one.
    """
    assignment = choosing.accept_from_group(
        worker_of(request), hit_type_id, preferred=request.POST.get("hit", "").replace("\0", "")
    )
    return redirect("assignment", assignment.public_id)


@for_workers
@explained
def assignment(request: HttpRequest, assignment_id: str) -> HttpResponse:
    """The task in its frame, also while late work is still taken; once it is handed in, the
    receipt; once it is lost, what happened.

    Security: the worker who accepted it. The task page is a stranger's: sandboxed.
    """
    worker = worker_of(request)
    found = browsing.find_assignment(worker, assignment_id)
    if found.state in Assignment.HANDED_IN:
        if worker.visiting and "receipt" not in request.GET:
            return redirect("study-on", worker.visiting.public_id)
        return receipt(request, found)
    now = clock.now()
    late = leases.may_be_late(found, now)
    if found.state in Assignment.LEFT and not late:
        return no_longer_held(request, found)
    context = {
        "assignment": found,
        "seconds_left": remaining_s(found, now),
        "late": late,
        "taken_until": leases.taken_until(found),
        "frame_url": browsing.frame_url(found.hit, found),
    }
    return framing_page(request, "task.html", found.hit, context)


def receipt(request: HttpRequest, found: Assignment) -> HttpResponse:
    """What was handed in, what becomes of it, and the next task of the same group."""
    groups = browsing.open_groups(worker_of(request))
    same = next((group for group in groups if group.hit_type == found.hit.hit_type), None)
    context = {
        "assignment": found,
        "group": same,
        "handed_in": evidence.readable(found.answer),
        "can_appeal": appeals.can_appeal(found, clock.now()),
        "appeal": getattr(found, "appeal", None),
        "appeal_max": appeals.MESSAGE_MAX,
    }
    return page(request, "receipt.html", context)


def no_longer_held(request: HttpRequest, found: Assignment) -> HttpResponse:
    if found.state == State.RETURNED:
        return problem(
            request,
            title="You returned this task",
            what=f"“{found.hit.hit_type.title}” went back to the others.",
            todo="If it is still free you can accept it again from the list of tasks.",
            status=410,
        )
    return problem(
        request,
        title="Your time for this task is over",
        what=format_html(
            "Until {} “{}” was yours. Then its place went back to the others, and work can no "
            "longer be handed in.",
            render_to_string("marketplace/moment.html", {"moment": found.deadline}),
            found.hit.hit_type.title,
        ),
        todo="It is not held against you. If the task is still free you can accept it again.",
        status=410,
    )


@by_post
@for_workers
@explained
def give_back(request: HttpRequest, assignment_id: str) -> HttpResponse:
    """Return the assignment; its slot is free again. Security: the worker who holds it, CSRF."""
    returned = accepting.give_back(worker_of(request), assignment_id)
    messages.success(request, f"You returned “{returned.hit.hit_type.title}”.")
    return redirect("home")
