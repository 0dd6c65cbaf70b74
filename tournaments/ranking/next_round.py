"""Which entries certainly qualify from a round of a knock-out that is in play, and which no longer can."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from tournaments.ranking.knock_out import TableCut, come_back, cut_tables, has_left, is_level, is_no_show
from tournaments.ranking.outlook.plan import CutRule, RoundPlan
from tournaments.ranking.ranked import GoesOn, RankedList, StandingsRow
from tournaments.ranking.results import Results

AT_TABLE = ("place", "score")
"""What decides at a finished table whatever the other tables bring; tie-breaks may still change with these."""


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
    told: GoesOn = {entry: None if entry in away else True for entry in byes}
    for cut in cuts:
        here, table = rows[cut.table], tables[cut.table]
        if away.intersection(row.entry for row in here) or (in_play and table.closed):
            told |= dict.fromkeys(row.entry for row in here)  # a paused entry may play again in the next draw
        elif cut.table in in_play:
            told |= _open(here, plan.bounds_of(table).ahead, rule, out)
        else:
            told |= _over(here, cut, is_last=not in_play)
    told |= {row.entry: False for row in standing.rows if row.reached == number and has_left(row, out)}
    least = sum(each is True for each in map(told.get, byes))
    least += sum(min(rule.going_on, _fit(rows[cut.table], out | away)) for cut in cuts)
    if least >= rule.smallest:
        return told
    gone = {row.entry for row in standing.rows if has_left(row, out)}
    others = {entry for entry, goes_on in told.items() if goes_on is False} - gone
    return told | (dict.fromkeys(others) if in_play or None in told.values() else _back(standing, told, others, rule))


def _by_table(standing: RankedList) -> Mapping[int, list[StandingsRow]]:
    """Return the rows of the last round by table, each in the order of the standings."""
    rows = defaultdict(list)
    for row in standing.rows:
        if row.reached == standing.after_round and (game := row.rounds[-1].game):
            rows[game.table.table].append(row)
    return rows


def _open(
    rows: Sequence[StandingsRow], ahead: Collection[tuple[int, int]], rule: CutRule, out: Collection[int]
) -> GoesOn:
    """Return what is certain at a table in play; in each pair in `ahead`, the first side certainly ends ahead."""
    told: GoesOn = dict.fromkeys(row.entry for row in rows)
    if any(is_no_show(row) for row in rows):
        return told
    here = [row for row in rows if not has_left(row, out)]
    sides = [game.side for row in here if (game := row.rounds[-1].game)]
    for row, side in zip(here, sides, strict=True):
        better = sum((other, side) in ahead for other in sides)
        worse = sum((side, other) in ahead for other in sides)
        if len(here) - worse <= rule.going_on:
            told[row.entry] = True
        elif better >= rule.going_on:
            told[row.entry] = False
    return told | dict.fromkeys([row.entry for row in rows if row not in here], False)


def _over(rows: Sequence[StandingsRow], cut: TableCut, *, is_last: bool) -> GoesOn:
    """Return which entries qualify from a finished table, and None for those that wait for the last table.

    Entries wait if only tie-breaks separate them.
    """
    told: GoesOn = {row.entry: row.entry in cut.ins for row in rows}
    if is_last:
        return told if cut.decided_by else told | dict.fromkeys(cut.level)
    if cut.decided_by in AT_TABLE:
        return told
    last = next(row for row in rows if row.entry == cut.ins[-1])
    return told | dict.fromkeys(row.entry for row in rows if is_level(row, last))


def _fit(rows: Sequence[StandingsRow], out: Collection[int]) -> int:
    """Return how many entries of a table can certainly qualify."""
    return sum(not has_left(row, out) and not is_no_show(row) for row in rows)


def _back(standing: RankedList, told: GoesOn, others: Collection[int], rule: CutRule) -> GoesOn:
    """Return which eliminated entries come back if too few qualify for a table.

    The value is None for entries that must play for it.
    """
    missing = max(0, rule.smallest - sum(each is True for each in told.values()))
    back = come_back(standing, others, missing, rule.ties)
    return dict.fromkeys(back.ins, True) | dict.fromkeys([] if back.decided_by else back.level)
