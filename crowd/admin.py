"""A window on the tables of the room: to look, not to change what desks and workers wrote."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from crowd.models import (
    HIT,
    AccountBalance,
    Appeal,
    Assignment,
    Batch,
    Bonus,
    Call,
    Consent,
    Decision,
    Exclusion,
    Finding,
    Item,
    LedgerEntry,
    Qualification,
    ReviewEvent,
    Study,
    Worker,
)


class ReadOnlyAdmin(admin.ModelAdmin):
    """Security: staff with the view permission; nobody adds, changes or deletes a row here."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Study)
class StudyAdmin(admin.ModelAdmin):
    """A budget may be raised and a contact corrected; the name stands in commands and exports."""

    list_display = ["name", "title", "budget_usd", "contact_email", "created_at"]

    def get_readonly_fields(self, request: HttpRequest, obj: Study | None = None) -> list[str]:
        return ["name"] if obj else []

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Batch)
class BatchAdmin(ReadOnlyAdmin):
    list_display = ["__str__", "kind", "judges", "reward_usd", "published_at", "closed_at"]
    list_select_related = ["study"]


@admin.register(Item)
class ItemAdmin(ReadOnlyAdmin):
    list_display = ["key", "batch", "revision"]
    list_select_related = ["batch__study"]


@admin.register(HIT)
class HITAdmin(ReadOnlyAdmin):
    list_display = ["__str__", "mturk_id", "max_assignments", "expires_at", "settled_at"]
    list_select_related = ["item__batch__study"]
    search_fields = ["mturk_id"]


@admin.register(Assignment)
class AssignmentAdmin(ReadOnlyAdmin):
    list_display = ["mturk_id", "worker", "status", "submitted_at", "confirmed_at", "voided_at"]
    list_filter = ["status", "sanity_passed", "is_late"]
    list_select_related = ["worker"]
    search_fields = ["mturk_id", "worker__mturk_id"]


@admin.register(Decision)
class DecisionAdmin(ReadOnlyAdmin):
    list_display = ["assignment", "verdict", "decided_by", "decided_at", "reason"]
    list_filter = ["verdict"]
    list_select_related = ["assignment", "decided_by"]


@admin.register(Call)
class CallAdmin(ReadOnlyAdmin):
    list_display = ["key", "operation", "state", "attempts", "not_before", "last_error"]
    list_filter = ["state", "operation"]


@admin.register(LedgerEntry)
class LedgerEntryAdmin(ReadOnlyAdmin):
    list_display = ["key", "kind", "study", "amount_usd", "paid_usd", "created_at"]
    list_filter = ["kind"]
    list_select_related = ["study"]


@admin.register(Bonus)
class BonusAdmin(ReadOnlyAdmin):
    list_display = ["assignment", "amount_usd", "reason", "given_by", "given_at", "paid_at"]
    list_select_related = ["assignment", "given_by"]


@admin.register(AccountBalance)
class AccountBalanceAdmin(ReadOnlyAdmin):
    list_display = ["endpoint_url", "available_usd", "on_hold_usd", "asked_at"]


@admin.register(Finding)
class FindingAdmin(ReadOnlyAdmin):
    list_display = ["study", "kind", "text", "found_at", "gone_at", "repaired_at"]
    list_filter = ["kind"]
    list_select_related = ["study"]


@admin.register(Worker)
class WorkerAdmin(ReadOnlyAdmin):
    list_display = ["mturk_id", "endpoint_url", "first_seen_at"]
    search_fields = ["mturk_id"]


@admin.register(Consent)
class ConsentAdmin(ReadOnlyAdmin):
    list_display = ["worker", "study", "text_hash", "given_at"]
    list_select_related = ["worker", "study"]


@admin.register(Appeal)
class AppealAdmin(ReadOnlyAdmin):
    list_display = ["assignment", "made_at", "closed_at", "closed_by", "message"]
    list_select_related = ["assignment", "closed_by"]


@admin.register(Qualification)
class QualificationAdmin(ReadOnlyAdmin):
    list_display = ["worker", "batch", "granted_at", "revoked_at", "changed_by"]
    list_select_related = ["worker", "batch__study", "changed_by"]


@admin.register(Exclusion)
class ExclusionAdmin(ReadOnlyAdmin):
    list_display = ["worker", "study", "excluded_by", "excluded_at", "reason"]
    list_select_related = ["worker", "study", "excluded_by"]


@admin.register(ReviewEvent)
class ReviewEventAdmin(ReadOnlyAdmin):
    list_display = ["kind", "study", "assignment", "worker", "by", "at"]
    list_filter = ["kind"]
    list_select_related = ["study", "assignment", "worker", "by"]
