"""Studies: the list that is the home page, one study, and the forms that make them."""

from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.generic import CreateView, ListView, UpdateView

from console.failures import failed_calls
from console.forms.study import StudyForm
from console.overview import study_rows
from console.page import StaffPage
from console.progress import batch_progress
from console.roles import Ability
from crowd.consent import consent_text
from crowd.models import Study


class StudyList(StaffPage, ListView):
    """Security: every role. Reads only."""

    template_name = "console/studies.html"
    queryset = Study.objects.order_by("-created_at", "-pk")
    paginate_by = 25

    def get_context_data(self, **kwargs) -> dict:
        context = super().get_context_data(**kwargs)
        return context | {"rows": study_rows(list(context["page_obj"]))}


class StudyPage(StaffPage, ListView):
    """Security: every role. Reads only; lists the study's batches."""

    template_name = "console/study.html"
    paginate_by = 25

    def get_queryset(self) -> QuerySet:
        self.study = get_object_or_404(Study, name=self.kwargs["study"])
        return self.study.batches.order_by("-created_at", "-pk")

    def get_context_data(self, **kwargs) -> dict:
        context = super().get_context_data(study=self.study, **kwargs)
        return context | {
            "row": study_rows([self.study])[0],
            "batches": batch_progress(list(context["page_obj"])),
            "failed_calls": failed_calls(Q(hit__item__batch__study=self.study)),
            "consent": consent_text(self.study),
            "n_findings": self.study.findings.open().count(),
            "back_to": self.request.path,
        }


class StudyFormPage(StaffPage):
    """Security: researchers and admins, to look at and to post."""

    to_read = Ability.PLAN
    template_name = "console/study_form.html"
    form_class = StudyForm
    model = Study
    slug_field = "name"
    slug_url_kwarg = "study"

    def get_success_url(self) -> str:
        return reverse("console:study", args=[self.object.name])

    def form_valid(self, form: StudyForm) -> HttpResponse:
        response = super().form_valid(form)
        messages.success(self.request, self.said.format(title=self.object.title))
        return response


class NewStudy(StudyFormPage, CreateView):
    """Security: as StudyFormPage."""

    said = "{title} is ready for its first batch."


class EditStudy(StudyFormPage, UpdateView):
    """Security: as StudyFormPage."""

    said = "{title} was changed."
