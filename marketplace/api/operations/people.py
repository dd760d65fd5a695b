"""Operations on workers: blocks and messages."""

from typing import Any

from marketplace import blocks, notifying
from marketplace.api.caller import Caller
from marketplace.api.pages import Walk, newest_first

Members = dict[str, Any]
STRANGER = "You have neither approved nor rejected work of this worker."


def create_worker_block(caller: Caller, request: Members) -> Members:
    blocks.block(caller.account, request["WorkerId"], reason=request["Reason"])
    return {}


def delete_worker_block(caller: Caller, request: Members) -> Members:
    blocks.lift(caller.account, request["WorkerId"])
    return {}


def list_worker_blocks(caller: Caller, request: Members) -> Members:
    rows = caller.account.blocks.filter(lifted_at=None).select_related("worker").order_by("-id")
    walk = Walk(caller.account, caller.operation, "", rows, newest_first)
    here, members = walk.page(request)
    found = [{"WorkerId": row.worker.public_id, "Reason": row.reason} for row in here]
    return {**members, "WorkerBlocks": found}


def notify_workers(caller: Caller, request: Members) -> Members:
    """A success even when nobody could be reached: the answer lists the failures."""
    missed = notifying.notify(
        caller.account,
        request["WorkerIds"],
        subject=request["Subject"],
        text=request["MessageText"],
    )
    failures = [
        {
            "NotifyWorkersFailureCode": "HardFailure",
            "NotifyWorkersFailureMessage": STRANGER,
            "WorkerId": worker_id,
        }
        for worker_id in missed
    ]
    return {"NotifyWorkersFailureStatuses": failures}
