"""A Mechanical Turk of our own: requester API and worker site. Imports no other room.

Stairs, top to bottom:

    urls > front_door > site (the worker's pages, and the requester's) | control | commands
         > studying > api | choosing | attendance > browsing | overseeing | reasons
         > accepting | submitting | bonuses | publishing                 (what people do here)
         > appeals > reviewing | examining > granting
         > outcomes > participating > study_links                        (guests)
         > blocks | leases | notifying | subscriptions | qualifying | qualification_types
         > market (one HIT at a time, up to date, under lock) > tally, tokens, events, hit_types
         > ledger | faults > clock | pure functions > models, prepared

What the worker site calls (every function brings the market up to date first):

    accepting.accept(worker, hit_id) -> Assignment         again by the same worker: the same one
    accepting.give_back(worker, assignment_id) -> Assignment
    choosing.accept_from_group(worker, hit_type_id, preferred="") -> Assignment
    submitting.submit(assignment_id, fields, worker=None) -> Assignment   fields: pairs, in order
        all four raise refusals.Refused, whose text is meant for the worker
    granting.ask(worker, type_id) -> QualificationRequest  again while pending: the same one
    examining.hand_in(worker, type_id, getlist) -> QualificationRequest   raises Incomplete
    browsing.open_groups(worker=None) -> list[Group]       hit_type, n_hits, next_hit, can_...
    browsing.discover_hit(worker, hit_id) -> HIT; find_assignment(worker, assignment_id)
        both raise refusals.Refused (not_found=True)
    browsing.frame_url(hit, assignment=None) -> str        without assignment: the preview
    browsing.frame_origin(hit) -> str                      for frame-src of the task page
    browsing.history(worker) -> QuerySet[Assignment]       newest first, with hit and hit_type
    browsing.standing(worker) -> Standing                  counts by state, earned, approval rate
    workers.by_sign_in(secret) -> Worker | None; workers.create(display_name="") -> (Worker, secret)
    invitations.find(secret) -> Invitation; admit(secret, ticket) -> (Worker, secret)
    participating.begin(link, claims) -> Participation     again by the same address: the same one
    studying.take_next(visit) -> Assignment; stand(visit) -> Standing; outcomes.settle(visit)
    appeals.appeal(worker, assignment_id, message) -> Appeal   again: the first one
    reasons.why_nothing(worker) -> list[Reason]
    clock.now() -> datetime                                the market's time, for remaining times
"""
