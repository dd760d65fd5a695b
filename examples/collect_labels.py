"""An ordinary script for Mechanical Turk: publish, poll, approve, pay a bonus. Needs boto3 alone.

    AWS_ACCESS_KEY_ID=... AWS_SECRET_ACCESS_KEY=... python examples/collect_labels.py \
        --endpoint-url http://127.0.0.1:8001 --task-url https://tasks.example.org/label cat dog

Leave --endpoint-url out and it talks to Amazon's service. One HIT per item; who writes a comment
beside the label gets a bonus. The answers are printed as CSV.
"""

import argparse
import csv
import sys
import time
from urllib.parse import quote
from xml.etree import ElementTree
from xml.sax.saxutils import escape

import boto3

SCHEMAS = "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas"
QUESTION = (
    f'<ExternalQuestion xmlns="{SCHEMAS}/2006-07-14/ExternalQuestion.xsd">'
    "<ExternalURL>{url}</ExternalURL><FrameHeight>0</FrameHeight></ExternalQuestion>"
)
ANSWER = f"{{{SCHEMAS}/2005-10-01/QuestionFormAnswers.xsd}}"
COLUMNS = ("item", "worker", "label", "comment")


def publish(mturk, items: list[str], *, task_url: str, n_judges: int) -> dict[str, str]:
    """One HIT per item, all of one type; the item of each HIT id."""
    hit_type = mturk.create_hit_type(
        Title="Label a word",
        Description="Say what kind of thing the word names.",
        Keywords="words, labels",
        Reward="0.20",
        AssignmentDurationInSeconds=600,
        AutoApprovalDelayInSeconds=3 * 86_400,
    )["HITTypeId"]
    published = {}
    for item in items:
        url = f"{task_url}?item={quote(item)}"
        hit = mturk.create_hit_with_hit_type(
            HITTypeId=hit_type,
            Question=QUESTION.format(url=escape(url)),
            LifetimeInSeconds=86_400,
            MaxAssignments=n_judges,
            RequesterAnnotation=item,
        )["HIT"]
        published[hit["HITId"]] = item
    return published


def wait_for(mturk, hit_id: str, *, every_s: float) -> list[dict]:
    """The HIT's submitted assignments, once all are in."""
    pages = mturk.get_paginator("list_assignments_for_hit")
    while mturk.get_hit(HITId=hit_id)["HIT"]["HITStatus"] != "Reviewable":
        time.sleep(every_s)
    return [row for page in pages.paginate(HITId=hit_id) for row in page["Assignments"]]


def read_answer(assignment: dict) -> dict[str, str]:
    """The fields of the task's form by name."""
    return {
        answer.findtext(f"{ANSWER}QuestionIdentifier"): answer.findtext(f"{ANSWER}FreeText") or ""
        for answer in ElementTree.fromstring(assignment["Answer"]).iter(f"{ANSWER}Answer")
    }


def settle(mturk, assignment: dict, answer: dict[str, str]) -> None:
    """Approve, and pay a bonus once for a comment."""
    assignment_id = assignment["AssignmentId"]
    mturk.approve_assignment(AssignmentId=assignment_id, RequesterFeedback="Thank you.")
    if answer.get("comment"):
        mturk.send_bonus(
            WorkerId=assignment["WorkerId"],
            AssignmentId=assignment_id,
            BonusAmount="0.05",
            Reason="For your comment.",
            UniqueRequestToken=f"comment:{assignment_id}",
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("items", nargs="+")
    parser.add_argument("--task-url", required=True)
    parser.add_argument("--endpoint-url")
    parser.add_argument("--judges", type=int, default=2)
    parser.add_argument("--poll-s", type=float, default=30)
    given = parser.parse_args()
    mturk = boto3.client("mturk", region_name="us-east-1", endpoint_url=given.endpoint_url)
    published = publish(mturk, given.items, task_url=given.task_url, n_judges=given.judges)
    rows = csv.DictWriter(sys.stdout, COLUMNS, extrasaction="ignore", restval="")
    rows.writeheader()
    for hit_id, item in published.items():
        for assignment in wait_for(mturk, hit_id, every_s=given.poll_s):
            answer = read_answer(assignment)
            settle(mturk, assignment, answer)
            rows.writerow({**answer, "item": item, "worker": assignment["WorkerId"]})


if __name__ == "__main__":
    main()
