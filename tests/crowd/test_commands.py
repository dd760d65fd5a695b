"""What an operator types."""

from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from crowd.models import Assignment, Batch, Call, Study


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out, stderr=out)
    return out.getvalue()


@pytest.fixture
def make_study(db):
    def make(name: str = "news", **options: str) -> str:
        given = {"title": "News", "contact": "lab@example.org", "budget": "10.00", **options}
        return run("create_study", name, *[f"--{key}={value}" for key, value in given.items()])

    return make


class TestCreateStudy:
    def test_it_makes_a_study(self, make_study):
        assert "10.00 USD" in make_study(consent="I agree.")
        study = Study.objects.get()
        assert (study.name, study.budget_usd, study.consent_text) == (
            "news",
            Decimal("10.00"),
            "I agree.",
        )

    @pytest.mark.parametrize(
        ("changes", "named"),
        [
            ({"name": "two words"}, "name"),
            ({"budget": "ten"}, "'ten'"),
            ({"budget": "NaN"}, "budget"),
            ({"budget": "-1"}, "budget"),
            ({"budget": "0.001"}, "budget"),
            ({"contact": "nobody"}, "contact_email"),
        ],
    )
    def test_a_bad_value_is_named(self, make_study, changes, named):
        with pytest.raises(CommandError, match=named):
            make_study(**changes)
        assert not Study.objects.exists()

    def test_a_name_is_used_once(self, make_study):
        make_study()
        with pytest.raises(CommandError, match="already exists"):
            make_study()


class TestPublishBatch:
    def test_it_says_what_it_costs_and_waits_until_every_hit_exists(self, lab, make_batch):
        make_batch("a", "b")
        said = run("publish_batch", "pilot/first", "--wait")
        assert "2 HITs for 2 items, 3 judges each" in said
        assert "3.00 USD rewards + 0.60 USD fees = 3.60 USD at most" in said
        assert "2 of 2 HITs created" in said
        assert len(lab.remote_hits()) == 2

    def test_without_waiting_it_leaves_the_sending_to_the_background(self, lab, make_batch):
        make_batch("a")
        assert "0 created, 1 to be created" in run("publish_batch", "pilot/first")
        assert lab.remote_hits() == []

    def test_run_again_it_goes_on_where_it_stopped(self, lab, make_batch):
        make_batch("a")
        run("publish_batch", "pilot/first")
        assert "1 created" in run("publish_batch", "pilot/first", "--wait")
        assert "1 created" in run("publish_batch", "pilot/first", "--wait")
        assert len(lab.remote_hits()) == 1

    def test_what_failed_is_shown_and_retried_when_run_again(self, lab, make_batch):
        lab.arm("request_error", operation="CreateHITWithHITType", options={"code": "Nonsense"})
        make_batch("a")
        with pytest.raises(CommandError, match="run this again"):
            run("publish_batch", "pilot/first", "--wait")
        assert "retrying 1 failed" in run("publish_batch", "pilot/first", "--wait")
        assert len(lab.remote_hits()) == 1

    def test_an_account_that_holds_too_little_is_refused(self, lab, make_batch):
        lab.requester.set_total("1.79")
        batch = make_batch("a")
        with pytest.raises(CommandError, match=r"holds only 1\.79 USD"):
            run("publish_batch", "pilot/first")
        batch.refresh_from_db()
        assert batch.published_at is None

    def test_a_budget_too_small_is_refused_before_anything_is_said(self, lab, make_batch):
        make_batch("a")
        Study.objects.update(budget_usd=Decimal("1.79"))
        with pytest.raises(CommandError, match=r"1\.80 USD are needed"):
            run("publish_batch", "pilot/first", "--wait")
        assert lab.remote_hits() == []
        assert not Call.objects.exists()

    def test_an_unknown_batch_is_named_with_the_known_ones(self, lab, make_batch):
        make_batch("a")
        with pytest.raises(CommandError, match=r"'pilot/other'; known: pilot/first"):
            run("publish_batch", "pilot/other")


class TestSyncAssignments:
    def test_it_says_what_it_found_and_pays_what_passed(self, lab, make_batch):
        hit = lab.publish(make_batch("a"))[0]
        passed, _ = lab.do(hit), lab.do(hit, word="wrong")
        said = run("sync_assignments", "pilot/first")
        assert "2 newly confirmed" in said
        assert "1 usable, 1 awaiting a decision" in said
        assert lab.remote_status(passed) == "Approved"

    def test_without_a_name_it_asks_about_all_open_batches(self, lab, make_batch, sample_kind):
        for name in ("one", "two"):
            lab.do(lab.publish(make_batch("a", name=name))[0])
        run("sync_assignments")
        assert Assignment.objects.usable().count() == 2
        assert len(sample_kind.refreshed) == 2

    def test_what_could_not_be_done_ends_in_an_error(self, lab, make_batch, settings):
        lab.publish(make_batch("a"))
        settings.MTURK_SECRET_ACCESS_KEY = "wrong"
        with pytest.raises(CommandError, match="could not be done"):
            run("sync_assignments")


class TestExpireBatch:
    def test_it_closes_the_batch(self, lab, make_batch):
        batch = make_batch("a")
        hit = lab.publish(batch)[0]
        assert "pilot/first is closed" in run("expire_batch", "pilot/first")
        lab.deliver()
        assert lab.requester.state(hit.mturk_id)[0] == "Reviewable"

    def test_an_unpublished_batch_is_refused(self, lab, make_batch):
        make_batch("a")
        with pytest.raises(CommandError, match="not published"):
            run("expire_batch", "pilot/first")


class TestCheckEndpoint:
    def test_it_shows_endpoint_balance_and_fees(self, lab):
        said = run("check_endpoint")
        assert f"answers at: {lab.market.origin}" in said
        assert "balance: 1000.00 USD" in said
        assert "mode: a marketplace on this machine" in said
        assert "20% of the reward, 40% from 10" in said

    def test_no_secret_is_shown(self, lab, settings):
        said = run("check_endpoint")
        assert settings.MTURK_SECRET_ACCESS_KEY not in said
        assert settings.MTURK_ACCESS_KEY_ID not in said

    def test_an_endpoint_off_the_list_is_an_error(self, lab, settings):
        settings.MTURK_ALLOWED_ENDPOINTS = []
        with pytest.raises(CommandError, match="MTURK_ALLOWED_ENDPOINTS"):
            run("check_endpoint")


def test_a_batch_is_found_by_study_and_name(make_batch):
    batch = make_batch()
    assert Batch.objects.named("pilot/first").get() == batch
    assert not Batch.objects.named("first").exists()
