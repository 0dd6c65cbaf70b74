"""The tables of public pages as rows for spreadsheets. The first row has the titles; figures are numbers."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.formats import date_format, number_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scoring.victory_points import Limits, rows_of
from tournaments import ranking
from tournaments.actions.hands.tables import TableInPlay
from tournaments.actions.standings.why import exact
from tournaments.actions.standings.winners import Champion
from tournaments.models import Decision, Entry, Penalty, Round, Seat, Tournament
from tournaments.wording.of_hands import hand_state
from tournaments.wording.standing_words import PlayedNow, remark
from tournaments.wording.words import score_so_far, seat_name, translated

from .calendar import Event

Rows = list[list[object]]


def number(written: str | int | None) -> object:
    """Return a published figure as an integer, or a fraction as text in the reader's format; "" for None."""
    if written is None or isinstance(written, int):
        return "" if written is None else written
    value = Decimal(written)
    return int(value) if value == value.to_integral_value() else number_format(value, force_grouping=False)


def standings_rows(published: dict[str, Any]) -> Rows:
    """Return the published standings; once a round is over, without entries that have not played.

    A round in play has its own columns. There is a column for hands if hands are recorded and not only totals.
    """
    document = published["document"]
    rows = [row for row in document["rows"] if not (document["after_round"] and row.get("not_played"))]
    columns = list(_standing(rows, published))
    lines = zip(*(values for _title, values in columns), strict=True)
    return [[title for title, _values in columns], *map(list, lines)]


def _standing(rows: Sequence[dict[str, Any]], published: Mapping[str, Any]) -> Iterator[tuple[str, Sequence[object]]]:
    """Yield the columns of the standings, as (title, value of each row)."""
    now, ties, outlook = published["now"], published["ties"], published["outlook"]
    yield _("Place"), [number(row["place"]) for row in rows]
    yield _("Player"), [row["name"] for row in rows]
    yield published["score_title"], [number(score_so_far(row)) for row in rows]
    yield from _counted(_("Hands"), [row["hands"] for row in rows])
    for code, title in ties.titles:
        yield title, [number(ties.number(row, code)) for row in rows]
    yield _("Penalties"), [number(row.get("penalty", "0")) for row in rows]
    if now:
        yield now.title, [_score_so_far(now, row["entry"]) for row in rows]
        yield from _counted(_("Hands so far"), [now.hands(row["entry"]) for row in rows])
    yield _("Remark"), [_remark(row, now, published["notes"]) for row in rows]
    if outlook:
        yield _("At the end"), [outlook.get(row["entry"], "") for row in rows]


def _counted(title: str, hands: Sequence[int]) -> Iterator[tuple[str, Sequence[object]]]:
    if any(hands):
        yield title, hands


def _remark(row: dict[str, Any], now: PlayedNow, notes: Mapping[int, str]) -> str:
    """Return the remark about an entry: why it has its position, decisions on it, and the round in play."""
    return "; ".join(filter(None, (remark(row), notes.get(row["entry"]), now.remark(row["entry"]))))


def _score_so_far(now: PlayedNow, entry: int) -> object:
    rounds = [each for each in now.rounds(entry) if each["score"] is not None]
    return number(ranking.decimal(sum(map(exact, rounds), Fraction(0))) if rounds else None)


def round_rows(
    round_: Round, tables: Iterable[TableInPlay], given: Iterable[Decision | Penalty], *, hidden: bool
) -> Rows:
    """Return the tables of a round with seats, scores and decisions; then sit-outs, and other entries with decisions.

    Hands are counted unless the round is scored by table total.
    """
    titles = [_("Table"), _("Seat"), _("Player"), _("Hands"), _("Points at the table"), _("Decided by the director")]
    decided = _decided(given)
    rows: Rows = []
    for play in tables:
        played = "" if hidden else len(play.hands)
        for seat in play.seats:
            points = play.shown.totals[seat.side] if play.hands and not hidden else ""
            where = [play.table.number, seat_name(seat.number, len(play.seats))]
            rows.append([*where, seat.name, played, points, decided.pop(seat.entry, "")])
    for sit_out in round_.sit_outs.select_related("entry"):
        rows.append(["", _("sits out"), sit_out.name, "", "", decided.pop(sit_out.entry, "")])
    elsewhere: Rows = [["", "", entry.name, "", "", what] for entry, what in decided.items()]
    lines: Rows = [[*titles], *rows, *elsewhere]
    return [[*line[:3], *line[4:]] for line in lines] if round_.is_by_totals else lines


def _decided(given: Iterable[Decision | Penalty]) -> dict[Entry, str]:
    """Return the decisions on each entry as text."""
    notes: dict[Entry, list[str]] = defaultdict(list)
    for each in given:
        notes[each.entry].append(_given(each))
    return {entry: "; ".join(words) for entry, words in notes.items()}


