"""The form that agrees to what publishing a batch commits."""

from decimal import Decimal
from typing import Any

from django import forms

from console.endpoint import EndpointNotice
from crowd.batches import BatchPlan


class PublishForm(forms.Form):
    """Agreeing to a sum at an endpoint: both as they were shown, so nobody agrees to another."""

    cost = forms.DecimalField(widget=forms.HiddenInput)
    endpoint_url = forms.CharField(widget=forms.HiddenInput)
    agreed = forms.BooleanField(
        error_messages={"required": "Tick the box to say that you agree to the sum."}
    )

    def __init__(self, *args: Any, plan: BatchPlan, endpoint: EndpointNotice, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.plan, self.endpoint = plan, endpoint
        self.fields["agreed"].label = f"I agree to set aside {plan.cost:,.2f} USD"

    def clean_cost(self) -> Decimal:
        if self.cleaned_data["cost"] != self.plan.cost:
            raise forms.ValidationError(
                f"The sum was {self.cleaned_data['cost']} USD when you looked and is "
                f"{self.plan.cost} USD now. Look again."
            )
        return self.plan.cost

    def clean_endpoint_url(self) -> str:
        if self.endpoint.problem:
            raise forms.ValidationError(f"The endpoint is {self.endpoint.problem}.")
        if self.cleaned_data["endpoint_url"] != self.endpoint.url:
            raise forms.ValidationError(
                f"The endpoint was {self.cleaned_data['endpoint_url']} when you looked and is "
                f"{self.endpoint.url} now. Look again."
            )
        return self.endpoint.url
