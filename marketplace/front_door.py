"""The one address that programs and people share."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from marketplace.api.endpoint import endpoint
from marketplace.site.showcase import home


@csrf_exempt
def front_door(request: HttpRequest) -> HttpResponse:
    """A POST is a call of the requester API, anything else a visit of the worker site.

    Security: anybody; each side checks for itself. The site has no form that posts here.
    """
    return endpoint(request) if request.method == "POST" else home(request)
