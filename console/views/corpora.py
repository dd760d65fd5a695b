"""Corpora: datasets, their documents, and one document as it was imported."""

from django.db.models import Count, Q, QuerySet
from django.shortcuts import get_object_or_404
from django.views.generic import DetailView, ListView

from annotation.models import TokenWeights
from annotation.runs import paragraphs
from console.page import StaffPage
from console.reading import unread
from corpus.models import Dataset, Document


class DatasetList(StaffPage, ListView):
    """Security: every role. Reads only."""

    section = "corpora"
    template_name = "console/corpora.html"
    paginate_by = 25
    queryset = Dataset.objects.annotate(
        n_documents=Count("documents", distinct=True), n_systems=Count("systems", distinct=True)
    ).order_by("name")


class DocumentList(StaffPage, ListView):
    """Security: every role. Reads only; `q` searches titles and ids."""

    section = "corpora"
    template_name = "console/dataset.html"
    paginate_by = 50

    def get_queryset(self) -> QuerySet[Document]:
        self.dataset = get_object_or_404(Dataset, name=self.kwargs["name"])
        self.query = self.request.GET.get("q", "").replace("\0", "").strip()
        documents = self.dataset.documents.defer(*unread())
        if self.query:
            documents = documents.filter(
                Q(title__icontains=self.query) | Q(external_id__icontains=self.query)
            )
        return documents.annotate(
            n_summaries=Count("summaries", distinct=True),
            n_statements=Count("statements", distinct=True),
        ).order_by("external_id")

    def get_context_data(self, **kwargs) -> dict:
        systems = self.dataset.systems.annotate(n_summaries=Count("summaries"))
        return super().get_context_data(
            dataset=self.dataset, query=self.query, systems=systems.order_by("name"), **kwargs
        )


class DocumentPage(StaffPage, DetailView):
    """Security: every role; it shows sanity answers, which only staff may see."""

    section = "corpora"
    template_name = "console/document_page.html"

    def get_object(self, queryset=None) -> Document:
        documents = Document.objects.select_related("dataset")
        return get_object_or_404(documents, dataset__name=self.kwargs["name"], pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs) -> dict:
        document = self.object
        weights = TokenWeights.objects.filter(document=document).select_related("study")
        return super().get_context_data(
            document=document,
            paragraphs=paragraphs(document),
            summaries=document.summaries.select_related("system").order_by("system__name"),
            statements=document.statements.order_by("about", "pk"),
            controls=document.control_summaries.order_by("pk"),
            weights=weights.defer("counts", "num_h").order_by("study__name"),
            **kwargs,
        )
