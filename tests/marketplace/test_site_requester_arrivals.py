"""The requester's pages for invitations and study links: making, listing, closing."""

import html
import re
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest
import requests

from tests.marketplace.harness import DAY, Requester
from tests.marketplace.own_calls import said
from tests.marketplace.requester_pages import Visit
from tests.marketplace.studies import Study, assignment_in
from tests.marketplace.visits import found, look, newcomer, press, submit


def fields_of(page: requests.Response) -> dict[str, str]:
    """What the page's form sends when nobody touches it; its ticks are off."""
    form = re.search(r'<form class="form".*?</form>', page.text, re.DOTALL)[0]
    fields = dict.fromkeys(re.findall(r'name="([a-z_]+)"', form), "")
    for tag in re.findall(r"<input[^>]*>", form):
        name, value = re.search('name="([^"]*)"', tag), re.search('value="([^"]*)"', tag)
        if "checkbox" in tag and name:
            fields.pop(name[1], None)
        elif name and value:
            fields[name[1]] = html.unescape(value[1])
    for name, text in re.findall(
        r'<textarea name="([a-z_]+)"[^>]*>\s?(.*?)</textarea>', form, re.DOTALL
    ):
        fields[name] = html.unescape(text)
    for name, choices in re.findall(
        r'<select name="([a-z_]+)"[^>]*>(.*?)</select>', form, re.DOTALL
    ):
        chosen = re.search(r'value="([^"]*)" selected', choices) or re.search(
            'value="([^"]*)"', choices
        )
        fields[name] = chosen[1]
    fields.pop("csrfmiddlewaretoken")
    return fields


def make(visit: Visit, what: str = "invitations", preset: str = "", **changes) -> requests.Response:
    path = f"{what}/new" + (f"?preset={preset}" if preset else "")
    return visit.post(path, **{**fields_of(visit.get(path)), **changes})


def link_of(page: requests.Response) -> str:
    return urlsplit(found(page, r"data-secret>([^<]*)<")).path


def agree(market, path: str) -> requests.Response:
    person = newcomer(market.origin)
    ticket = found(look(person, path), 'name="ticket" value="([^"]*)"')
    return press(person, path, ticket=ticket)


def study_of(visit: Visit, requester: Requester, answer: requests.Response) -> Study:
    """The link that was just made, as people come by it."""
    assert answer.status_code == 302, answer.text
    study_id = answer.headers["Location"].rsplit("/", 1)[1]
    page = visit.get(f"studies/{study_id}")
    address, *codes = [html.unescape(x) for x in re.findall(r"data-secret>([^<]*)<", page.text)]
    return Study(requester, study_id, address, dict(zip(OUTCOMES, codes, strict=False)))


OUTCOMES = ("Complete", "FailedCheck", "ScreenedOut")


@pytest.fixture
def hit_type(requester) -> str:
    return requester.create(MaxAssignments=5)["HITTypeId"]


def test_an_invitation_admits_as_many_as_it_says_and_its_link_is_shown_once(market, visit):
    made = make(visit, places="2", note="<b>pilot</b>", contact="Ada, room 5", consent="Say yes.")
    path = link_of(made)
    page = look(newcomer(market.origin), path).text
    assert "Ada, room 5" in page and "Say yes." in page and "pilot" not in page
    assert [agree(market, path).status_code for _ in range(2)] == [200, 200]
    assert look(newcomer(market.origin), path).status_code == 409
    listed = visit.get("invitations").text
    assert "&lt;b&gt;pilot&lt;/b&gt;" in listed and "used up" in listed
    assert path.rsplit("/", 1)[1] not in listed


def test_without_a_change_an_invitation_can_be_used_once(market, visit):
    path = link_of(make(visit))
    assert agree(market, path).status_code == 200
    assert look(newcomer(market.origin), path).status_code == 409


def test_a_form_sent_twice_makes_one_and_shows_the_same_link(market, visit):
    fields = {**fields_of(visit.get("invitations/new")), "note": "twice"}
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: visit.post("invitations/new", **fields), range(4)))
    assert len({link_of(answer) for answer in answers}) == 1
    assert visit.get("invitations").text.count('<span dir="auto">twice<') == 1


def test_opening_the_forms_makes_nothing(visit, hit_type):
    for path in ("invitations/new", "studies/new", "studies/new?preset=plain"):
        assert visit.get(path).status_code == 200
    assert "Nobody was invited yet" in visit.get("invitations").text
    assert "No study link yet" in visit.get("studies").text


@pytest.mark.parametrize(
    "changes",
    [{"places": "0"}, {"places": "many"}, {"days": "-1"}, {"contact": "x" * 201}, {"note": "a\0b"}],
)
def test_a_wrong_invitation_is_told_where_and_what_was_typed_stays(visit, changes):
    answer = make(visit, **{"note": "Kept as typed", "consent": "Kept too.", **changes})
    assert answer.status_code == 400
    assert "Nothing was made yet" in answer.text and "Kept too." in answer.text
    name = next(iter(changes))
    assert f'href="#id_{name}"' in answer.text and f'id="id_{name}_error"' in answer.text
    assert "Nobody was invited yet" in visit.get("invitations").text


