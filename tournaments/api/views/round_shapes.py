"""The shapes of a round in responses: its state, its tables and how it was drawn."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from tournaments.actions.hands.closing import UNFINISHED, UNPLAYED, closing_of
from tournaments.actions.rounds.draws.jobs import refusal_problems
from tournaments.actions.rounds.draws.report_text import report_sentences
from tournaments.models import Entry, Kept, Round, Seat, SitOut, Tournament
from tournaments.models.table import names_in_turn

from ..fields import Moment


class Drawing(serializers.Serializer[Any]):
    """A draw that a worker is computing: its progress, and the expected total time in seconds."""

    started_at = Moment(allow_null=True, source="draw_started_at", help_text="Null before it begins")
    percent = serializers.IntegerField(source="draw_percent", help_text="The progress of the draw")
    expected_seconds = serializers.IntegerField()


class DrawProblem(serializers.Serializer[Any]):
    """A reason why a round could not be drawn."""

    code = serializers.CharField()
    message = serializers.CharField()


class ClosingShape(serializers.Serializer[Any]):
    """How unfinished tables count, as decided when the round or the table was closed."""

    unplayed = serializers.ChoiceField(list(UNPLAYED))
    amount = serializers.DecimalField(max_digits=9, decimal_places=2, allow_null=True)
    unfinished = serializers.ChoiceField(list(UNFINISHED))


class RoundShape(serializers.Serializer[Any]):
    """A round: its tables with entries in seat order, and how it was drawn."""

    number = serializers.IntegerField(source="round.number")
    state = serializers.ChoiceField(Round.State.choices, source="round.state")
    publish_at = Moment(source="round.publish_at", allow_null=True)
    closes_at = Moment(source="round.closes_at", allow_null=True)
    published_at = Moment(source="round.published_at", allow_null=True)
    closed_at = Moment(source="round.closed_at", allow_null=True)
    closing = ClosingShape(allow_null=True, help_text="Null unless it is closed")
    late = serializers.BooleanField(
        source="round.is_late", help_text="Whether it should have been published, closed or drawn by now"
    )
    kept = serializers.ChoiceField(
        Kept.choices, source="round.kept", help_text="Whether it is scored by hand or by total"
    )
    method = serializers.ChoiceField(Tournament.Pairing.choices, source="round.method")
    seed = serializers.IntegerField(source="round.seed")
    drawing = Drawing(allow_null=True)
    problems = DrawProblem(many=True)
    report = serializers.DictField()
    sentences = serializers.ListField(child=serializers.CharField(), help_text="The report in sentences")
    told = serializers.ListField(
        child=serializers.CharField(), source="sentences", help_text="The former name of `sentences`"
    )
    changed_by_hand = serializers.BooleanField(help_text="Whether tables were changed by hand since")
    tables = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    numbers = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of the tables, in the same order"
    )
    sit_out = serializers.ListField(child=serializers.IntegerField())
    names = serializers.DictField(
        child=serializers.CharField(),
        help_text="By entry, the name at the table or sitting out, if the entry has another name now",
    )


def render_rounds(rounds: Iterable[Round], *, to_directors: bool = True, last: int | None = None) -> list[Any]:
    """Return the rounds with their tables, serialized; in three queries for any number of rounds.

    Only directors see which entries are kept apart. Rounds after `last`, the last round whose results the client may
    read, are without their report, because it may reveal the standings.
    """
    by_id = {round_.pk: round_ for round_ in rounds}
    tables: dict[int, dict[int, list[int]]] = {pk: {} for pk in by_id}
    seats = Seat.objects.filter(round__in=by_id).order_by("table__number", "number")
    called: dict[int, dict[int, str]] = {pk: {} for pk in by_id}
    for pk, table, entry, lineups in seats.values_list("round_id", "table__number", "entry_id", "lineups"):
        tables[pk].setdefault(table, []).append(entry)
        called[pk] |= {entry: names_in_turn(lineups)} if lineups else {}
    out: dict[int, list[int]] = {pk: [] for pk in by_id}
    for pk, entry, name in SitOut.objects.filter(round__in=by_id).values_list("round_id", "entry_id", "own_name"):
        out[pk].append(entry)
        called[pk] |= {entry: name} if name else {}
    entries = Entry.objects.filter(tournament__in={round_.tournament_id for round_ in by_id.values()})
    names = dict(entries.values_list("pk", "name"))
    return [
        RoundShape(
            {
                "round": round_,
                "closing": closing_of(round_),
                "drawing": round_ if round_.state == Round.State.DRAWING else None,
                "changed_by_hand": round_.drawn is not None,
                "problems": [{"code": p.code, "message": p.text(gettext)} for p in refusal_problems(round_)],
                **_report(round_, names | called[pk], to_directors=to_directors, last=last),
                "tables": list(tables[pk].values()),
                "numbers": list(tables[pk]),
                "sit_out": out[pk],
                "names": {str(entry): name for entry, name in called[pk].items()},
            }
        ).data
        for pk, round_ in by_id.items()
    ]


def _report(round_: Round, names: dict[int, str], *, to_directors: bool, last: int | None) -> dict[str, Any]:
    if last is not None and round_.number > last:
        return {"report": {}, "sentences": []}
    secret = () if to_directors else ("kept_apart_but_together",)
    return {
        "report": {name: value for name, value in round_.report.items() if name not in secret},
        "sentences": report_sentences(round_, names, to_directors=to_directors),
    }
