"""Answering a phone that sends the same tally until it hears that it has arrived."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from tournaments.actions.agreement import Disputed
from tournaments.actions.idempotency import Answer, answer_once
from tournaments.actions.ledger import digest
from tournaments.actions.problems import Conflict, Invalid, Refused
from tournaments.actions.sittings import NotLetIn
from tournaments.models import Hand, TableSession

KEY = re.compile(r"[0-9a-f]{32}")
JSON = "application/json"
BUSY = "still_running"


def sent_once(request: HttpRequest, session: TableSession, act: Callable[[], Hand]) -> HttpResponse:
    """The answer in JSON, as it was the first time where the phone repeats its key."""
    key = request.headers.get("Idempotency-Key", "")
    try:
        if not KEY.fullmatch(key):
            return _response(_arrived(act))
        answer, _again = answer_once(
            holder=f"table {session.device}"[:80],
            key=key,
            request_digest=digest([request.path, sorted(request.POST.dict().items())]),
            act=lambda: _arrived(act),
        )
        return _response(answer)
    except Refused as refusal:
        return _response(_refused(refusal))


def _arrived(act: Callable[[], Hand]) -> Answer:
    """What the phone hears; a dispute and a wrong PIN left their trace, which must stay."""
    try:
        hand = act()
    except (Disputed, NotLetIn) as refusal:
        return _refused(refusal)
    return _told(HTTPStatus.OK, {"hand": hand.number, "state": hand.state})


def _refused(refusal: Refused) -> Answer:
    codes = [problem.code for problem in refusal.problems]
    status = HTTPStatus.CONFLICT
    if isinstance(refusal, Invalid):
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    elif isinstance(refusal, NotLetIn):
        status = HTTPStatus.FORBIDDEN
    elif isinstance(refusal, Conflict) and BUSY in codes:
        status = HTTPStatus.SERVICE_UNAVAILABLE
    body = {"problems": [problem.text() for problem in refusal.problems], "codes": codes}
    return _told(status, {**body, "kept": isinstance(refusal, Disputed)})


def _told(status: HTTPStatus, body: dict[str, object]) -> Answer:
    return Answer(status, json.dumps(body).encode())


def _response(answer: Answer) -> HttpResponse:
    return HttpResponse(answer.body, JSON, status=answer.status)
