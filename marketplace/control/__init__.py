"""The control interface: what tests may do to the market's world. Not part of the protocol.

Present only while MARKETPLACE_CONTROL_SECRET is set, which settings allow on loopback alone; the
secret travels in the header X-Marketplace-Control. Bodies and answers are JSON, refusals are
{"error": text} with 400.

    GET    /control/clock                    now, and how far it is ahead
    POST   /control/clock     {"advance_s"}
    POST   /control/accounts  {"name", "balance"?}        what marketplace_account prints
    PATCH  /control/accounts  {"account", "disabled"}
    POST   /control/workers   {"count"?, "display_name"?, "country"?, "adult"?, "masters"?, ...}
    GET    /control/balance   ?account=      with every line of the ledger
    POST   /control/balance   {"account", "total"}
    GET    /control/events    ?account=      the event log, in the order of its times
    GET    /control/faults
    POST   /control/faults    {"kind", "count"?, "operation"?, "account"?, "options"?}
    DELETE /control/faults
    POST   /control/reset                    accounts keep their keys and their first deposit
"""
