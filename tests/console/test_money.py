"""What staff see of money: the ledger and its proof, hourly pay, and differences with repairs."""

from decimal import Decimal

import pytest
from django.urls import reverse

from crowd.models import Assignment, Bonus, Finding, LedgerEntry, Reconciliation, Study


@pytest.fixture
def page(signed_in):
    def page(name: str, *arguments, role: str = "researcher") -> str:
        answer = signed_in(role).get(reverse(f"console:{name}", args=arguments))
        assert answer.status_code == 200
        return " ".join(answer.content.decode().split())

    return page


@pytest.fixture
def work(scene) -> Assignment:
    """Paid 0.50 for ten minutes: 3 USD an hour."""
    return scene.confirmed(scene.item(), active_duration_s=600, status="Approved")


def note(scene, work: Assignment, kind: str, amount: str, paid: str) -> None:
    LedgerEntry.objects.create(
        study=scene.study,
        hit=work.hit,
        assignment=work,
        kind=kind,
        key=f"test:{next(scene.numbers)}",
        amount_usd=Decimal(amount),
        paid_usd=Decimal(paid),
    )


class TestLedger:
    @pytest.fixture(autouse=True)
    def movements(self, scene, work):
        scene.study.ledger.all().delete()
        note(scene, work, "hold", "1.80", "0.00")
        note(scene, work, "reward", "0.00", "0.50")
        note(scene, work, "fee", "0.00", "0.10")
        note(scene, work, "bonus", "0.25", "0.25")
        note(scene, work, "bonus_fee", "0.05", "0.05")

    def test_the_sums_are_those_of_the_rows(self, page, scene):
        said = page("money", scene.study.name)
        assert "<dt>Held for open work, USD</dt><dd>1.20" in said
        assert "<dt>Paid, USD</dt><dd>0.90" in said
        assert "<dt>Left, USD</dt><dd>97.90" in said

    def test_the_endpoints_lists_prove_it(self, page, scene):
        proof = Reconciliation.objects.create(
            study=scene.study, asked_at=scene.now, rewards_usd="0.50", bonuses_usd="0.25"
        )
        assert "to the cent what our ledger says" in page("money", scene.study.name)
        proof.rewards_usd = Decimal("1.00")
        proof.save()
        assert "The two differ by -0.50 USD" in page("money", scene.study.name)

    def test_the_page_of_the_study_counts_bonuses_as_paid(self, page, scene):
        assert "<dt>of which paid, USD</dt><dd>0.90" in page("study", scene.study.name)

    def test_before_a_comparison_nothing_is_claimed(self, page, scene):
        assert "not yet compared" in page("money", scene.study.name)


class TestPay:
    def test_a_warning_stands_on_the_batch_while_it_runs(self, page, scene, work):
        assert "brings 3.00 USD in the middle" in page("batch-progress", scene.batch.pk)
        said = page("batch", scene.batch.pk)
        assert "1 of 1 assignments brought their workers less than 8.00 USD an hour" in said
        assert "brings 3.00 USD in the middle" in said

    def test_without_a_floor_nobody_is_warned(self, page, scene, work):
        Study.objects.update(hourly_floor_usd=0)
        assert "brought their workers less" not in page("batch", scene.batch.pk)

    def test_a_low_reward_is_warned_of_before_it_is_published(self, page, scene):
        scene.batch.published_at = None
        scene.batch.expected_duration_s = 600
        scene.batch.save()
        assert "less than the 8.00 USD an hour" in page("batch-publish", scene.batch.pk)

    def test_one_click_lifts_everybody_and_another_does_nothing(self, page, scene, work, signed_in):
        said = page("pay", scene.batch.pk)
        assert "Give 0.84 USD in 1 bonus" in said
        assert "that is 1.01 USD" in said
        address = reverse("console:pay", args=[scene.batch.pk])
        for _ in range(2):
            signed_in("researcher").post(address)
        assert Bonus.objects.get().amount_usd == Decimal("0.84")
        assert "Nobody is below the floor" in page("pay", scene.batch.pk)

    def test_a_spent_budget_is_said(self, scene, work, signed_in):
        Study.objects.update(budget_usd=0)
        answer = signed_in("admin").post(reverse("console:pay", args=[scene.batch.pk]))
        assert "USD are needed" in answer.content.decode()
        assert not Bonus.objects.exists()


class TestReconciliation:
    def test_a_difference_is_named_with_its_repair(self, page, scene, work):
        scene.finding(work)
        said = page("reconciliation", scene.study.name)
        assert "Paid there, missing in our ledger" in said
        assert "Note it in the ledger" in said

    def test_the_button_repairs_and_the_page_says_who(self, page, scene, work, signed_in):
        finding = scene.finding(work)
        signed_in("researcher").post(reverse("console:repair", args=[finding.pk]))
        assert LedgerEntry.objects.filter(kind="reward", assignment=work).exists()
        finding.refresh_from_db()
        assert finding.repaired_by.username == "researcher"
        assert "researcher" in page("reconciliation", scene.study.name)

    @pytest.mark.parametrize(("role", "status"), [("researcher", 403), ("reviewer", 302)])
    def test_paying_for_work_is_a_decision(self, scene, signed_in, role, status):
        late = scene.failed(scene.item(), is_late=True)
        finding = scene.finding(late, kind="late")
        address = reverse("console:repair", args=[finding.pk])
        assert signed_in(role).post(address).status_code == status
        assert Finding.objects.filter(repaired_at=None).exists() == (status == 403)

    def test_nothing_is_claimed_before_a_look(self, page, scene):
        assert "Not compared yet" in page("reconciliation", scene.study.name)
