"""Showing what was refused: beside its field, on the next page, on a page of its own, or to the director.

A phone that repeats a request until it is answered hears the same each time.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any, TypeVar

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.logs import remember_codes
from tournaments.actions.at_table import rejected_attempts
from tournaments.actions.at_table.submissions import Disputed
from tournaments.actions.idempotency import Answer, answer_once, holder_at_table
from tournaments.actions.ledger import digest
from tournaments.actions.refusals import AccessDenied, Gone, Problem, Refusal
from tournaments.actions.rows import refusal_of_race
from tournaments.http import status_of
from tournaments.models import Hand, RejectedAttempt, TableSession, Tournament
from tournaments.models.at_table import EVENING

from .table_sessions import wants_json

T = TypeVar("T")

MAX_REFUSALS = 20
WORDS: Mapping[str, str | Promise] = {
    "another_table": _("a phone spoke for another table"),
    "card_replaced": _("a card that was replaced"),
    "codes_closed": _("a code after five wrong ones"),
    "hand_changed": _("an answer to a hand that had changed meanwhile"),
    "hand_skipped": _("a hand, before the one that comes first"),
    "idempotency_key_reused": _("another tally in place of one that was on its way"),
    "own_device": _("a hand was confirmed by the phone that entered it"),
    "own_hand": _("a hand was confirmed by the player who entered it"),
    "round_closed": _("something that came after the round was closed"),
    "seat_not_claimed": _("a phone spoke for a seat that is not its own"),
    "seat_taken": _("a phone wanted a seat that another phone has"),
    "too_many_tries": _("a PIN after five wrong ones"),
    "unknown_code": _("a wrong code"),
    "wrong_pin": _("a wrong PIN"),
}
"""What phones tried at the tables and were refused, for the director."""
KEY = re.compile(r"[0-9a-f]{32}")
BUSY = "still_running"
TOKEN = "csrfmiddlewaretoken"  # noqa: S105 - the name of a field, another one on every page


def submit(form: forms.BaseForm, act: Callable[[], T]) -> T | None:
    """What the action gives; None, nothing being stored, where the form was not sent or something in it is refused."""
    if not form.is_valid():
        return None
    try:
        return act()
    except Refusal as refusal:
        remember_codes(refusal.codes)
        report(form, refusal.problems)
        return None


def report(form: forms.BaseForm, problems: Iterable[Problem]) -> None:
    """Put each problem beside the field that its pointer names, or above the form."""
    for problem in problems:
        form.add_error(field_of(form, problem), problem.text(gettext))


def field_of(form: forms.BaseForm, problem: Problem) -> str | None:
    """The field that a problem is about: the longest beginning of its pointer that is one."""
    path = [str(step) for step in problem.pointer]
    names = ("_".join(path[:length]) for length in range(len(path), 0, -1))
    return next((name for name in names if name in form.fields), None)


def form_page(request: HttpRequest, template: str, form: forms.BaseForm, context: Mapping[str, Any]) -> HttpResponse:
    """The page with a form: 422 where something in it is to be mended."""
    return render(request, template, {"form": form, **context}, status=422 if form.errors else 200)


def attempt(request: HttpRequest, act: Callable[[], object], done: str = "") -> bool:
    """Run the action; the next page shows `done` or the problems. Returns whether it succeeded."""
    try:
        act()
    except Refusal as refusal:
        remember_codes(refusal.codes)
        for problem in refusal.problems:
            messages.error(request, problem.text(gettext))
        return False
    if done:
        messages.success(request, done)
    return True


def recent_attempts(tournament: Tournament) -> list[tuple[RejectedAttempt, str]]:
    """What was refused at the tables within a day, the latest first, each with its words."""
    recent = tournament.rejected_attempts.filter(last_at__gt=timezone.now() - EVENING)
    return [(each, str(WORDS[each.kind])) for each in recent[:MAX_REFUSALS]]


def attempt_at_table(request: HttpRequest, session: TableSession, act: Callable[[], object], done: str = "") -> bool:
    """As `attempt`; what is refused is recorded for the director too."""

    def act_and_record() -> None:
        try:
            act()
        except Refusal as refusal:
            rejected_attempts.record(refusal.codes, rejected_attempts.asker_of(session))
            raise

    return attempt(request, act_and_record, done)


class RefusalMiddleware(MiddlewareMixin):
    """Answers what an action refused, or the database because somebody else was faster.

    A view that has a better place for it, such as a form, tells it there itself.
    """

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """What the reader is told; None for a fault of another kind."""
        refusal = refusal_of_race(fault)
        if refusal is None:
            return None
        remember_codes(refusal.codes)
        status = status_of(refusal)
        texts = [problem.text(gettext) for problem in refusal.problems]
        if wants_json(request):
            return JsonResponse({"problems": texts, "codes": refusal.codes}, status=status)
        context = {"texts": texts, "gone": isinstance(refusal, Gone)}
        return render(request, "errors/changed_meanwhile.html", context, status=status)


def respond_once(request: HttpRequest, session: TableSession, act: Callable[[], list[Hand]]) -> HttpResponse:
    """The answer in JSON, as it was the first time where the phone repeats its key."""
    try:
        answer = _answer(request, session, act)
    except Refusal as refusal:
        answer = _refusal_answer(refusal, session)
    return HttpResponse(answer.body, "application/json", status=answer.status)


def _answer(request: HttpRequest, session: TableSession, act: Callable[[], list[Hand]]) -> Answer:
    key = request.headers.get("Idempotency-Key", "")
    if not KEY.fullmatch(key):
        return _act_and_answer(session, act)
    fields = sorted((name, text) for name, text in request.POST.dict().items() if name != TOKEN)
    asked, holder = digest([request.path, fields]), holder_at_table(session)
    return answer_once(holder=holder, key=key, request_digest=asked, act=lambda: _act_and_answer(session, act))[0]


def _act_and_answer(session: TableSession, act: Callable[[], list[Hand]]) -> Answer:
    """The answer of the action; a dispute or a wrong PIN is answered, not raised, so that what it stored stays."""
    try:
        hands = act()
    except (Disputed, AccessDenied) as refusal:
        return _refusal_answer(refusal, session)
    return _json_answer(HTTPStatus.OK, {"hands": [[hand.number, hand.state] for hand in hands]})


def _refusal_answer(refusal: Refusal, session: TableSession) -> Answer:
    """The refusal in JSON, recorded for the director; 503 while the first request is still running."""
    rejected_attempts.record(refusal.codes, rejected_attempts.asker_of(session))
    remember_codes(refusal.codes)
    status = HTTPStatus.SERVICE_UNAVAILABLE if BUSY in refusal.codes else status_of(refusal)
    texts = [problem.text(gettext) for problem in refusal.problems]
    return _json_answer(status, {"problems": texts, "codes": refusal.codes, "kept": isinstance(refusal, Disputed)})


def _json_answer(status: int, body: dict[str, object]) -> Answer:
    return Answer(status, json.dumps(body).encode())
