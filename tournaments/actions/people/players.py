"""A club's players: adding them, importing a list, correcting a name."""

import csv
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.models import Club, Entry, Player, PlayerMerge, Seat, ShownAs, SitOut

from ..core import ledger
from ..core.actor import Actor
from ..core.names import initials, name_key, name_problems, read_name
from ..core.refusals import Conflict, Invalid, Problem, Stale, refuse
from ..core.rows import lock_all, locked, save_fields
from ..ledger_kinds import LedgerKind
from ..standings.standings import name_in_standings
from .names_in_turn import entry_name, name_seats, name_sit_outs

MAX_PLAYERS = 10_000
RENAMED: LedgerKind = "entry_renamed"
MERGED: LedgerKind = "players_merged"
PARTED: LedgerKind = "players_parted"
SUBSTITUTED: LedgerKind = "player_substituted"
"""The kinds of ledger entries that change a name, together with `MERGED` and `PARTED`.

The former name is erased when the player in the fact `player` is erased.
"""
NAME_COLUMNS = ("name", "nome", "nombre", "naam")
DELIMITERS = ";\t,"


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A player to be added. With `new`, it is a different person from a known player with the same name."""

    name: str
    new: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", read_name(self.name))


def add_players(club: Club, new_players: Sequence[NewPlayer]) -> list[Player]:
    """Add these people to the club's players, all or none; return them in the same order.

    Raises Invalid with every fault, its pointer starting with the place in the list: a bad name, or `duplicate_player`
    for a name that is known already.
    """
    with transaction.atomic():
        locked(Club.objects.all(), club.pk)
        refuse(player_problems(club, dict(enumerate(new_players))))
        return _create(club, [player.name for player in new_players])


def player_problems(club: Club, new_players: Mapping[int, NewPlayer]) -> list[Problem]:
    """Return the problems of these new players, by their positions in a list."""
    name_keys = _existing_keys(club, [player.name for player in new_players.values()])
    problems: list[Problem] = []
    for place, player in new_players.items():
        faults = name_problems(player.name, place, "name")
        if not faults and not player.new and name_key(player.name) in name_keys:
            message = _(
                "%(name)s is already on the club’s list. If this is somebody else, say that this is a new player."
            )
            params = {"name": player.name}
            faults = [Problem("duplicate_player", message, params, (place, "name"))]
        problems += faults
        name_keys.add(name_key(player.name))
    return problems


def _existing_keys(club: Club, names: Sequence[str]) -> set[str]:
    keys = {name_key(name) for name in names}
    return set(club.players.selectable().filter(name_key__in=keys).values_list("name_key", flat=True))


def _create(club: Club, names: Sequence[str]) -> list[Player]:
    return Player.objects.bulk_create(Player(club=club, name=name, name_key=name_key(name)) for name in names)


@dataclass(frozen=True, slots=True)
class PlayerList:
    """The result of reading a list of people: names that are new to the club, and names that it knows."""

    new: tuple[str, ...]
    known: tuple[str, ...]


def read_player_list(club: Club, text: str) -> PlayerList:
    """Return the new and the known names in this CSV. Raises Invalid with every fault and its line.

    The first line has the columns' titles, one of which must be a title for names. Columns are separated by commas,
    semicolons or tabs.
    """
    names: dict[str, str] = {}
    for name in _names(text):
        names.setdefault(name_key(name), name)
    name_keys = _existing_keys(club, list(names.values()))
    return PlayerList(
        new=tuple(name for key, name in names.items() if key not in name_keys),
        known=tuple(name for key, name in names.items() if key in name_keys),
    )


def import_list(club: Club, text: str) -> tuple[list[Player], PlayerList]:
    """Add the new players in this CSV; return them, and the names that were read.

    Raises Invalid as `read_player_list` does.
    """
    with transaction.atomic():
        locked(Club.objects.all(), club.pk)
        read = read_player_list(club, text)
        return _create(club, read.new), read


def _names(text: str) -> list[str]:
    rows = _rows(text)
    column = _name_column(rows)
    names = {
        line: row[column] if column < len(row) else ""
        for line, row in enumerate(rows[1:], start=2)
        if any(cell.strip() for cell in row)
    }
    message = _("Line %(line)d: %(fault)s")
    refuse(
        Problem(fault.code, message, {"line": line, "fault": fault.text(gettext)})
        for line, name in names.items()
        for fault in name_problems(name)
    )
    return [read_name(name) for name in names.values()]


def _rows(text: str) -> list[list[str]]:
    first = text.partition("\n")[0]
    delimiter = next((sign for sign in DELIMITERS if sign in first), ",")
    try:
        rows = list(csv.reader(text.splitlines(), delimiter=delimiter))
    except csv.Error as fault:
        raise Invalid(Problem("bad_csv", _("This is not CSV: the file has a line that cannot be read."))) from fault
    if len(rows) > MAX_PLAYERS + 1:
        message = _("The list has more than %(most)d players: import it in parts.")
        raise Invalid(Problem("too_long", message, {"most": MAX_PLAYERS}))
    return rows


def _name_column(rows: Sequence[Sequence[str]]) -> int:
    titles = [title.strip().casefold() for title in rows[0]] if rows else []
    column = next((place for place, title in enumerate(titles) if title in NAME_COLUMNS), None)
    if column is None:
        raise Invalid(Problem("missing_column", _("The first line must name the columns, one of them “name”.")))
    return column


def rename_player(player: Player, name: str, *, by: Actor, replaces: str | None = None) -> Player:
    """Rename a player and return the player; the name changes in every tournament.

    Raises Invalid for a bad name, Conflict for a player who was erased or merged, Stale if `replaces` is given and is
    not the current name.
    """
    refuse(name_problems(name, "name"))
    name = read_name(name)
    with transaction.atomic():
        player = locked(Player.objects.select_related("club"), player.pk)
        if name == player.name:
            return player
        refuse_erased_or_merged(player)
        if replaces not in (None, player.name):
            message = _("Somebody else has changed the name meanwhile: it is %(name)s now.")
            raise Stale(Problem("name_changed", message, {"name": player.name}, ("name",)))
        former = player.name
        alias = initials(name) if player.shown_as == ShownAs.INITIALS else player.alias
        save_fields(player, name=name, name_key=name_key(name), alias=alias)
        update_entry_names(player, RENAMED, by=by, text=former)
    return player


def update_entry_names(player: Player, kind: LedgerKind, *, by: Actor, text: str = "", **extra_facts: object) -> None:
    """Update the names of a locked player's entries, also in published standings; log each in the ledger.

    `kind` is the kind of the ledger entries. An entry that the player has left keeps its name, but the seats where the
    player sat get the new name.
    """
    entries = sorted(lock_all(Entry.objects.of_player(player).with_players()), key=lambda each: each.tournament_id)
    for entry in entries:
        players = [place.player for place in entry.entry_players.all()]
        left = {} if player in players else {"left": True}
        save_fields(entry, name=entry_name(players))
        facts = {"entry": entry.pk, "player": player.pk, "words": ledger.commit_to_words(entry), **left, **extra_facts}
        ledger.append(entry.tournament_id, kind, by=by, facts=facts, text=text)
        name_in_standings(entry)
    name_places(entries)


def refuse_erased_or_merged(player: Player) -> None:
    """Raise Conflict if the player was erased, or if this record was merged into another record of the same person."""
    if player.erased_at:
        raise Conflict(Problem("erased", _("This player was erased and no longer has a name.")))
    merge = PlayerMerge.objects.filter(player=player).select_related("into").first()
    if merge:
        message = _("This record was merged with %(name)s: use that one, or separate them again.")
        raise Conflict(Problem("merged", message, {"name": merge.into.name}))


def name_places(entries: Collection[Entry]) -> None:
    """Store the players' names in the seats and sit-outs of these locked entries, where they differ."""
    name_seats(Seat.objects.filter(entry__in=entries))
    name_sit_outs(SitOut.objects.filter(entry__in=entries).exclude(players=None))


def log_new_people(entry: Entry, kind: LedgerKind, *, before: Player, by: Actor, **extra_facts: object) -> None:
    """Set a locked entry's name from its present players; log in the ledger that the player `before` left it.

    `extra_facts` are added to the ledger entry.
    """
    people = [place.player for place in entry.entry_players.select_related("player")]
    save_fields(entry, name=entry_name(people))
    facts = {
        "entry": entry.pk,
        "player": before.pk,
        "players": [each.pk for each in people],
        "words": ledger.commit_to_words(entry),
        **extra_facts,
    }
    ledger.append(entry.tournament_id, kind, by=by, facts=facts, text=before.name)
    name_in_standings(entry)
    name_places([entry])
