"""The short code on a table's card, typed where a camera is missing."""

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import CodeTries, SpentCard, TableKey, Tournament

from .. import ledger
from ..actor import Actor, secret_digest
from ..locks import locked
from ..problems import NotLetIn, Problem
from .origins import UNKNOWN, Origin
from .table_sessions import Opened, current_table, new_card, open_table
from .tries import (
    CODE_TRIES,
    Guesser,
    closed,
    count_right,
    count_wrong,
    locked_tries,
    of_tournament,
    refuse_guessing,
    typed_codes,
)


def open_by_code(slug: str, code: str, *, device: str, origin: Origin = UNKNOWN) -> Opened:
    """A session at the current round's table for whoever types the short code of its card.

    What it costs and answers tells nobody whether there is a tournament with this slug. Raises
    NotLetIn for a wrong code and for a phone that has typed too many, Later for one that has to
    wait, and Conflict where the table has no game in the round that is in play.
    """
    guesser = Guesser(slug, secret_digest(device), origin.address)
    typed = secret_digest("".join(code.upper().split()).replace("-", ""))
    with transaction.atomic():
        tries = locked_tries(guesser)
        refuse_guessing(guesser, tries)
        _refuse_spent(slug, typed)
        keys = TableKey.objects.select_related("tournament")
        key = keys.filter(tournament__slug=slug, code_digest=typed).first()
        if key is None:
            count_wrong(guesser, tries)
        else:
            count_right(tries)
    if key:
        return open_table(current_table(key), device=device, origin=origin)
    is_last = tries[CodeTries.Kind.DEVICE].failures >= CODE_TRIES
    raise closed() if is_last else _unknown_code()


def _refuse_spent(slug: str, code_digest: str) -> None:
    """Tell whoever typed the code of a replaced card, who did not guess it."""
    of_slug = SpentCard.objects.filter(key__tournament__slug=slug)
    if of_slug.filter(code_digest=code_digest).exists():
        raise NotLetIn(new_card(("code",)))


def open_again(tournament: Tournament, *, by: Actor) -> None:
    """Let every phone type codes of a tournament again, at once."""
    with transaction.atomic():
        tournament = locked(Tournament.objects.all(), tournament.pk)
        stood = typed_codes(tournament)
        if stood.is_limited:
            facts = {"devices": stood.closed_devices, "tries": stood.failures}
            ledger.append(tournament.pk, "codes_opened", by=by, facts=facts, changes_standings=False)
        of_tournament(tournament).delete()


def _unknown_code() -> NotLetIn:
    message = _("No table has this code: look at the card again.")
    return NotLetIn(Problem("unknown_code", message, pointer=("code",)))
