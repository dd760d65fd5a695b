"""Money: the ledger of a study, and what the hours of a batch's workers were paid."""

from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.functional import cached_property
from django.views.generic import FormView, ListView

from console.books import account_at, batch_books, proof, study_books
from console.endpoint import configured_endpoint
from console.page import StaffPage
from crowd.bonuses import top_up
from crowd.budget import BudgetExceeded, pool_left
from crowd.fair_pay import FairPay, fair_pay
from crowd.models import Batch, LedgerEntry, Study
from crowd.prices import bonus_cost


class Money(StaffPage, ListView):
    """Security: every role. Reads only; nothing here asks the endpoint."""

    template_name = "console/money.html"
    paginate_by = 50

    def get_queryset(self) -> QuerySet[LedgerEntry]:
        self.study = get_object_or_404(Study, name=self.kwargs["study"])
        related = ("hit__item__batch", "assignment__worker")
        return self.study.ledger.select_related(*related).order_by("-pk")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        books = study_books(self.study)
        return super().get_context_data(
            study=self.study,
            books=books,
            left=self.study.budget_usd - books.committed,
            batches=batch_books(self.study),
            proof=proof(self.study, books),
            account=account_at(configured_endpoint().url),
            n_findings=self.study.findings.open().count(),
            **kwargs,
        )


class Pay(StaffPage, FormView):
    """Security: every role may look; researchers and admins give, by POST, which spends money. Who
    gets how much is decided by the desk when it is done, not by what the page showed."""

    template_name = "console/pay.html"
    form_class = Form

    @cached_property
    def batch(self) -> Batch:
        batches = Batch.objects.select_related("study")
        return get_object_or_404(batches, pk=self.kwargs["batch"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        pay = fair_pay(self.batch)
        rows = [(row, row.missing_usd(pay.floor_usd)) for row in pay.below]
        return super().get_context_data(
            batch=self.batch,
            pay=pay,
            rows=rows,
            cost=sum(bonus_cost(missing) for _, missing in rows),
            pool=pool_left(self.batch),
            **kwargs,
        )

    def form_valid(self, form: Form) -> HttpResponse:
        try:
            given = top_up(self.batch.pk, by=self.request.user, now=timezone.now())
        except BudgetExceeded as error:
            form.add_error(None, str(error))
            return self.form_invalid(form)
        total = sum(bonus.amount_usd for bonus in given)
        if given:
            said = f"{len(given)} bonuses of {total} USD together are given."
            messages.success(self.request, f"{said} The endpoint is being told.")
        else:
            messages.info(self.request, "Nobody is below the floor any more.")
        return redirect("console:pay", self.batch.pk)


def pay_of(batch: Batch) -> FairPay | None:
    """For the page of a batch; None while nothing was earned."""
    pay = fair_pay(batch) if batch.published_at else None
    return pay if pay and pay.earned else None
