"""What was refused at the tables: noted, and told to the director in words."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.actions.at_table import refusals
from tournaments.models import Refusal, TableSession, Tournament
from tournaments.models.at_table import EVENING

from .faults import tried
from .table_cookies import SITTING

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


@dataclass(frozen=True, slots=True)
class Told:
    """What was refused, in words."""

    refusal: Refusal
    what: str


def told(tournament: Tournament) -> list[Told]:
    """What was refused at the tables within a day, the latest first."""
    recent = tournament.refusals.filter(last_at__gt=timezone.now() - EVENING)
    return [Told(each, str(WORDS[each.kind])) for each in recent[:MAX_REFUSALS]]


def tried_at_table(request: HttpRequest, session: TableSession, act: Callable[[], object]) -> bool:
    """As `tried`; what is refused is noted for the director too."""

    def noted() -> None:
        with refusals.noted(session):
            act()

    return tried(request, noted)


def note_refused_join(request: HttpRequest, codes: Iterable[str]) -> None:
    """Note what somebody without a session was refused, who has a card or was let in once."""
    secret = request.POST.get("secret", "") or request.COOKIES.get(SITTING, "")
    if refusals.KINDS.intersection(codes):
        refusals.note(codes, refusals.asker_with(secret))
