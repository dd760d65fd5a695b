"""Idempotency tokens."""

import re

from tests.marketplace.harness import HOUR, message, question, refused, turk_code


def all_hits(requester) -> list[str]:
    pages = requester.mturk.get_paginator("list_hits").paginate()
    return [hit["HITId"] for page in pages for hit in page["HITs"]]


def test_without_a_token_two_calls_make_two_hits_of_one_type(requester):
    """Behaviour 1."""
    first, second = requester.create(), requester.create()
    assert first["HITId"] != second["HITId"]
    assert first["HITTypeId"] == second["HITTypeId"]


def test_a_repeated_token_is_an_error_that_names_the_first_hit(requester):
    """Behaviour 2: by the recipe, the first long word of capitals in the message is the HIT."""
    token = "HIT:BATCH7:ITEM42:SLOT1" + "X" * 30
    hit_id = requester.create(UniqueRequestToken=token)["HITId"]
    error = refused(requester.create, UniqueRequestToken=token)
    assert turk_code(error) == "HitAlreadyExists"
    assert error.response["ResponseMetadata"]["HTTPStatusCode"] == 400
    assert re.search(r"[A-Z0-9]{20,}", message(error))[0] == hit_id
    assert f'The idempotency token "{token}" has already been processed.' in message(error)
    assert all_hits(requester) == [hit_id]


def test_a_token_works_again_after_a_day(market, requester):
    """Behaviour 3."""
    first = requester.create(UniqueRequestToken="t-3")
    market.advance(23 * HOUR)
    assert turk_code(refused(requester.create, UniqueRequestToken="t-3")) == "HitAlreadyExists"
    market.advance(2 * HOUR)
    second = requester.create(UniqueRequestToken="t-3")
    assert second["HITId"] != first["HITId"]
    assert turk_code(refused(requester.create, UniqueRequestToken="t-3")) == "HitAlreadyExists"


def test_a_token_saves_from_a_dropped_connection(market, requester):
    """Behaviour 4: boto3 repeats the call by itself; one HIT, and the caller learns its id."""
    market.arm("drop_after_commit", operation="CreateHIT", account=requester.name)
    error = refused(requester.create, UniqueRequestToken="t-4")
    assert turk_code(error) == "HitAlreadyExists"
    assert len(all_hits(requester)) == 1
    assert all_hits(requester)[0] in message(error)


def test_without_a_token_a_dropped_connection_makes_two_hits(market, requester):
    """Behaviour 5 documents the danger."""
    market.arm("drop_after_commit", operation="CreateHIT", account=requester.name)
    requester.create()
    assert len(all_hits(requester)) == 2


def test_an_extension_token_counts_once(requester):
    """Behaviour 23: the repeat is an error that holds the id of the first request."""
    hit_id = requester.create(MaxAssignments=2)["HITId"]
    extension = {"HITId": hit_id, "NumberOfAdditionalAssignments": 3, "UniqueRequestToken": "x-1"}
    done = requester.mturk.create_additional_assignments_for_hit(**extension)
    error = refused(requester.mturk.create_additional_assignments_for_hit, **extension)
    assert "has already been processed" in message(error)
    assert done["ResponseMetadata"]["RequestId"] in message(error)
    assert requester.hit(hit_id)["MaxAssignments"] == 5


def test_a_refused_call_does_not_use_its_token(requester):
    requester.set_total("0.50")
    refusal = refused(requester.create, UniqueRequestToken="t-6")
    assert turk_code(refusal) == "InsufficientFunds"
    requester.set_total("10.00")
    requester.create(UniqueRequestToken="t-6")


def test_tokens_belong_to_one_operation_of_one_account(market, requester):
    other = market.requester()
    hit = requester.create(UniqueRequestToken="t-7")
    other.create(UniqueRequestToken="t-7")
    requester.mturk.create_hit_with_hit_type(
        HITTypeId=hit["HITTypeId"],
        LifetimeInSeconds=HOUR,
        Question=question(),
        UniqueRequestToken="t-7",
    )
    assert len(all_hits(requester)) == 2
