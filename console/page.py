"""What every staff page shares: who may open it, and the frame around it."""

from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers

from console.endpoint import configured_endpoint
from console.models import IssuedPassword
from console.queue import waiting_for
from console.roles import Ability, abilities_of


class StaffPage:
    """Mixin of every view below /console/ except signing in.

    Security: an account whose role grants `to_read` may look, one whose role also grants
    `to_write` may post; others are sent to the sign-in page or told which role is missing. An
    account that still has its printed password is sent to choose another.
    """

    to_read: Ability = Ability.LOOK
    to_write: Ability = Ability.PLAN
    section = "studies"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = self.barred(request) or super().dispatch(request, *args, **kwargs)
        add_never_cache_headers(response)
        return response

    def barred(self, request: HttpRequest) -> HttpResponse | None:
        """The answer for somebody who may not come in; None for everybody else."""
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path(), settings.LOGIN_URL)
        self.abilities = abilities_of(request.user)
        needed = self.to_read if request.method in ("GET", "HEAD") else self.to_write
        if not {self.to_read, needed} <= self.abilities:
            missing = self.to_read if self.to_read not in self.abilities else needed
            return refused(request, missing)
        if IssuedPassword.objects.filter(user=request.user.pk).exists():
            return redirect("console:password")
        return None

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            section=self.section,
            may_plan=Ability.PLAN in self.abilities,
            may_decide=Ability.DECIDE in self.abilities,
            n_awaiting=waiting_for(self.request.user).count(),
            endpoint=configured_endpoint(),
            **kwargs,
        )


def refused(request: HttpRequest, missing: Ability) -> HttpResponse:
    """The page for an account that lacks an ability; it says which."""
    return render(request, "console/refused.html", {"missing": missing}, status=403)
