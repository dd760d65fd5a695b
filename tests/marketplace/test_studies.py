"""Coming by a study link: no sign-up, the same place by the same link, a code at the end."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests

from tests.marketplace.harness import HOUR, MINUTE, question
from tests.marketplace.own_calls import call
from tests.marketplace.studies import BACK, Study, assignment_in
from tests.marketplace.visits import look, newcomer, press, submit


@pytest.fixture
def hit_type(make_hit, requester):
    """The type of five equal HITs with room for many."""
    for n in range(5):
        hit = make_hit(f"/task?{n}", MaxAssignments=9)
    return requester.hit(hit)["HITTypeId"]


@pytest.fixture
def study(requester, hit_type) -> Study:
    return Study.make(requester, hit_type)


def work(person, location: str) -> str:
    """Hand in the task at this place; its assignment."""
    assignment = assignment_in(location)
    assert submit(person, assignment).status_code == 200
    return assignment


def test_who_comes_lands_in_a_task_without_sign_up(market, requester, study):
    person, place = study.come("5f0c")
    page = look(person, place)
    assert page.status_code == 200
    assert f"assignmentId={assignment_in(place)}" in page.text
    assert study.study_url.endswith(
        "?PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"
    )


def test_the_same_link_resumes_in_another_browser(market, study):
    _, place = study.come("p1")
    person, again = study.come("p1")
    assert again == place
    assert "Welcome back" in look(person, study.path("p1")).text


def test_opening_the_link_begins_nothing(market, study):
    for _ in range(3):
        page = look(newcomer(market.origin), study.path("p1"))
        assert page.status_code == 200
        assert "marketplace_worker" not in page.cookies
    assert study.participants() == {}


def test_approved_work_leads_back_with_the_code_of_completion(requester, hit_type):
    study = Study.make(requester, hit_type, ReturnURL=BACK)
    person, place = study.come("p1")
    assignment = work(person, place)
    assert look(person, place).headers["Location"] == study.place("on")
    assert look(person, study.place("on")).headers["Location"] == study.place()
    requester.mturk.approve_assignment(AssignmentId=assignment)
    away = look(person, study.place("on")).headers["Location"]
    assert away == BACK.format(code=study.codes["Complete"])
    assert study.participants()["p1"]["Outcome"] == "Complete"


def test_a_code_is_decided_on_time_also_while_nobody_looks(market, requester, study):
    person, place = study.come("p1")
    assignment = work(person, place)
    market.advance(61)
    market.manage("marketplace_tick", "--once")
    requester.mturk.reject_assignment(AssignmentId=assignment, RequesterFeedback="No effort.")
    assert study.codes["Complete"] in look(person, study.place()).text


def test_a_study_takes_as_many_people_as_it_has_places(market, requester, hit_type):
    study = Study.make(requester, hit_type, Places=2)
    people = [newcomer(market.origin) for _ in range(4)]

    def enter(row):
        return press(row[1], study.path(f"p{row[0]}")).status_code

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(enter, enumerate(people))) == [302, 302, 409, 409]
    assert "This study is full" in look(newcomer(market.origin), study.path("p9")).text
    again = next(iter(study.participants()))
    assert study.come(again)[1].startswith("/assignments/")


@pytest.mark.parametrize("outcome", ["Complete", "FailedCheck", "ScreenedOut"])
def test_each_outcome_shows_its_own_code_and_no_other(requester, hit_type, outcome):
    kind = requester.mturk.create_qualification_type(
        Name="Screened out", Description="Not for this study.", QualificationTypeStatus="Active"
    )["QualificationType"]["QualificationTypeId"]
    study = Study.make(requester, hit_type, ScreenedBy=kind)
    person, place = study.come("p1")
    assignment = work(person, place)
    waiting = look(person, study.place()).text
    assert "waiting for the requester" in waiting
    assert not any(code in waiting for code in study.codes.values())
    if outcome == "Complete":
        requester.mturk.approve_assignment(AssignmentId=assignment)
    elif outcome == "FailedCheck":
        requester.mturk.reject_assignment(AssignmentId=assignment, RequesterFeedback="No effort.")
    else:
        worker_id = study.participants()["p1"]["WorkerId"]
        requester.mturk.associate_qualification_with_worker(
            QualificationTypeId=kind, WorkerId=worker_id, SendNotification=False
        )
    page = look(person, study.place()).text
    assert [name for name, code in study.codes.items() if code in page] == [outcome]
    assert study.participants()["p1"].get("Code") == study.codes[outcome]


@pytest.mark.parametrize("silence", ["Complete", "FailedCheck"])
def test_silence_means_what_the_link_says(market, requester, hit_type, silence):
    study = Study.make(requester, hit_type, WaitInSeconds=120, Silence=silence)
    person, place = study.come("p1")
    work(person, place)
    market.advance(100)
    assert study.codes[silence] not in look(person, study.place()).text
    market.advance(21)
    assert study.codes[silence] in look(person, study.place()).text


def test_a_code_that_was_given_stays_whatever_is_decided_later(market, requester, study):
    person, place = study.come("p1")
    assignment = work(person, place)
    market.advance(61)
    assert study.codes["Complete"] in look(person, study.place()).text
    requester.mturk.reject_assignment(AssignmentId=assignment, RequesterFeedback="No effort.")
    page = look(person, study.place()).text
    assert study.codes["Complete"] in page
    assert study.codes["FailedCheck"] not in page


def test_personal_codes_differ_and_are_drawn_when_decided(market, requester, hit_type):
    study = Study.make(requester, hit_type, PersonalCodes=True)
    assert set(study.codes.values()) == {None}
    for pid in ("p1", "p2"):
        work(*study.come(pid))
    assert {row.get("Code") for row in study.participants().values()} == {None}
    market.advance(61)
    codes = {name: row["Code"] for name, row in study.participants().items()}
    assert codes["p1"] != codes["p2"]
    assert {name: row["Code"] for name, row in study.participants().items()} == codes


def test_a_share_of_several_tasks_is_done_one_after_the_other(requester, hit_type):
    study = Study.make(requester, hit_type, Tasks=2)
    person, first = study.come("p1")
    work(person, first)
    assert "Task 2 of 2" in look(person, study.place()).text
    second = press(person, study.place("next")).headers["Location"]
    assert second != first
    work(person, second)
    assert press(person, study.place("next")).headers["Location"] == study.place()
    assert "waiting for the requester" in look(person, study.place()).text


def test_two_tabs_take_one_task(market, requester, hit_type):
    study = Study.make(requester, hit_type, Tasks=3)
    person, first = study.come("p1")
    work(person, first)
    key = person.browser.cookies["marketplace_csrf"]
    cookies = dict(person.browser.cookies)

    def press_at_once(_):
        return requests.post(
            market.origin + study.place("next"),
            data={"csrfmiddlewaretoken": key},
            cookies=cookies,
            allow_redirects=False,
            timeout=30,
        ).headers["Location"]

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(press_at_once, range(4)))) == 1


def test_two_tabs_begin_one_visit(market, study):
    people = [newcomer(market.origin) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        places = set(pool.map(lambda person: study.enter(person, "p1"), people))
    assert len(places) == 1
    assert len(study.participants()) == 1


def test_another_session_does_not_open_a_visit_with_work_in_it(market, study):
    person, place = study.come("p1", "secret-session")
    thief = newcomer(market.origin)
    for answer in (
        look(thief, study.path("p1", "guessed")),
        press(thief, study.path("p1", "guessed")),
    ):
        assert answer.status_code == 409
        assert "begun with another link" in answer.text
    assert look(thief, place).status_code == 302  # to sign in
    answer = look(thief, study.place())
    assert answer.status_code == 404
    assert "Open your link again" in answer.text
    work(person, place)
    market.advance(61)
    assert press(thief, study.path("p1", "guessed")).status_code == 409
    assert study.codes["Complete"] in look(person, study.place()).text


def test_a_visit_without_work_can_be_begun_anew_with_a_new_session(market, study):
    person, place = study.come("p1", "first")
    press(person, f"/assignments/{assignment_in(place)}/return")
    _, again = study.come("p1", "second")
    assert again != place
    assert look(newcomer(market.origin), study.path("p1", "first")).status_code == 409


def test_a_known_id_opens_nothing_of_what_its_person_did_in_another_study(
    market, requester, hit_type, make_hit
):
    one = Study.make(requester, hit_type)
    other_type = requester.hit(make_hit("/task?b", Title="Another", MaxAssignments=9))["HITTypeId"]
    two = Study.make(requester, other_type)
    person, place = one.come("p1", "mine")
    assignment = work(person, place)
    worker_id = one.participants()["p1"]["WorkerId"]
    requester.mturk.approve_assignment(AssignmentId=assignment)
    requester.mturk.notify_workers(Subject="To you", MessageText="alone", WorkerIds=[worker_id])
    thief, _ = two.come("p1", "guessed")
    assert look(thief, one.place()).status_code == 404
    assert look(thief, f"/assignments/{assignment}").status_code == 404
    history = look(thief, "/history").text
    assert "alone" not in history
    assert assignment not in history
    assert "0.50 USD" not in history
    assert "Another" in history
    # Still one person, so that no HIT is done twice.
    assert two.participants()["p1"]["WorkerId"] == worker_id


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"pid": None}, "PROLIFIC_PID is missing"),
        ({"session": None}, "SESSION_ID is missing"),
        ({"pid": "x" * 129}, "PROLIFIC_PID is not an id"),
        ({"pid": "{{%PROLIFIC_PID%}}"}, "PROLIFIC_PID is not an id"),
        ({"pid": "<script>"}, "PROLIFIC_PID is not an id"),
        ({"pid": "a\0b"}, "PROLIFIC_PID is not an id"),
        ({"pid": ""}, "PROLIFIC_PID is not an id"),
        ({"study": "x" * 3000}, "STUDY_ID is not an id"),
    ],
)
@pytest.mark.parametrize("method", [look, press])
def test_an_address_that_is_not_in_order_is_told_by_name(
    market, shared_study, method, changed, said
):
    answer = method(newcomer(market.origin), shared_study.path(**changed))
    assert answer.status_code == 400
    assert said in answer.text
    assert "<script>" not in answer.text.replace('<script type="module"', "")


def test_a_parameter_that_stands_twice_is_refused(market, shared_study):
    answer = press(newcomer(market.origin), shared_study.path("a") + "&PROLIFIC_PID=b")
    assert answer.status_code == 400
    assert "PROLIFIC_PID 2 times" in answer.text


@pytest.fixture(scope="module")
def shared_study(shared_market, tasks) -> Study:
    """A study that its tests do not change."""
    lab = shared_market.requester()
    hit = lab.create(Question=question(tasks.url("/task")))
    return Study.make(lab, hit["HITTypeId"])


@pytest.mark.parametrize("study_id", ["3UNKNOWN", "x", "3" * 65])
def test_an_unknown_study_is_no_page(market, study_id):
    person = newcomer(market.origin)
    assert look(person, f"/study/{study_id}?PROLIFIC_PID=a").status_code == 404
    assert look(person, f"/study/{study_id}/visit").status_code == 404


def test_the_study_parameter_must_say_what_the_link_wants(market, requester, hit_type):
    study = Study.make(requester, hit_type, StudyValue="st1")
    assert look(newcomer(market.origin), study.path(study="st2")).status_code == 400
    assert study.come("p1")


def test_the_parameters_have_the_names_the_requester_wants(market, requester, hit_type):
    study = Study.make(requester, hit_type, Preset="plain", WorkerParameter="rid")
    person = newcomer(market.origin)
    path = f"/study/{study.study_id}?rid=7"
    look(person, path)
    place = press(person, path).headers["Location"]
    work(person, place)
    market.advance(61)
    page = look(person, study.place()).text
    assert study.codes["Complete"] in page
    assert 'class="button" href' not in page.partition("<main")[2]


def test_a_guest_is_offered_the_study_and_nothing_else(market, requester, study, make_hit, worker):
    foreign = make_hit("/task?foreign", Title="Not of this study")
    person, place = study.come("p1")
    assert look(person, "/").headers["Location"] == study.place()
    assert look(person, f"/hits/{foreign}").status_code == 404
    assert press(person, f"/hits/{foreign}/accept").status_code == 404
    same = requester.mturk.list_hits(MaxResults=10)["HITs"]
    mine = [hit["HITId"] for hit in same if hit["Title"] != "Not of this study"]
    answers = {press(person, f"/hits/{hit}/accept").status_code for hit in mine}
    assert answers == {302, 409}  # the one they hold, and no second one
    work(person, place)
    assert {press(person, f"/hits/{hit}/accept").status_code for hit in mine} == {409}
    assert look(worker, f"/hits/{foreign}").status_code == 200


def test_a_worker_is_told_that_beginning_signs_out_and_becomes_a_guest(worker, study):
    assert "Beginning signs you out" in look(worker, study.path("p1")).text
    assert study.enter(worker, "p1").startswith("/assignments/")
    history = look(worker, "/history").text
    assert worker.worker_id not in history
    assert study.participants()["p1"]["WorkerId"] in history


def test_a_reserved_study_is_offered_to_its_guests_only(market, requester, hit_type, worker):
    hit = requester.mturk.list_hits()["HITs"][0]["HITId"]
    assert look(worker, f"/hits/{hit}").status_code == 200
    study = Study.make(requester, hit_type, Only=True)
    assert look(worker, f"/hits/{hit}").status_code == 404
    assert press(worker, f"/hits/{hit}/accept").status_code == 404
    assert study.come("p1")[1].startswith("/assignments/")


def test_a_paused_study_takes_nobody_and_keeps_everything(market, requester, hit_type):
    study = Study.make(requester, hit_type, Tasks=2)
    person, place = study.come("p1")
    market.manage("marketplace_study", requester.name, "--pause", study.study_id)
    assert "This study is paused" in look(newcomer(market.origin), study.path("p2")).text
    work(person, place)
    page = look(person, study.place()).text
    assert "This study is paused" in page
    assert press(person, study.place("next")).headers["Location"] == study.place()
    market.manage("marketplace_study", requester.name, "--resume", study.study_id)
    assert press(person, study.place("next")).headers["Location"].startswith("/assignments/")


def test_who_finds_nothing_left_may_end_with_what_is_done(market, requester, make_hit):
    kind = requester.hit(make_hit("/task?only", MaxAssignments=9))["HITTypeId"]
    study = Study.make(requester, kind, Tasks=3, WaitInSeconds=60)
    person, place = study.come("p1")
    press(person, study.place("end"))  # not while a task is open
    work(person, place)
    page = look(person, study.place()).text
    assert "No task of this study is free" in page
    assert "End with what I have done" in page
    for _ in range(2):
        press(person, study.place("end"))
    market.advance(61)
    assert study.codes["Complete"] in look(person, study.place()).text


def test_an_abandoned_task_comes_back_and_the_guest_gets_another(market, requester, make_hit):
    hit = make_hit("/task?lease", MaxAssignments=1, AssignmentDurationInSeconds=10 * MINUTE)
    study = Study.make(requester, requester.hit(hit)["HITTypeId"])
    study.come("p1")
    late, nothing = study.come("p2")
    assert nothing == study.place()
    market.advance(HOUR)
    assert requester.state(hit) == ("Assignable", 1, 0)
    assert press(late, study.place("next")).headers["Location"].startswith("/assignments/")


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"ReturnURL": "https://back.example/"}, "hold {code} once"),
        ({"ReturnURL": "javascript:alert({code})"}, "must be https"),
        ({"ReturnURL": "https://{code}.example/"}, "hold {code} once"),
        ({"CompleteCode": "abc"}, "6 to 64 letters or digits"),
        ({"CompleteCode": "SAMESAME", "FailedCode": "SAMESAME"}, "a code of its own"),
        ({"WorkerParameter": "a&b"}, "a plain name"),
        ({"WorkerParameter": "STUDY_ID"}, "names of their own"),
        ({"WorkerParameter": ""}, "names of their own"),
        ({"FailedBy": "3NOBODYS"}, "no qualification type '3NOBODYS'"),
        ({"HITTypeIds": ["3NOBODYS"]}, "no HIT type 3NOBODYS"),
        ({"HITTypeIds": []}, "at least 1 members"),
        ({"CompleteCode": "ABCDEFG", "PersonalCodes": True}, "give no codes"),
        ({"Silence": "ScreenedOut"}, "must be one of"),
        ({"Tasks": 0}, "between 1 and"),
    ],
)
def test_a_link_that_makes_no_sense_is_refused_by_name(shared_study, members, words):
    lab = shared_study.requester
    kind = lab.mturk.list_hits()["HITs"][0]["HITTypeId"]
    refused = call(lab, "CreateStudyLink", **{"HITTypeIds": [kind], **members})
    assert refused.status_code == 400
    assert words in refused.json()["Message"]


def test_another_requesters_tasks_and_people_are_out_of_reach(market, shared_study):
    kind = shared_study.requester.mturk.list_hits()["HITs"][0]["HITTypeId"]
    stranger = market.requester()
    assert "no HIT type" in call(stranger, "CreateStudyLink", HITTypeIds=[kind]).json()["Message"]
    known = call(stranger, "ListParticipants", StudyId=shared_study.study_id).json()
    assert known["TurkErrorCode"] == "AWS.MechanicalTurk.StudyDoesNotExist"


def test_the_commands_make_a_link_and_list_who_came(market, requester, hit_type):
    options = ("--hit-type", hit_type, "--tasks", "2", "--failed-code", "FAILED-1")
    made = json.loads(market.manage("marketplace_study", requester.name, *options).stdout)
    assert made["codes"]["FailedCheck"] == "FAILED-1"
    study = Study(requester, made["study_id"], made["study_url"], made["codes"])
    work(*study.come("p1"))
    market.advance(61)
    printed = market.manage("marketplace_participants", requester.name, study.study_id).stdout
    [row] = map(json.loads, printed.splitlines())
    assert (row["external_id"], row["outcome"]) == ("p1", None)  # one of two is done


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--hit-type", "3NOBODYS"), "no HIT type 3NOBODYS"),
        (("--pause", "3NOBODYS"), "no study '3NOBODYS'"),
        (("--tasks", "0"), "--tasks"),
    ],
)
def test_a_command_that_makes_no_sense_is_refused_by_name(shared_study, options, words):
    lab = shared_study.requester
    refused = lab.market.manage("marketplace_study", lab.name, *options, check=False)
    assert refused.returncode
    assert words in refused.stderr
