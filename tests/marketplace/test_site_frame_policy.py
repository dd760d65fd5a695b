"""Which headers keep a page out of the marketplace's frame. Expected values: the two standards."""

import pytest

from marketplace.site.frame_policy import refusal

OURS = "http://127.0.0.1:8001"
PAGE = "http://tasks.example:9000/t/17"


def refused(*, ours=OURS, page=PAGE, xfo=(), csp=()):
    return refusal(
        page_url=page, framing_origin=ours, x_frame_options=xfo, content_security_policies=csp
    )


@pytest.mark.parametrize(
    "xfo",
    [
        ["DENY"],
        ["deny"],
        ["SAMEORIGIN"],
        ["DENY, DENY"],
        ["DENY", "SAMEORIGIN"],
        ["ALLOWALL, SAMEORIGIN"],
    ],
)
def test_x_frame_options_refuses(xfo):
    assert refused(xfo=xfo) == f"X-Frame-Options: {', '.join(xfo)}"


@pytest.mark.parametrize(
    "xfo", [[], ["ALLOWALL"], ["ALLOW-FROM http://127.0.0.1:8001"], ["nonsense"]]
)
def test_absent_and_unknown_x_frame_options_are_ignored(xfo):
    assert refused(xfo=xfo) is None


@pytest.mark.parametrize(
    ("csp", "ours"),
    [
        ("frame-ancestors http://127.0.0.1:8001", OURS),
        ("default-src 'none'; Frame-Ancestors  https://a.example HTTP://127.0.0.1:8001", OURS),
        ("frame-ancestors 127.0.0.1:*", OURS),
        ("frame-ancestors http:", OURS),
        ("frame-ancestors *", OURS),
        ("frame-ancestors *.market.example", "http://eu.market.example"),
        ("frame-ancestors http://market.example:80", "https://market.example"),
        ("frame-ancestors market.example", "https://market.example"),
        ("default-src 'none'", OURS),
        ("frame-ancestors http:; frame-ancestors 'none'", OURS),
    ],
)
def test_a_policy_that_admits_us(csp, ours):
    assert refused(csp=[csp], ours=ours) is None


@pytest.mark.parametrize(
    ("csp", "ours"),
    [
        ("frame-ancestors 'none'", OURS),
        ("frame-ancestors", OURS),
        ("frame-ancestors 'self'", OURS),
        ("frame-ancestors http://127.0.0.1:8002", OURS),
        ("frame-ancestors http://127.0.0.1", OURS),
        ("frame-ancestors https:", OURS),
        ("frame-ancestors *.market.example", "http://market.example"),
        ("frame-ancestors *.market.example", "http://notmarket.example"),
        ("frame-ancestors https://market.example", "http://market.example"),
        ("frame-ancestors http://[", OURS),
    ],
)
def test_a_policy_that_does_not_admit_us(csp, ours):
    assert refused(csp=[csp], ours=ours).startswith("Content-Security-Policy: frame-ancestors")


def test_every_policy_must_admit_us():
    assert refused(csp=["frame-ancestors *, frame-ancestors 'none'"])
    assert refused(csp=["frame-ancestors *", "frame-ancestors 'none'"])


def test_frame_ancestors_makes_x_frame_options_meaningless():
    assert refused(xfo=["DENY"], csp=[f"frame-ancestors {OURS}"]) is None
    assert refused(xfo=["DENY"], csp=["default-src 'self'"]) == "X-Frame-Options: DENY"


def test_a_page_of_our_own_origin_counts_as_same_origin():
    assert refused(page=f"{OURS}/x", xfo=["SAMEORIGIN"], csp=()) is None
    assert refused(page=f"{OURS}/x", csp=["frame-ancestors 'self'"]) is None
