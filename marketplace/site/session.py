"""Who is looking: the worker of a request, signing in and out.

The session is a signed cookie that holds a worker id, a guest's study, and nothing else.
"""

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from marketplace.models import StudyLink, Worker

KEY = "worker_id"
STUDY = "study_id"


def worker_of(request: HttpRequest) -> Worker | None:
    """The signed-in worker, looked up once a request."""
    if not hasattr(request, "worker"):
        worker_id = getattr(request, "session", {}).get(KEY)
        request.worker = worker_id and Worker.objects.filter(public_id=worker_id).first()
        if request.worker and (study_id := request.session.get(STUDY)):
            request.worker.visiting = StudyLink.objects.filter(public_id=study_id).first()
    return request.worker


def sign_in(request: HttpRequest, worker: Worker, *, study: StudyLink | None = None) -> None:
    """Make this browser the worker's, leaving nothing of whoever used it before."""
    sign_out(request)
    request.session[KEY] = worker.public_id
    if study:
        request.session[STUDY] = study.public_id
    worker.visiting = study
    request.worker = worker


def sign_out(request: HttpRequest) -> None:
    request.session.flush()
    rotate_token(request)
    request.worker = None


def for_workers(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let workers in; send others to sign in and then back to the page they asked for."""

    @wraps(view)
    def guarded(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if worker_of(request):
            return view(request, *args, **kwargs)
        wanted = request.get_full_path() if request.method == "GET" else reverse("home")
        return redirect(f"{reverse('sign-in')}?{urlencode({'next': wanted})}")

    return guarded


def way_back(request: HttpRequest) -> str:
    """Where to go after signing in: a page of this site, whatever the form says."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if safe else reverse("home")