def _given(each: Decision | Penalty) -> str:
    """Return a decision as text, with its value and its reason."""
    what = str(each.get_kind_display()) if isinstance(each, Decision) else _("Penalty")
    amount = "" if each.amount is None else str(number(ranking.decimal(Fraction(each.amount))))
    return " · ".join(filter(None, (f"{what} {amount}".strip(), each.reason)))


def hands_rows(play: TableInPlay) -> Rows:
    """Return the hands of a table with each side's score and state, then the sums; for a total only the total."""
    round_ = play.table.round
    rows: Rows = [["" if round_.is_by_totals else _("Hand"), *map(_names, play.sides), _("State")]]
    for hand in play.hands:
        title = _("Total") if round_.is_by_totals else hand.number
        rows.append([title, *map(number, hand.scores), hand_state(hand, round_)])
    if round_.is_by_totals:
        return rows
    return [*rows, [_("Sum"), *play.shown.totals, ""]] if play.hands else rows


def players_rows(entries: Iterable[Entry]) -> Rows:
    """Return the players, in the order of the page."""
    rows: Rows = [[_("Player"), _("State")]]
    rows += [[entry.name, _("stand-in") if entry.stand_in else entry.get_status_display()] for entry in entries]
    return rows


def entry_rows(parts: dict[str, Any], score_title: str) -> Rows:
    """Return an entry's rounds and penalties with texts and values, and their sum; then the round in play."""
    rows: Rows = [[_("What"), _("With"), _("How it counts"), _("Score")]]
    rows += [_line(line) for line in parts["lines"]]
    if parts["lines"]:
        rows.append([score_title, "", "", number(parts["why"]["score"])])
    rows += [_line(line, _("In play, not counted yet")) for line in parts["so_far"]]
    return [*rows, *map(_line, parts["not_in_standings"])]


def _line(line: dict[str, Any], state: str = "") -> list[object]:
    who = _("in this round: %(name)s") % {"name": line["who"]} if line.get("who") else ""
    words = " · ".join(filter(None, (state, who, line["words"] or line.get("reason", ""))))
    return [line["what"], _names(line["others"]), words, number(line["score"])]


def history_rows(history: Iterable[Any]) -> Rows:
    """Return a player's tournaments with places. If others played some of the entry's rounds, name the player's own."""
    rows: Rows = [[_("Tournament"), _("Game"), _("Day"), _("Place"), _("Players"), _("Rounds")]]
    for played in history:
        tournament = played.entry.tournament
        title = translated(tournament.rules.title)
        rounds = ", ".join(map(str, played.rounds))
        rows.append([tournament.name, title, _day(tournament), number(played.place), played.field or "", rounds])
    return rows


def played_rows(events: Iterable[Event]) -> Rows:
    """Return the tournaments of a club, with winners if these are public."""
    rows: Rows = [[_("Tournament"), _("Game"), _("Day"), _("Players"), _("Winners")]]
    for event in events:
        tournament = event.tournament
        title = translated(tournament.rules.title)
        rows.append([tournament.name, title, _day(tournament), event.players, ", ".join(event.winners)])
    return rows


def champions_rows(champions: Sequence[Champion]) -> Rows:
    """Return the champions with the number and the names of seasons and tournaments won."""
    rows: Rows = [[_("Player"), _("Wins"), _("Tournaments")]]
    for each in champions:
        names = [*(season.name for season in each.seasons), *(tournament.name for tournament in each.won)]
        rows.append([each.player.shown_name, each.wins, ", ".join(names)])
    return rows


def season_rows(document: Mapping[str, Any]) -> Rows:
    """Return the standings of a season, with a column for each evening's points; dropped points are in brackets."""
    evenings = [each["tournament"] for each in document["evenings"]]
    titles = [_("Place"), _("Player"), _("Score"), _("Evenings"), *(each["name"] for each in document["evenings"])]
    rows: Rows = [[*titles]]
    for row in document["rows"]:
        cells = {cell["tournament"]: cell for cell in row["evenings"]}
        worths = [_worth(cells[slug]) if slug in cells else "" for slug in evenings]
        rows.append([number(row["place"]), row["name"], number(row["score"]), row["attended"], *worths])
    return rows


def _worth(cell: Mapping[str, Any]) -> object:
    worth = number(cell["points"])
    return worth if cell["counts"] else f"({worth})"


def split_rows(limits: Limits | None) -> Rows:
    """Return the victory points for each range of differences between two sides; the last range has no end."""
    rows: Rows = [[_("Difference from"), _("Difference to"), _("Ahead"), _("Behind")]]
    rows += (
        [[row.least, "" if row.most is None else row.most, *row.points] for row in rows_of(limits)] if limits else []
    )
    return rows


def _names(side: Sequence[Seat]) -> str:
    return " – ".join(seat.name for seat in side)


def _day(tournament: Tournament) -> str:
    return date_format(localtime(tournament.starts_at), "SHORT_DATE_FORMAT") if tournament.starts_at else ""
