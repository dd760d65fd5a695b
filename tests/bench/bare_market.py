"""The yardstick of the marketplace's throughput: a bare Django view.

It finds the caller's key, verifies the signature and writes or reads one row. It has no middleware,
checks nothing and owes nothing.
"""

import json
from datetime import UTC, datetime
from secrets import token_hex

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from marketplace import credentials
from marketplace.api import sigv4
from marketplace.models import AccessKey, IdempotencyToken

TYPE = "application/x-amz-json-1.1"


@csrf_exempt
def answer(request: HttpRequest) -> JsonResponse:
    """Security: a yardstick for a bench on this machine; never served elsewhere."""
    claim = sigv4.read_claim(raw(request, "authorization"))
    key = AccessKey.objects.select_related("account").get(key_id=claim.key_id, active=True)
    sent = sigv4.SignedRequest(request.path, lambda name: raw(request, name), request.body)
    sigv4.verify(
        claim,
        sent,
        secret=credentials.secret_of(key),
        now=datetime.now(UTC),
        skew_s=settings.MARKETPLACE_SIGNATURE_SKEW_S,
        strict_region=True,
    )
    if request.META["HTTP_X_AMZ_TARGET"].endswith("CreateHITWithHITType"):
        row = IdempotencyToken.objects.create(
            account=key.account,
            operation="bare",
            token=token_hex(8),
            made="x",
            used_at=datetime.now(UTC),
        )
    else:
        wanted = json.loads(request.body)["HITId"]
        row = IdempotencyToken.objects.get(operation="one row", token=wanted)
    return JsonResponse({"id": row.id, "made": row.made}, content_type=TYPE)


def raw(request: HttpRequest, name: str) -> str | None:
    key = name.upper().replace("-", "_")
    return request.META.get(key if key.startswith("CONTENT_") else f"HTTP_{key}")


urlpatterns = [path("", answer)]
