"""Taking back what was decided or asked a moment ago."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views import View

from console.page import StaffPage
from console.roles import Ability
from crowd.due_process import DecisionError
from crowd.models import Assignment, Decision
from crowd.review import undo
from crowd.second_reading import withdraw


class SecondThoughts(StaffPage, View):
    """Security: reviewers and admins, by POST, what they did themselves; the desk checks it."""

    http_method_names = ["post"]
    to_read = to_write = Ability.DECIDE

    def post(self, request: HttpRequest, **kwargs: int) -> HttpResponse:
        try:
            assignment = self.take_back(**kwargs)
        except DecisionError as error:
            messages.error(request, f"Not taken back: {error}.")
            return redirect("console:review")
        messages.success(request, f"Taken back: {assignment.worker} waits for a decision again.")
        query = request.GET.urlencode()
        address = reverse("console:case", args=[assignment.pk])
        return redirect(f"{address}?{query}" if query else address)


class Undo(SecondThoughts):
    """Security: as SecondThoughts."""

    def take_back(self, decision: int) -> Assignment:
        if not Decision.objects.filter(pk=decision).exists():
            raise DecisionError("there is no such decision any more")
        return undo(decision, by=self.request.user, now=timezone.now()).assignment


class Withdraw(SecondThoughts):
    """Security: as SecondThoughts."""

    def take_back(self, assignment: int) -> Assignment:
        asked = Assignment.objects.select_related("worker").filter(pk=assignment).first()
        if asked is None:
            raise DecisionError("there is no such assignment")
        withdraw(asked.pk, by=self.request.user, now=timezone.now())
        return asked
