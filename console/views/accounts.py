"""Signing in and out, and replacing a printed password."""

from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.mixins import LoginRequiredMixin
from django.contrib.auth.views import LoginView, LogoutView, PasswordChangeView
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache

from console.accounts import replace_password
from console.models import IssuedPassword


class SignIn(LoginView):
    """Security: open to everybody; `next` is followed on this host only."""

    template_name = "console/sign_in.html"
    redirect_authenticated_user = True


class SignOut(LogoutView):
    """Security: POST only, so that no link can sign anybody out."""

    next_page = reverse_lazy("console:sign-in")


@method_decorator(never_cache, name="dispatch")
class ChangePassword(LoginRequiredMixin, PasswordChangeView):
    """Security: the signed-in account changes its own password and must know the present one."""

    template_name = "console/password.html"

    def get_context_data(self, **kwargs) -> dict:
        issued = IssuedPassword.objects.filter(user=self.request.user.pk).exists()
        return super().get_context_data(is_issued=issued, **kwargs)

    def form_valid(self, form) -> HttpResponse:
        replace_password(form)
        update_session_auth_hash(self.request, form.user)
        return redirect("console:studies")