@pytest.mark.parametrize(
    ("form", "name", "value", "said"),
    [
        ("invitations", "places", "0", "from 1 to 100000, got “0”."),
        ("invitations", "days", "3651", "from 1 to 3650, got “3651”."),
        ("invitations", "days", "2.5", "from 1 to 3650, got “2.5”."),
        ("invitations", "places", "<b>" + "9" * 90, f"got “&lt;b&gt;{'9' * 57}”."),
        ("studies", "patience_s", "soon", "from 1 to 100000, got “soon”."),
        ("studies", "tasks", "", "This field is required."),
    ],
)
def test_a_wrong_number_is_named_with_its_limits(visit, hit_type, form, name, value, said):
    answer = make(visit, form, **{"hit_types": hit_type, name: value})
    assert answer.status_code == 400 and said in answer.text


@pytest.mark.parametrize("ticket", ["", "x", "a:b:c"])
def test_a_forged_ticket_makes_nothing_and_the_next_press_does(visit, hit_type, ticket):
    answer = make(visit, ticket=ticket, note="Kept as typed")
    assert answer.status_code == 400 and "Kept as typed" in answer.text
    assert visit.post("invitations/new", **fields_of(answer)).status_code == 200
    answer = make(visit, "studies", ticket=ticket, hit_types=hit_type, contact="Kept as typed")
    assert answer.status_code == 400 and "Kept as typed" in answer.text
    again = {**fields_of(answer), "hit_types": hit_type}
    assert visit.post("studies/new", **again).status_code == 302


def test_a_ticket_is_good_for_the_account_it_was_given_to(market, visit):
    other = Visit(market.requester())
    other.sign_in()
    ticket = fields_of(visit.get("invitations/new"))["ticket"]
    assert make(other, ticket=ticket).status_code == 400
    assert make(other, "studies", ticket=ticket).status_code == 400


def test_a_closed_invitation_admits_nobody_and_only_its_owner_closes_it(market, visit):
    path = link_of(make(visit, places="3"))
    close = found(visit.get("invitations"), r'action="/requester/(invitations/[A-Z0-9]+/close)"')
    other = Visit(market.requester())
    other.sign_in()
    other.post(close)
    assert agree(market, path).status_code == 200
    assert visit.get(close).status_code == 405
    for _ in range(2):
        assert visit.post(close).status_code == 302
    assert "was withdrawn" in look(newcomer(market.origin), path).text
    page = visit.get("invitations").text
    assert "<td>closed</td>" in page and close not in page
    assert "invitations/3" not in other.get("invitations").text


def test_an_invitation_that_is_over_is_listed_as_ended(market, visit):
    make(visit, days="2")
    market.advance(2 * DAY + 1)
    assert "<td>ended</td>" in visit.get("invitations").text


def test_a_prolific_link_leads_to_the_task_and_back_with_the_code(
    market, requester, visit, hit_type
):
    made = make(visit, "studies", hit_types=hit_type, patience_s="600")
    study = study_of(visit, requester, made)
    assert "PROLIFIC_PID={{%PROLIFIC_PID%}}" in study.study_url
    assert len(set(study.codes.values())) == 3
    person, location = study.come("p1")
    submit(person, assignment_in(location))
    requester.mturk.approve_assignment(AssignmentId=assignment_in(location))
    back = look(person, study.place("on")).headers["Location"]
    assert back == f"https://app.prolific.com/submissions/complete?cc={study.codes['Complete']}"
    page = visit.get(f"studies/{study.study_id}").text
    assert "p1" in page and "<td>complete</td>" in page
    assert study.participants()["p1"]["Code"] == study.codes["Complete"]


def test_any_other_site_names_its_parameters_and_a_failed_check_has_its_code(
    market, requester, visit, hit_type
):
    codes = {"complete_code": "COMPLETE", "failed_code": "FAILED1", "screened_code": "SCREENED"}
    made = make(
        visit, "studies", "plain", hit_types=hit_type, worker_parameter="who", **codes,
        patience_s="600", places="1",
    )  # fmt: skip
    study = study_of(visit, requester, made)
    assert study.study_url.endswith("?who={{%who%}}")
    person = newcomer(market.origin)
    address = f"/study/{study.study_id}?who=ada"
    look(person, address)
    assignment = assignment_in(press(person, address).headers["Location"])
    submit(person, assignment)
    requester.mturk.reject_assignment(AssignmentId=assignment, RequesterFeedback="empty")
    assert "FAILED1" in look(person, study.place()).text
    assert look(newcomer(market.origin), f"/study/{study.study_id}?who=eve").status_code == 409


