"""Which entries certainly qualify from a round of a knock-out that is in play, and which no longer can."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from tournaments.ranking.knock_out import TableCut, come_back, cut_tables, has_left, is_level, is_no_show
from tournaments.ranking.outlook.plan import CutRule, RoundPlan
from tournaments.ranking.ranked import GoesOn, RankedList, StandingsRow
from tournaments.ranking.results import Results

AT_TABLE = ("place", "score")
"""What decides at a finished table independently of the other tables; tie-breaks may still change with those."""


def going_on(standing: RankedList, results: Results, plan: RoundPlan, rule: CutRule) -> GoesOn:
    """Return, by entry of the last round, whether it qualifies; None while this is open. After a final return {}.

    `standing` must be in the order of a cut. The result holds if no entry comes or leaves and the director decides
    nothing more.
    """
    number = standing.after_round
    out = {each.id for each in results.entrants if each.has_left_by(number + 1)}
    away = {each.id for each in results.entrants if each.away}
    cuts, byes = cut_tables(standing, rule.going_on, rule.ties, out=out)
    if not cuts:
        return {}
    tables = {table.table: table for table in results.tables if table.round == number}
    in_play = {table.table for table in results.open_tables([number])}
    rows = _by_table(standing)
    qualified: GoesOn = {entry: None if entry in away else True for entry in byes}
    for cut in cuts:
        here, table = rows[cut.table], tables[cut.table]
        if away.intersection(row.entry for row in here) or (in_play and table.closed):
            qualified |= dict.fromkeys(row.entry for row in here)  # a paused entry may play again in the next draw
        elif cut.table in in_play:
            qualified |= _qualified_at_open(here, plan.bounds_of(table).ahead, rule, out)
        else:
            qualified |= _qualified_at_finished(here, cut, is_last=not in_play)
    qualified |= {row.entry: False for row in standing.rows if row.reached == number and has_left(row, out)}
    least = sum(each is True for each in map(qualified.get, byes))
    least += sum(min(rule.going_on, _fit(rows[cut.table], out | away)) for cut in cuts)
    if least >= rule.smallest:
        return qualified
    gone = {row.entry for row in standing.rows if has_left(row, out)}
    others = {entry for entry, goes_on in qualified.items() if goes_on is False} - gone
    return qualified | (
        dict.fromkeys(others)
        if in_play or None in qualified.values()
        else _returning_entries(standing, qualified, others, rule)
    )


def _by_table(standing: RankedList) -> Mapping[int, list[StandingsRow]]:
    """Return the rows of the last round by table, each in the order of the standings."""
    rows = defaultdict(list)
    for row in standing.rows:
        if row.reached == standing.after_round and (game := row.rounds[-1].game):
            rows[game.table.table].append(row)
    return rows


def _qualified_at_open(
    rows: Sequence[StandingsRow], ahead: Collection[tuple[int, int]], rule: CutRule, out: Collection[int]
) -> GoesOn:
    """Return what is certain at a table in play; in each pair in `ahead`, the first side certainly ends ahead."""
    qualified: GoesOn = dict.fromkeys(row.entry for row in rows)
    if any(is_no_show(row) for row in rows):
        return qualified
    here = [row for row in rows if not has_left(row, out)]
    sides = [game.side for row in here if (game := row.rounds[-1].game)]
    for row, side in zip(here, sides, strict=True):
        better = sum((other, side) in ahead for other in sides)
        worse = sum((side, other) in ahead for other in sides)
        if len(here) - worse <= rule.going_on:
            qualified[row.entry] = True
        elif better >= rule.going_on:
            qualified[row.entry] = False
    return qualified | dict.fromkeys([row.entry for row in rows if row not in here], False)


def _qualified_at_finished(rows: Sequence[StandingsRow], cut: TableCut, *, is_last: bool) -> GoesOn:
    """Return which entries qualify from a finished table, and None for those that wait for the last table.

    Entries wait if only tie-breaks separate them.
    """
    qualified: GoesOn = {row.entry: row.entry in cut.ins for row in rows}
    if is_last:
        return qualified if cut.decided_by else qualified | dict.fromkeys(cut.level)
    if cut.decided_by in AT_TABLE:
        return qualified
    last = next(row for row in rows if row.entry == cut.ins[-1])
    return qualified | dict.fromkeys(row.entry for row in rows if is_level(row, last))


def _fit(rows: Sequence[StandingsRow], out: Collection[int]) -> int:
    """Return how many entries of a table can certainly qualify."""
    return sum(not has_left(row, out) and not is_no_show(row) for row in rows)


def _returning_entries(standing: RankedList, qualified: GoesOn, others: Collection[int], rule: CutRule) -> GoesOn:
    """Return which eliminated entries come back if too few qualify for a table.

    The value is None for entries that must play for it.
    """
    missing = max(0, rule.smallest - sum(each is True for each in qualified.values()))
    back = come_back(standing, others, missing, rule.ties)
    return dict.fromkeys(back.ins, True) | dict.fromkeys([] if back.decided_by else back.level)
