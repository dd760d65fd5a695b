"""A marketplace with somebody's work in it, in this very process: what a sweep must neither change
nor tell."""

import json
from io import StringIO
from typing import Any

from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

from tests.marketplace.words import question

SEALED = ["Sealed-answer-of-a-worker", "Sealed-reason-of-a-requester"]
TARGET = "MTurkRequesterServiceV20170117."
OWN = "HighRESMarketplace."


class Place:
    """Its ids may be known, its words, codes and keys never."""

    def __init__(self) -> None:
        self.sealed = self.command("marketplace_account", "sealed-requester", "--balance", "50.00")
        self.other = self.command("marketplace_account", "other", "--balance", "1.00")
        offered = {"Title": "Read", "Description": "Read", "Reward": "0.50", "MaxAssignments": 5}
        offered |= {"LifetimeInSeconds": 86400, "AssignmentDurationInSeconds": 3600}
        hit = self.ask("CreateHIT", Question=question(), **offered)["HIT"]
        kind = self.ask("CreateQualificationType", Name="Sealed", Description="d",
                        QualificationTypeStatus="Active")["QualificationType"]  # fmt: skip
        done = [self.work(hit["HITId"]) for _ in range(2)]
        self.ask("RejectAssignment", AssignmentId=done[0], RequesterFeedback=SEALED[1])
        self.begun = self.work(hit["HITId"], hand_in=False)
        self.ids = [hit["HITId"], hit["HITTypeId"], kind["QualificationTypeId"], *done, self.begun]
        self.ids.append(self.study({**offered, "Title": "A study"}))
        self.stranger = self.worker()

    def study(self, offered: dict[str, Any]) -> str:
        """A study whose one guest has finished; its id. Its codes are sealed."""
        from django.test import Client

        hit = self.ask("CreateHIT", Question=question(), **offered)["HIT"]
        made = self.ask("CreateStudyLink", prefix=OWN, HITTypeIds=[hit["HITTypeId"]])
        address, guest = f"/study/{made['StudyId']}", Client()
        claims = "PROLIFIC_PID=x&STUDY_ID=x&SESSION_ID=sealed-session"
        assignment_id = guest.post(f"{address}?{claims}")["Location"].rsplit("/", 1)[1]
        guest.post("/mturk/externalSubmit", {"assignmentId": assignment_id, "word": SEALED[0]})
        self.ask("ApproveAssignment", AssignmentId=assignment_id)
        self.ask("UpdateExpirationForHIT", HITId=hit["HITId"], ExpireAt=0)
        assert made["Codes"]["Complete"] in guest.get(f"{address}/visit").text
        self.codes = list(made["Codes"].values())
        return made["StudyId"]

    def command(self, *arguments: str) -> dict[str, str]:
        from django.core.management import call_command

        printed = StringIO()
        call_command(*arguments, stdout=printed)
        return json.loads(printed.getvalue())

    def ask(self, operation: str, prefix: str = TARGET, **members: Any) -> dict[str, Any]:
        body = json.dumps(members).encode()
        answer = self.call(self.sealed, operation, body, prefix=prefix)
        assert answer.status_code == 200, answer.content
        return json.loads(answer.content)

    def call(
        self, keys: dict[str, str] | None, operation: str, body: bytes, *, prefix: str = TARGET
    ):
        """A call as botocore signs it; without keys, unsigned."""
        from django.test import Client

        url = self.sealed["endpoint_url"] + "/"
        headers = {"X-Amz-Target": prefix + operation, "Content-Type": "application/x-amz-json-1.1"}
        request = AWSRequest("POST", url, headers=headers, data=body)
        if keys:
            credentials = Credentials(keys["access_key_id"], keys["secret_access_key"])
            SigV4Auth(credentials, "mturk-requester", "us-east-1").add_auth(request)
        sent = {name: value for name, value in request.headers.items() if name != "Content-Type"}
        sent["Host"] = url.split("/")[2]
        return Client().post("/", body, content_type=headers["Content-Type"], headers=sent)

    def worker(self):
        from django.test import Client

        link = self.command("marketplace_worker")["sign_in_url"]
        browser = Client()
        browser.post("/" + link.split("/", 3)[3])
        return browser

    def work(self, hit_id: str, *, hand_in: bool = True) -> str:
        browser = self.worker()
        arrived = browser.post(f"/hits/{hit_id}/accept", follow=True).redirect_chain[-1][0]
        assignment_id = arrived.rstrip("/").rsplit("/", 1)[1]
        if hand_in:
            fields = {"assignmentId": assignment_id, "word": SEALED[0]}
            assert browser.post("/mturk/externalSubmit", fields).status_code in (200, 302, 303)
        return assignment_id
