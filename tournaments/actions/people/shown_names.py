"""The name of a player on public pages: the full name, initials or a code name."""

from collections.abc import Iterable, Iterator

from django.db import transaction
from django.utils.translation import gettext_noop as _

from scoring.fields import normalise_text
from tournaments.models import Club, Entry, EntryPlayer, Player, ShownAs

from ..core.actor import Actor
from ..core.names import initials, name_key, name_problems
from ..core.refusals import Problem, refuse
from ..core.rows import locked, save_fields
from ..ledger_kinds import LedgerKind
from .family_names import BETWEEN
from .players import refuse_erased_or_merged, update_entry_names

SHOWN: LedgerKind = "name_shown"
SHORTEST = 3
"""The least length of a code name: texts cannot be searched for shorter ones when the person is erased."""


def show_player_as(player: Player, shown_as: str, code_name: str = "", *, by: Actor) -> Player:
    """Show a player by full name, initials or code name from now on; return the player.

    The ledgers record the change without names. Raises Invalid for a code name that is not valid or is taken, Conflict
    for a player who was erased or merged.
    """
    with transaction.atomic():
        locked(Club.objects.all(), player.club_id)
        player = locked(Player.objects.select_related("club"), player.pk)
        refuse_erased_or_merged(player)
        if shown_as == ShownAs.CODE:
            refuse(_code_problems(player, code_name))
        aliases = {ShownAs.INITIALS: initials(player.name), ShownAs.CODE: normalise_text(code_name)}
        alias = aliases.get(ShownAs(shown_as), "")
        if (shown_as, alias) != (player.shown_as, player.alias):
            save_fields(player, shown_as=shown_as, alias=alias)
            update_entry_names(player, SHOWN, by=by, shown_as=shown_as)
    return player


def full_names(entries: Iterable[Entry]) -> dict[int, str]:
    """Return the full names, by id, of those entries that public pages show under other names; in at most one query."""
    places = EntryPlayer.objects.filter(entry__in=[each.pk for each in entries if each.has_alias])
    names: dict[int, list[str]] = {}
    for entry, name in places.order_by("entry", "position").values_list("entry", "player__name"):
        names.setdefault(entry, []).append(name)
    return {entry: BETWEEN.join(each) for entry, each in names.items()}


def _code_problems(player: Player, code_name: str) -> Iterator[Problem]:
    faults = name_problems(code_name, "code_name")
    yield from faults
    if faults:
        return
    key = name_key(code_name)
    if len(key) < SHORTEST:
        message = _("A code name has at least %(least)d characters.")
        yield Problem("too_short", message, {"least": SHORTEST}, ("code_name",))
    others = player.club.players.selectable().exclude(pk=player.pk)
    aliases = map(name_key, others.exclude(alias="").values_list("alias", flat=True))
    if key in aliases or others.filter(name_key=key).exists():
        yield Problem("name_taken", _("Somebody else in the club already has this name."), pointer=("code_name",))
