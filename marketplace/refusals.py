"""The two ways the market says no: to a requester's program and to a worker's browser."""


class RequestError(Exception):
    """A call of the requester API that is refused, in the API's own terms.

    Attributes:
        code: TurkErrorCode without its prefix `AWS.MechanicalTurk.`.
    """

    def __init__(self, code: str, message: str):
        super().__init__(message)
        self.code = code


class Refused(Exception):
    """A worker's step that is refused; the text is meant for the worker.

    Attributes:
        not_found: the thing does not exist, or is none of this worker's business.
    """

    def __init__(self, text: str, *, not_found: bool = False):
        super().__init__(text)
        self.not_found = not_found


def invalid_parameter(message: str) -> RequestError:
    return RequestError("InvalidParameterValue", message)


def insufficient_funds() -> RequestError:
    return RequestError(
        "InsufficientFunds",
        "This Requester has insufficient funds in their account to complete this transaction.",
    )


def invalid_hit_state(state: str, *allowed: str) -> RequestError:
    return RequestError(
        "InvalidHITState",
        f"This HIT is currently in the state '{state}'. "
        f"This operation can be called with a status of: {', '.join(allowed)}",
    )


def invalid_assignment_state(allowed: str) -> RequestError:
    return RequestError(
        "InvalidAssignmentState", f"This operation can be called with a status of: {allowed}"
    )


def unknown_hit(hit_id: str) -> RequestError:
    return RequestError("HITDoesNotExist", f"Hit {hit_id} does not exist.")


def unknown_assignment(assignment_id: str) -> RequestError:
    return RequestError("AssignmentDoesNotExist", f"Assignment {assignment_id} does not exist.")
