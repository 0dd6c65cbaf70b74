"""Idempotency of forms and requests: a double click, or a retry after a lost response, has one effect."""

import json
import re
from collections.abc import Callable
from http import HTTPStatus

from django import forms
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from scoring.problems import distinct_texts
from tournaments.actions.at_table import rejected_attempts
from tournaments.actions.at_table.submissions import Disputed
from tournaments.actions.core.actor import new_secret
from tournaments.actions.core.idempotency import StoredResponse, answer_once, holder_at_table
from tournaments.actions.core.ledger import digest
from tournaments.actions.core.refusals import AccessDenied, Refusal
from tournaments.http import PLAYED, remember_codes, status_of
from tournaments.models import Hand, TableSession

FORM = "form"
TOKEN = "csrfmiddlewaretoken"  # noqa: S105 - the name of a field, another one on every page


class FormName(forms.CharField):
    """A hidden field with a random value, by which each page's form can be recognised."""

    widget = forms.HiddenInput

    def __init__(self) -> None:
        """Set a new random value for each page."""
        super().__init__(required=False, max_length=100, initial=new_secret)


def act_once(request: HttpRequest, act: Callable[[], Model]) -> str:
    """Call the action unless this form was already sent with the same content; return the primary key of its row."""
    if not request.POST.get(FORM):
        return str(act().pk)
    sent = sorted((name, values) for name, values in request.POST.lists() if name != TOKEN)
    asked = digest([request.path, sent])

    def acted() -> StoredResponse:
        return StoredResponse(HTTPStatus.OK, b"", location=str(act().pk))

    answer, _again = answer_once(holder=f"forms of user {request.user.pk}", key=asked, request_digest=asked, act=acted)
    return answer.location


KEY = re.compile(r"[0-9a-f]{32}")


def respond_once(request: HttpRequest, session: TableSession, act: Callable[[], list[Hand]]) -> HttpResponse:
    """Return the action's JSON response, or the stored response if the idempotency key was used before."""
    try:
        answer = _answer(request, session, act)
    except Refusal as refusal:
        answer = _refusal_answer(refusal, session)
    return HttpResponse(answer.body, "application/json", status=answer.status)


def _answer(request: HttpRequest, session: TableSession, act: Callable[[], list[Hand]]) -> StoredResponse:
    key = request.headers.get("Idempotency-Key", "")
    if not KEY.fullmatch(key):
        return _act_and_answer(session, act)
    fields = sorted((name, text) for name, text in request.POST.dict().items() if name != TOKEN)
    asked, holder = digest([request.path, fields]), holder_at_table(session)
    request.META[PLAYED] = True
    answer, _again = answer_once(
        holder=holder, key=key, request_digest=asked, act=lambda: _act_and_answer(session, act), seldom_repeated=True
    )
    return answer


def _act_and_answer(session: TableSession, act: Callable[[], list[Hand]]) -> StoredResponse:
    """Return the response of the action. Disputes and wrong PINs are not raised, so that their rows are committed."""
    try:
        hands = act()
    except (Disputed, AccessDenied) as refusal:
        return _refusal_answer(refusal, session)
    return _json_answer(HTTPStatus.OK, {"hands": [[hand.number, hand.state] for hand in hands]})


def _refusal_answer(refusal: Refusal, session: TableSession) -> StoredResponse:
    """Return the refusal as JSON, and record it for the director."""
    rejected_attempts.record(refusal.codes, rejected_attempts.source_of_session(session))
    remember_codes(refusal.codes)
    texts = distinct_texts(refusal.problems, gettext)
    wants_reason = any(problem.pointer == ("reason",) for problem in refusal.problems)
    said = {"problems": texts, "codes": refusal.codes, "wants_reason": wants_reason}
    return _json_answer(status_of(refusal), {**said, "kept": isinstance(refusal, Disputed)})


def _json_answer(status: int, body: dict[str, object]) -> StoredResponse:
    return StoredResponse(status, json.dumps(body).encode())
