"""Which endpoint work is published to, in the words the staff pages show."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings

from crowd.mturk import LOOPBACK


@dataclass(frozen=True)
class EndpointNotice:
    """mode: what kind of endpoint; problem: why nothing can be published there, or empty."""

    url: str
    mode: str
    is_local: bool
    problem: str

    @property
    def host(self) -> str:
        return urlsplit(self.url).netloc


def configured_endpoint() -> EndpointNotice:
    """Reads the settings only: what the endpoint itself thinks is asked by crowd.delivery."""
    url = settings.MTURK_ENDPOINT_URL
    is_local = urlsplit(url).hostname in LOOPBACK
    problem = ""
    if url not in settings.MTURK_ALLOWED_ENDPOINTS:
        problem = "not in MTURK_ALLOWED_ENDPOINTS: nothing is sent"
    elif not settings.MTURK_ACCESS_KEY_ID:
        problem = "no access key is set: nothing is sent"
    return EndpointNotice(
        url=url,
        mode="local marketplace" if is_local else "other endpoint",
        is_local=is_local,
        problem=problem,
    )
