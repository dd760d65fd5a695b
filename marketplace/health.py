"""Whether this server can do its work: what a load balancer or container asks."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 when the database answers; a broken one is a 500 like any other fault.

    Security: open to everybody, says nothing but "ok".
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")
