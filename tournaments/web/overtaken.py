"""What a page answers where somebody else was faster: in words, and never as our fault."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext

from config.logs import remember_codes
from tournaments.actions.locks import overtaken
from tournaments.actions.problems import Gone
from tournaments.http.statuses import status_of

from .access import wants_json


class Overtaken(MiddlewareMixin):
    """Answers what an action refused, or the database because somebody else was faster.

    A view that has a better place for it, such as a form, tells it there itself.
    """

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """What the reader is told; None for a fault of another kind."""
        refusal = overtaken(fault)
        if refusal is None:
            return None
        remember_codes(refusal.codes)
        status = status_of(refusal)
        texts = [problem.text(gettext) for problem in refusal.problems]
        if wants_json(request):
            return JsonResponse({"problems": texts, "codes": refusal.codes}, status=status)
        context = {"texts": texts, "gone": isinstance(refusal, Gone)}
        return render(request, "errors/changed_meanwhile.html", context, status=status)
