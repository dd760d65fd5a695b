"""Which sender says which call to the endpoint.

A sender either returns what is now true at the endpoint or raises an EndpointError. It gets the
call with the `first_sent_at` of an earlier attempt: if there was one, it looks before it repeats.
"""

from collections.abc import Callable
from datetime import datetime

from crowd import offering, qualifying, remote_appeals, settling
from crowd.models import Call
from crowd.mturk import Endpoint
from crowd.outcome import Outcome

Operation = Call.Operation

SENDERS: dict[str, Callable[[Call, Endpoint, datetime], Outcome]] = {
    Operation.CREATE_HIT: offering.create,
    Operation.EXTEND: offering.extend,
    Operation.EXPIRE: offering.expire,
    Operation.DELETE: offering.delete,
    Operation.APPROVE: settling.approve,
    Operation.REJECT: settling.reject,
    Operation.BONUS: settling.bonus,
    Operation.NOTIFY: settling.notify,
    Operation.DENY_APPEAL: remote_appeals.deny,
    Operation.CREATE_QUALIFICATION: qualifying.create_type,
    Operation.GRANT: qualifying.grant,
    Operation.REVOKE: qualifying.revoke,
}
