"""Assumed results of tables in play, and the standings and the draw that would follow; nothing is stored."""

import json
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext_noop as _

from tournaments import pairing, ranking
from tournaments.models import Hand, Kept, Round, Table, Tournament

from .core.refusals import Conflict, Invalid, Problem, StageChange, refuse
from .core.rows import consistent_read
from .hands.tables import TableInPlay, play_at, table_state, without_results
from .hands.tallies import HandInput, score_tally
from .rounds.draws.previews import Preview, preview_next_round
from .setup.plans import needing_hands
from .stages.changed_places import supposed_stages
from .stages.places import Document
from .stages.stage_outlooks import supposed_outlook, with_goes_on
from .standings.published_changes import contents_after
from .standings.results import read_changed_results, table_result
from .standings.stored_results import read_stored


@dataclass(frozen=True, slots=True)
class Supposed:
    """An assumed result of a table: hands that follow the recorded ones, or the table's total; in the wire format."""

    table: int
    hands: tuple[object, ...] = ()
    total: object = None


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The standings after a round, actual and with the assumed results; and the next draw if it was requested.

    `stages` are the later stages for which different entries would qualify.
    """

    before: Mapping[str, Any]
    after: Mapping[str, Any]
    draw: Preview | None = None
    stages: Sequence[StageChange] = ()

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows with the assumed results. Each has `before`: its actual place, score and places still possible."""
        before = {row["entry"]: row for row in self.before["rows"]}
        return [{**row, "before": before[row["entry"]]} for row in self.after["rows"]]


def what_if(round_: Round, supposed: Sequence[Supposed], *, draws: bool = False) -> WhatIf:
    """Return the standings that follow from the assumed results, and with `draws` also the next round's tables.

    Unconfirmed and disputed hands of these tables count as recorded. Raises Invalid with every fault, Conflict if a
    table is not in play or the next round does not depend on these results.
    """
    with consistent_read():
        tournament = Tournament.objects.get(pk=round_.tournament_id)
        tournament.outlook = True  # not saved: directors see possible places even if the public does not
        plays = _suppose_all(round_, supposed)
        results = read_changed_results(tournament, read_stored(tournament)).results
        changed = {(round_.number, play.table.number): table_result(play) for play in plays}
        tables = tuple(changed.get((each.round, each.table), each) for each in results.tables)
        then = replace(results, tables=tables)
        before, after = (_document(tournament, each, round_.number) for each in (results, then))
        stages = tuple(supposed_stages(tournament, before, after))
    return WhatIf(before, after, _draw(tournament, round_, then) if draws else None, stages)


def _document(tournament: Tournament, results: ranking.Results, number: int) -> Mapping[str, Any]:
    """Return the standings as a document; each row says whether it qualifies for the next round or stage."""
    document: Document = json.loads(contents_after(tournament, results, number, number)[number])
    if any("goes_on" in row for row in document["rows"]):
        return document
    return with_goes_on(document, supposed_outlook(tournament, document))


def _suppose_all(round_: Round, supposed: Sequence[Supposed]) -> list[TableInPlay]:
    """Return the tables with their assumed results applied. Raises Invalid with the faults of all tables."""
    tables = {table.number: table for table in round_.tables.all()}
    named = [each.table for each in supposed]
    plays, faults = [], list(_unknown_tables(named, tables))
    for index, each in enumerate(supposed):
        if each.table not in tables or each.table in named[:index]:
            continue
        table = tables[each.table]
        table.round = round_
        try:
            plays.append(suppose(table, each))
        except Invalid as refused:
            faults += [problem.under("tables", index) for problem in refused.problems]
    refuse(faults)
    return plays


def _unknown_tables(named: Sequence[int], tables: Mapping[int, Table]) -> Iterator[Problem]:
    for index, number in enumerate(named):
        if number not in tables:
            message = _("This round has no table %(table)d.")
            yield Problem("not_a_choice", message, {"table": number}, ("tables", index, "table"))
        elif number in named[:index]:
            message = _("List table %(table)d only once.")
            yield Problem("named_twice", message, {"table": number}, ("tables", index, "table"))


def suppose(table: Table, supposed: Supposed) -> TableInPlay:
    """Return the table with its assumed result applied; its round must be loaded. Raises what `what_if` raises."""
    play = play_at(table)
    if not table.is_in_play or not play.lacks_hands:
        message = _("Table %(table)d is over: nothing is missing there.")
        raise Conflict(Problem("table_is_over", message, {"table": table.number}))
    if supposed.total is not None and not table.round.is_by_totals:
        play = by_total(play)
    for hand in play.hands:
        hand.state = Hand.State.CONFIRMED  # only in memory; never saved
    named = [("total",)] if supposed.total is not None else [("hands", index) for index in range(len(supposed.hands))]
    tallies = [supposed.total] if supposed.total is not None else supposed.hands
    for path, tally in zip(named, tallies, strict=True):
        try:
            play = _after(play, tally)
        except Invalid as refused:
            raise Invalid([problem.under(*path) for problem in refused.problems]) from refused
    return play


def by_total(play: TableInPlay) -> TableInPlay:
    """Return the table without its hands, to be scored by its total. Raises Invalid if the game's rules need hands."""
    refuse([problem.under("total") for problem in needing_hands(play.table.round.tournament)])
    table = copy(play.table)
    table.round = copy(table.round)
    table.round.kept = Kept.TOTALS
    return without_results(replace(play, table=table))


def _after(play: TableInPlay, tally: object) -> TableInPlay:
    """Return the table after one more hand. Raises Invalid with the faults of the tally."""
    number = len(play.hands) + 1
    score = score_tally(play.table, play.hands, HandInput(number=number, tally=tally))
    read: dict[str, Any] = score.tally.as_json()
    state, scores = Hand.State.CONFIRMED, list(score.scores)
    hand = Hand(number=number, state=state, lines=read["lines"], facts=read["hand"], scores=scores)
    hands = (*play.hands, hand)
    return replace(play, hands=hands, state=table_state(play.table, hands))


def follows_standings(round_: Round) -> bool:
    """Whether the round after this one will be drawn by the standings, and is not drawn yet."""
    tournament = round_.tournament
    is_last = not tournament.rounds.filter(number__gt=round_.number).exists()
    return is_last and tournament.pairing in pairing.BY_STANDING and round_.number < tournament.rounds_planned


def _draw(tournament: Tournament, round_: Round, results: ranking.Results) -> Preview:
    if not follows_standings(round_):
        message = _("No draw by standings follows round %(round)d.")
        raise Conflict(Problem("no_draw_by_standings", message, {"round": round_.number}))
    if waiting := results.open_tables([round_.number]):
        message = _("Tables without a result: %(tables)s. The next draw depends on them too.")
        tables = ", ".join(str(table.table) for table in waiting)
        raise Conflict(Problem("tables_outstanding", message, {"tables": tables}))
    return preview_next_round(tournament, results)
