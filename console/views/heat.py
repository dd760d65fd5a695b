"""Heat maps: which documents of a study have one, and the one of a document."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.views.generic import ListView, TemplateView

from annotation.models import HighlightItem, TokenWeights
from console.heat import heat_map
from console.page import StaffPage
from console.reading import unread
from corpus.models import Document
from crowd.models import Study

SHOWN_PHRASES = 100


class HeatList(StaffPage, ListView):
    """Security: every role. Reads only."""

    template_name = "console/heat_list.html"
    paginate_by = 50

    def get_queryset(self) -> QuerySet[Document]:
        self.study = get_object_or_404(Study, name=self.kwargs["study"])
        offered = HighlightItem.objects.filter(item__batch__study=self.study)
        documents = Document.objects.filter(pk__in=offered.values("document"))
        return documents.select_related("dataset").defer(*unread()).order_by("external_id", "pk")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(study=self.study, **kwargs)
        weights = TokenWeights.objects.filter(
            study=self.study, document__in=list(context["page_obj"])
        ).defer("num_h")
        of_document = {row.document_id: row for row in weights}
        rows = [(document, of_document.get(document.pk)) for document in context["page_obj"]]
        return context | {"rows": rows}


class HeatPage(StaffPage, TemplateView):
    """Security: every role. Reads only."""

    template_name = "console/heat.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        study = get_object_or_404(Study, name=self.kwargs["study"])
        offered = HighlightItem.objects.filter(item__batch__study=study)
        documents = Document.objects.filter(pk__in=offered.values("document"))
        document = get_object_or_404(
            documents.select_related("dataset"), pk=self.kwargs["document"]
        )
        heat = heat_map(study, document)
        shown = None if "all" in self.request.GET else SHOWN_PHRASES
        return super().get_context_data(**kwargs) | {
            "study": study,
            "document": document,
            "heat": heat,
            "phrases": heat.phrases[:shown],
        }
