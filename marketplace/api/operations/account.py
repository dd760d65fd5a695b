"""Operations on the account itself."""

from typing import Any

from marketplace import ledger
from marketplace.api.caller import Caller

Members = dict[str, Any]


def get_account_balance(caller: Caller, _: Members) -> Members:
    balance = ledger.balance(caller.account.id)
    return {
        "AvailableBalance": f"{balance.available:.2f}",
        "OnHoldBalance": f"{balance.held:.2f}",
    }
