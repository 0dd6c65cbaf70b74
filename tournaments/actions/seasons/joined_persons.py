"""People who are on the lists of several clubs: in a season, results of all their records count for one record."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import EntryPlayer, Player, PlayerMerge, Season, SeasonEvening

from ..core.actor import Actor
from ..core.refusals import Conflict, Invalid, Problem, refuse
from ..core.rows import locked, save_fields
from . import log
from .champions import refuse_if_over
from .moved_places import agree_to, rows_now, rows_of
from .season_refreshing import mark_season, read_evenings
from .standing import Counted


def join_persons(season: Season, records: Mapping[int, int], *, by: Actor) -> Season:
    """Count the results of players' records for other records of the same persons; return the season.

    `records` maps the id of each record to the id of the record that gets its results. Raises Invalid with every
    problem, and AgreementNeeded if published places or scores would change.
    """
    if not records:
        raise Invalid(Problem("missing_field", _("This is missing."), pointer=("persons",)))
    with transaction.atomic():
        season = locked(Season.objects.select_related("club"), season.pk)
        refuse_if_over(season)
        persons = {**season.persons, **{str(player): into for player, into in records.items()}}
        refuse([*_unknown(season, records), *_repeated(season, records)])
        refuse(_contradictions(Season(persons=persons)))
        return _count_for(season, persons, "persons_joined", [*map(list, records.items())], by=by)


def part_person(season: Season, player: int, *, by: Actor) -> Season:
    """Count the results of a joined record for this record itself again; return the season.

    Raises Conflict if the record is not joined, and AgreementNeeded as `join_persons` does.
    """
    with transaction.atomic():
        season = locked(Season.objects.select_related("club"), season.pk)
        refuse_if_over(season)
        persons = {**season.persons}
        into = persons.pop(str(player), None)
        if into is None:
            raise Conflict(Problem("not_joined", _("These two are separate already.")))
        return _count_for(season, persons, "persons_parted", [[player, into]], by=by)


def refuse_conflicting_joins(*merged: Player) -> None:
    """Raise Conflict if these records, which were merged, count for different people in a season.

    This is so if each is joined with another record of the same club, for example.
    """
    for season in Season.objects.of_record((), [player.pk for player in merged]):
        if [*_contradictions(season)]:
            message = _("In %(season)s these two records count for different people: separate one of them there.")
            raise Conflict(Problem("joined_otherwise", message, {"season": season.name}))


def _count_for(
    season: Season, persons: Mapping[str, int], kind: log.ChangeKind, records: list[list[int]], *, by: Actor
) -> Season:
    """Store which records count for which others, read the results of all evenings again, and log the change."""
    before = rows_now(season)
    save_fields(season, persons=persons)
    evenings = read_evenings(season, anew=True)
    agree_to([(season, before, rows_of(Counted.of(season, evenings)))], by=by)
    season.evenings.update(read_revision=0)  # also of evenings that do not count at present
    for evening in evenings:
        read = {"results": evening.results, "read_revision": evening.read_revision}
        SeasonEvening.objects.filter(pk=evening.pk).update(**read)
    log.append(season, kind, by=by, facts={"persons": records})
    mark_season(season.pk)
    return season


def _unknown(season: Season, records: Mapping[int, int]) -> Iterable[Problem]:
    """Yield a problem if a record does not belong to a player in the season's evenings."""
    asked = {*records, *records.values()}
    entered = EntryPlayer.objects.filter(tournament__season_evenings__season=season, player__in=asked)
    if unknown := sorted(asked.difference(entered.values_list("player", flat=True))):
        message = _("These players are in no evening of the season: %(ids)s.")
        yield Problem("unknown_player", message, {"ids": ", ".join(map(str, unknown))}, ("persons",))


def _repeated(season: Season, records: Mapping[int, int]) -> Iterator[Problem]:
    """Yield a problem if one of these records is joined already."""
    merged = PlayerMerge.objects.persons(records)
    if not season.joined().keys().isdisjoint(merged.get(player, player) for player in records):
        yield _joined_already()


def _joined_already() -> Problem:
    message = _("One of these records counts for another already: separate them first.")
    return Problem("already_joined", message, pointer=("persons",))


def _contradictions(season: Season) -> Iterator[Problem]:
    """Yield a problem if a record would count for itself or for two others.

    Yield a problem too if two records of one club would count as one person.
    """
    pairs = season.joined_pairs()
    joined, persons = Counter(player for player, _into in pairs), {into for _player, into in pairs}
    if max(joined.values(), default=0) > 1 or not persons.isdisjoint(joined):
        yield _joined_already()
    players = Player.objects.select_related("club").in_bulk({*joined, *persons})
    every = [*pairs, *((into, into) for into in persons)]
    lists = Counter((into, players[pk].club) for pk, into in every if pk in players)
    for (_into, club), count in lists.items():
        if count > 1:
            message = _("Two of these records are on the list of %(club)s: merge them there, or choose another.")
            yield Problem("same_club", message, {"club": club.name}, ("persons",))