def test_a_qualification_screens_out_with_a_personal_code(market, requester, visit, hit_type):
    kind = requester.mturk.create_qualification_type(
        Name="Not ours", Description="d", QualificationTypeStatus="Active"
    )["QualificationType"]["QualificationTypeId"]
    made = make(visit, "studies", hit_types=hit_type, screened_by=kind, personal_codes="on")
    study = study_of(visit, requester, made)
    assert study.codes == {}
    person, location = study.come("p1")
    submit(person, assignment_in(location))
    worker_id = study.participants()["p1"]["WorkerId"]
    requester.mturk.associate_qualification_with_worker(
        QualificationTypeId=kind, WorkerId=worker_id
    )
    row = study.participants()["p1"]
    assert row["Outcome"] == "ScreenedOut"
    page = visit.get(f"studies/{study.study_id}").text
    assert row["Code"] in page and "Drawn for each person" in page


@pytest.mark.parametrize(
    "changes, field",
    [
        ({"hit_types": "3NOSUCH"}, "hit_types"),
        ({"hit_types": ""}, "hit_types"),
        ({"tasks": "0"}, "tasks"),
        ({"worker_parameter": "a b"}, "worker_parameter"),
        ({"worker_parameter": ""}, "worker_parameter"),
        ({"study_parameter": "PROLIFIC_PID"}, "worker_parameter"),
        ({"return_url": "http://evil.example/{code}"}, "return_url"),
        ({"return_url": "https://back.example/"}, "return_url"),
        ({"complete_code": "x"}, "complete_code"),
        ({"failed_code": "SAMECODE", "complete_code": "SAMECODE"}, "complete_code"),
        ({"personal_codes": "on", "failed_code": "FAILED1"}, "personal_codes"),
        ({"study_parameter": "", "study_value": "x"}, "study_parameter"),
        ({"screened_by": "3NOSUCH"}, "screened_by"),
        ({"silence": "ScreenedOut"}, "silence"),
        ({"patience_s": ""}, "patience_s"),
    ],
)
def test_a_wrong_study_link_is_told_where_and_what_was_typed_stays(visit, hit_type, changes, field):
    wanted = {"hit_types": hit_type, "contact": "Kept as typed", **changes}
    answer = make(visit, "studies", **wanted)
    assert answer.status_code == 400
    place = "group-hit_types" if field == "hit_types" else f"id_{field}"
    assert f'href="#{place}"' in answer.text and f'id="{place}"' in answer.text
    assert "Kept as typed" in answer.text
    if changes.get("hit_types") is None:
        assert re.search(rf'value="{hit_type}"[^>]*checked', answer.text)
    assert "No study link yet" in visit.get("studies").text


def test_a_study_link_sent_twice_is_one(visit, hit_type):
    fields = {**fields_of(visit.get("studies/new")), "hit_types": hit_type}
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: visit.post("studies/new", **fields), range(4)))
    assert len({answer.headers["Location"] for answer in answers}) == 1
    assert len(re.findall(r'href="/requester/studies/3', visit.get("studies").text)) == 1


def test_a_closed_study_takes_nobody_until_it_is_opened_again(market, requester, visit, hit_type):
    study = study_of(visit, requester, make(visit, "studies", hit_types=hit_type))
    other = Visit(market.requester())
    other.sign_in()
    other.post(f"studies/{study.study_id}/close")
    assert look(newcomer(market.origin), study.path("p1")).status_code == 200
    visit.post(f"studies/{study.study_id}/close")
    assert look(newcomer(market.origin), study.path("p1")).status_code == 409
    assert "<td>closed</td>" in visit.get("studies").text
    visit.post(f"studies/{study.study_id}/open")
    assert study.come("p1")[1].startswith("/assignments/")
    assert visit.get(f"studies/{study.study_id}/close").status_code == 405


def test_anothers_links_types_and_qualifications_are_as_unknown_as_none(
    market, requester, visit, hit_type
):
    study = study_of(visit, requester, make(visit, "studies", hit_types=hit_type))
    other = Visit(market.requester())
    other.sign_in()
    answers = [other.get(f"studies/{name}") for name in (study.study_id, "3NOSUCH")]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert study.study_id not in other.get("studies").text
    assert hit_type not in other.get("studies/new").text
    refused = make(other, "studies", hit_types=hit_type)
    assert refused.status_code == 400


def test_what_programs_made_is_listed_and_walked_without_repeats(requester, visit, hit_type):
    made = [said(requester, "CreateStudyLink", HITTypeIds=[hit_type])["StudyId"] for _ in range(51)]
    newest = visit.get("studies")
    older = visit.get("studies" + found(newest, r'href="(\?before=\d+)">Older'))
    shown = [re.findall(r"/requester/studies/(3[A-Z0-9]+)", page.text) for page in (newest, older)]
    assert shown[0] + shown[1] == made[::-1]


def test_without_the_forms_key_nothing_is_made(visit, hit_type):
    for path in ("invitations/new", "studies/new"):
        answer = visit.browser.post(f"{visit.origin}/requester/{path}", timeout=30)
        assert answer.status_code == 403
