"""How well the systems summarize, by what readers of a study highlighted."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.views.generic import TemplateView

from annotation.tables import TablesError
from console.page import StaffPage
from console.scores import MOST_DOCUMENTS, blocks, is_too_large, study_scores, word_limits
from crowd.models import Study


class Scores(StaffPage, TemplateView):
    """Security: every role. Reads only; `limit` chooses among the study's own word limits."""

    template_name = "console/scores.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        study = get_object_or_404(Study, name=self.kwargs["study"])
        limits = word_limits(study)
        asked = self.request.GET.get("limit", "")
        limit = int(asked) if asked in map(str, limits) else next(iter(limits), None)
        context = {"study": study, "limits": limits, "limit": limit, "most": MOST_DOCUMENTS}
        return super().get_context_data(**kwargs) | context | self.scores(study, limit)

    def scores(self, study: Study, limit: int | None) -> dict[str, Any]:
        """The report and its tables, or why there are none."""
        if limit is None or is_too_large(study):
            return {"is_too_large": limit is not None}
        try:
            report = study_scores(study, limit)
        except TablesError as error:
            return {"problem": str(error)}
        return {"report": report, "blocks": list(blocks(report))}
