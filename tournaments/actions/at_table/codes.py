"""The short code on a table's card, typed where a camera is missing."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import SpentCard, TableKey, Tournament
from tournaments.models.tournament import CODE_TRIES

from .. import ledger
from ..actor import Actor
from ..problems import NotLetIn, Problem
from ..secrets import secret_digest
from .sittings import Opened, current_table, new_card, open_table

GUESSER = Actor(user=None, source="table")


def open_by_code(tournament: Tournament, code: str, *, device: str) -> Opened:
    """A session at the current round's table for whoever types the short code of its card.

    The fifth wrong one in a row closes the codes of the tournament: no code opens anything, nor
    does a right one, until `open_again`. Cards are scanned all the while. Raises NotLetIn, and
    Conflict where the table has no game in the round that is in play.
    """
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if tournament.codes_are_closed:
            raise _closed()
        typed = secret_digest("".join(code.upper().split()).replace("-", ""))
        _refuse_spent(tournament, typed)
        keys = TableKey.objects.select_related("tournament")
        key = keys.filter(tournament=tournament, code_digest=typed).first()
        _count(tournament, is_right=key is not None)
    if tournament.codes_are_closed:
        raise _closed()
    if key is None:
        raise unknown_code()
    return open_table(current_table(key), device=device)


def _refuse_spent(tournament: Tournament, code_digest: str) -> None:
    """Tell whoever typed the code of a replaced card, who did not guess it."""
    if SpentCard.objects.filter(key__tournament=tournament, code_digest=code_digest).exists():
        raise NotLetIn(new_card(("code",)))


def _count(tournament: Tournament, *, is_right: bool) -> None:
    """Count the wrong codes in a row; call it under the tournament's lock."""
    failures = 0 if is_right else tournament.code_failures + 1
    if failures != tournament.code_failures:
        tournament.code_failures = failures
        tournament.save(update_fields=["code_failures"])
    if tournament.codes_are_closed:
        _log(tournament, "codes_closed", by=GUESSER)


def open_again(tournament: Tournament, *, by: Actor) -> None:
    """Let the codes of a tournament open its tables again; the count begins anew."""
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if tournament.codes_are_closed:
            _log(tournament, "codes_opened", by=by)
        Tournament.objects.filter(pk=tournament.pk).update(code_failures=0)


def _log(tournament: Tournament, kind: str, *, by: Actor) -> None:
    facts = {"tries": CODE_TRIES}
    ledger.append(tournament.pk, kind, by=by, facts=facts, changes_standings=False)


def unknown_code() -> NotLetIn:
    """What somebody is told whose code opens nothing."""
    message = _("No table has this code: look at the card again.")
    return NotLetIn(Problem("unknown_code", message, pointer=("code",)))


def _closed() -> NotLetIn:
    message = _("Five wrong codes were typed: scan the card, or ask the director to open codes.")
    return NotLetIn(Problem("codes_closed", message, pointer=("code",)))
