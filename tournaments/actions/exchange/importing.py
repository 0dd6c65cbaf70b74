"""Import of a tournament in the open format: all of it is stored, or nothing and every fault is reported."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import chain, islice

from django.db import DataError, IntegrityError, transaction
from django.utils.translation import gettext_noop as _

from scoring.problems import Problem
from tournaments.models import Club, ClubGame, Player, Round, Tournament
from tournaments.models.entry import PUBLIC

from ..core import ledger
from ..core.actor import Actor
from ..core.names import free_slug
from ..core.origin import OriginIds
from ..core.refusals import Conflict, Invalid, refuse
from ..core.rows import lock_all, locked, long_transaction
from ..ledger_kinds import IMPORTED
from ..setup.games import FIELDS, RESERVED, SLUG_LENGTH, Definition, definition_of, read_definition
from ..setup.plans import own_of
from ..standings.results import settled_of
from ..verification import verify
from .document_reading import MOST_FAULTS, Document, Place, check_document
from .exporting import Progress, ranking_of
from .finding_places import places_of
from .rebuilding import rebuild
from .row_ids import at_its_origin

UNREADABLE = (IntegrityError, DataError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
"""The exceptions of reading facts or storing rows that differ from what was exported."""


@dataclass(frozen=True, slots=True)
class Imported:
    """The result of an import: the tournament, and a summary of the people in the file.

    `known` has the names of players whom the club had already, `new` the names of added players; `erased` counts the
    players without a name. `game` is the name of the other club's own game that was added, or "".
    """

    tournament: Tournament
    starts_at: datetime | None
    entries: int
    rounds: int
    hands: int
    known: tuple[str, ...]
    new: tuple[str, ...]
    erased: int
    seasons: tuple[str, ...]
    game: str


def import_tournament(
    document: object, *, club: Club, by: Actor, again: bool = False, progress: Progress = lambda _section, _rows: None
) -> Imported:
    """Store the tournament of a document; return the result.

    Before the commit the stored tournament is verified: scores and standings are computed again and compared, and the
    ledger's hash chain is checked. Raises Invalid with every fault and its place. Raises Conflict `imported_before` if
    the club has the tournament already, unless `again` is true. `progress` is called with the name of each section and
    its number of rows.
    """
    checked = check_document(document)
    with transaction.atomic(), long_transaction():
        club = locked(Club.objects.all(), club.pk)
        _refuse_second(checked, club, again=again)
        try:
            with transaction.atomic():
                imported = _store(checked, club, progress)
                _append_link(imported.tournament, by)
                faults = list(_differences(checked, imported.tournament))
        except UNREADABLE as fault:
            message = _("The file is not what was exported: its rows do not fit together.")
            raise Invalid(Problem("unreadable_document", message)) from fault
        refuse(faults)
    return imported


def _append_link(tournament: Tournament, by: Actor) -> None:
    """Append a ledger entry that records the import, with the length and last digest of the imported ledger."""
    facts = {"links": tournament.ledger_length, "head": tournament.ledger_head}
    ledger.append(tournament.pk, IMPORTED, by=by, facts=facts, changes_standings=False)


def preview_import(document: object, *, club: Club, by: Actor) -> Imported:
    """Return the result that an import would have, without storing anything.

    Raises Invalid as `import_tournament` does.
    """
    with transaction.atomic():
        imported = import_tournament(document, club=club, by=by, again=True)
        transaction.set_rollback(True)
    return imported


def copies_of(document: Document, club: Club) -> list[Tournament]:
    """Return the club's tournaments whose ledger has the same first entry as this document."""
    first = document["ledger"][0]["digest"] if document["ledger"] else ""
    return list(club.tournaments.filter(ledger__sequence=1, ledger__digest=first).order_by("pk"))


def _refuse_second(document: Document, club: Club, *, again: bool) -> None:
    """Raise Conflict if the club has the tournament already, unless `again` is true.

    Raise Invalid if the file names a person who has been erased in this club.
    """
    copies = copies_of(document, club)
    refuse(fault for copy in copies for fault in _erased_since(document, copy))
    if copies and not again:
        message = _("The club already has this tournament: %(name)s, at %(address)s.")
        raise Conflict(
            Problem(
                "imported_before", message, {"name": copies[0].name, "address": f"/tournaments/{copies[0].address}/"}
            )
        )


def _erased_since(document: Document, copy: Tournament) -> Iterator[Problem]:
    """Yield a problem for each player whom the file names and who has been erased here since it was written."""
    erased = copy.club.players.filter(erased_at__isnull=False).values_list("pk", flat=True)
    origin = OriginIds.of(copy)
    gone = {origin.original("player", pk) if origin else pk for pk in erased}
    for at, player in enumerate(document["players"]):
        if player["id"] in gone and player["erased_at"] is None:
            message = _("This player was erased here since the file was written: export the tournament again.")
            yield Problem("erased_since", message, pointer=("players", at, "name"))


