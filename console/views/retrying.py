"""Saying again to the endpoint what it did not take."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views import View

from console.page import StaffPage
from console.roles import Ability
from crowd.models import Batch, Call
from crowd.retries import retry_batch, retry_call


class Retry(StaffPage, View):
    """Security: every role, by POST: what is said again was committed or decided before by somebody
    who may. `next` is followed on this host only."""

    http_method_names = ["post"]
    to_write = Ability.LOOK

    def back(self, request: HttpRequest, n_retried: int, batch_id: int) -> HttpResponse:
        if n_retried:
            messages.success(request, "It is said to the endpoint again.")
        else:
            messages.info(request, "There was nothing to say again.")
        after = request.POST.get("next", "")
        if not url_has_allowed_host_and_scheme(after, allowed_hosts=None):
            after = reverse("console:batch", args=[batch_id])
        return redirect(after)


class RetryCall(Retry):
    """Security: as Retry."""

    def post(self, request: HttpRequest, call: int) -> HttpResponse:
        failed = get_object_or_404(Call.objects.select_related("hit__item"), pk=call)
        return self.back(request, retry_call(failed.pk), failed.hit.item.batch_id)


class RetryBatch(Retry):
    """Security: as Retry."""

    def post(self, request: HttpRequest, batch: int) -> HttpResponse:
        found = get_object_or_404(Batch, pk=batch)
        return self.back(request, retry_batch(found), found.pk)