def _store(document: Document, club: Club, progress: Progress) -> Imported:
    people = _known_people(document, club)
    game, is_new = _game(document, club)
    tournament = rebuild(document, club, people, game, progress)
    named = [player for player in document["players"] if player["erased_at"] is None]
    return Imported(
        tournament,
        starts_at=tournament.starts_at,
        entries=len(document["entries"]),
        rounds=len(document["rounds"]),
        hands=sum(hand["is_current"] for hand in document["hands"]),
        known=tuple(sorted(player["name"] for player in named if player["id"] in people)),
        new=tuple(sorted(player["name"] for player in named if player["id"] not in people)),
        erased=len(document["players"]) - len(named),
        seasons=tuple(season["name"] for season in document["seasons"]),
        game=game.name if game and is_new else "",
    )


def _known_people(document: Document, club: Club) -> Mapping[int, Player]:
    """Return the club's players who are in the document, by their ids there.

    A player is recognised by exactly the same name, if only one player has it in the club and one in the document, and
    if both are shown alike: entries and standings have the names that are shown.
    """
    named = {row["id"]: row for row in document["players"] if row["erased_at"] is None}
    names = Counter(row["name"] for row in named.values())
    rows = lock_all(club.players.selectable().filter(name__in=names.keys()))
    here, by_name = Counter(player.name for player in rows), {(player.name, player.alias): player for player in rows}
    alone = {pk: (row["name"], row["alias"]) for pk, row in named.items() if names[row["name"]] == 1}
    return {pk: by_name[key] for pk, key in alone.items() if key in by_name and here[key[0]] == 1}


def _game(document: Document, club: Club) -> tuple[ClubGame | None, bool]:
    """Return the club's own game that the tournament plays, and whether it was added. An equal game is reused.

    Return None for a game that is not a club's own.
    """
    if document["game"] is None:
        return None, False
    definition = {name: document["game"][name] for name in FIELDS}
    for game in club.games.all():
        if definition_of(game) == definition:
            return game, False
    read = read_definition(definition, own_of(club))
    if not isinstance(read, Definition):
        raise Invalid(problem.under("game") for problem in read)
    slug = free_slug(read.name, club.games.all(), length=SLUG_LENGTH, reserved=RESERVED)
    return ClubGame.objects.create(club=club, slug=slug, hidden=True, **asdict(read)), True


def _differences(document: Document, stored: Tournament) -> Iterator[Problem]:
    """Yield a problem for each part of the document that differs when the stored tournament is exported again."""
    tournament = Tournament.objects.get(pk=stored.pk)
    if tournament.revision != tournament.published_revision:
        message = _("The standings are of an earlier revision than the tournament: export it again.")
        yield Problem("stale_standings", message, pointer=("standings",))
    if ranking_of(tournament) != document["ranking"]:
        yield Problem("other_ranking", _("This is not the scoring in the tournament’s plan."), pointer=("ranking",))
    yield from _other_standings(document, tournament)
    broken, other = (
        _("The chain of the ledger is broken here."),
        _("This does not follow from the ledger and the rules."),
    )
    found = places_of(verify(tournament).findings, document, _origin_of(tournament))
    for place in islice(chain(found, _changed_states(document)), MOST_FAULTS):
        yield Problem("does_not_hold", broken if place[0] == "ledger" else other, pointer=place)


def _changed_states(document: Document) -> Iterator[Place]:
    """Yield the places of two states that no verification compares: the last settled round, and who has been erased.

    The settled round is that of the standings, so it is not compared if these are of an earlier revision. The ledger
    records that an entry's player was erased; until its players change, one of them is an erased player.
    """
    about, public = document["tournament"], [row for row in document["rounds"] if row["state"] in PUBLIC]
    closed = {row["number"]: row["state"] == Round.State.CLOSED for row in public}
    if about["revision"] == about["published_revision"] and about["settled_round"] != settled_of(closed):
        yield ("tournament",)
    ever, now = set(), set()
    for link in document["ledger"]:
        entry = link["facts"].get("entry")
        if link["kind"] == "entry_erased":
            ever.add(entry)
            now.add(entry)
        elif "players" in link["facts"]:
            now.discard(entry)
    erased = {player["id"] for player in document["players"] if player["erased_at"] is not None}
    places = document["entry_players"]
    wrong = {each["player"] for each in places if each["player"] in erased and each["entry"] not in ever}
    without = now - {each["entry"] for each in places if each["player"] in erased}
    wrong |= {each["player"] for each in places if each["entry"] in without}
    yield from (("players", at) for at, each in enumerate(document["players"]) if each["id"] in wrong)


def _other_standings(document: Document, tournament: Tournament) -> Iterator[Problem]:
    """Yield a problem for each round whose standings in the document differ from those that the program computes."""
    origin = _origin_of(tournament)
    for at, (row, stored) in enumerate(zip(document["standings"], tournament.standings.all(), strict=True)):
        there = at_its_origin("standings", {"body": bytes(stored.body).decode(), "digest": ""}, origin)
        if (there["body"], there["digest"]) != (row["body"], row["digest"]):
            message = _("The text of the standings is not the one that was published.")
            yield Problem("changed_standings", message, pointer=("standings", at, "body"))


def _origin_of(tournament: Tournament) -> OriginIds:
    origin = OriginIds.of(tournament)
    assert origin is not None  # noqa: S101 - it was just imported
    return origin
