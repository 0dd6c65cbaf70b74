"""Published standings, read from a snapshot and never computed here, and the progress of a tournament."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.rounds.clock_documents import clock_hands
from tournaments.http import find_tournament
from tournaments.models import Leading, Round, Standing, Tournament, leading
from tournaments.models.prepared import Param, Prepared
from tournaments.models.round import DRAWN
from tournaments.wording.standing_states import StandingsCode, state_of

from ..conditional import not_modified_or, reads_gzip, tagged
from ..fields import Moment
from ..formats import Csv, Json
from ..queries import FROM_0_ON, number_in_query
from ..resource import Resource
from .clock import ClockHands

LATEST = Prepared(
    lambda: (
        Round.objects.published()
        .filter(tournament=Param("tournament"))
        .select_related("clock")
        .defer(*DRAWN)
        .order_by("-number")[:1]
    )
)
SOURCES = ("table", "sit-out", "award", "absent", "forfeit", "unplayed")


class RoundScoreShape(serializers.Serializer[Any]):
    """The score of a round and its source: played, sat out, absent, forfeited, awarded, or an unfinished table.

    `exact` is the score as a fraction, given if the decimal is rounded. A table with hands has the number of hands and,
    if its score is not its total, the values from which the score is derived.
    """

    round = serializers.IntegerField()
    score = serializers.CharField(allow_null=True)
    exact = serializers.CharField(required=False)
    source = serializers.ChoiceField(SOURCES)  # type: ignore[assignment]
    table = serializers.IntegerField(required=False)
    hands = serializers.IntegerField(required=False)
    total = serializers.IntegerField(required=False)
    against = serializers.IntegerField(required=False, help_text="The other side's total")
    place = serializers.IntegerField(required=False)
    sharing = serializers.IntegerField(required=False, help_text="The number of sides that share that place")


class PossiblePlacesShape(serializers.Serializer[Any]):
    """The best and worst final places that are possible, and the lowest and highest final score.

    A score is null if a hand has no limit.
    """

    best = serializers.IntegerField()
    worst = serializers.IntegerField()
    least = serializers.CharField(allow_null=True)
    most = serializers.CharField(allow_null=True)


class RowShape(serializers.Serializer[Any]):
    """An entry's row: its score as a decimal and exactly, and the tie-breaks that were needed."""

    place = serializers.IntegerField(allow_null=True)
    entry = serializers.IntegerField()
    name = serializers.CharField()
    score = serializers.CharField()
    score_exact = serializers.CharField()
    hands = serializers.IntegerField()
    rounds = RoundScoreShape(many=True)
    penalty = serializers.CharField()
    tie_breaks = serializers.DictField(child=serializers.CharField(allow_null=True))
    played = serializers.IntegerField(help_text="The number of rounds that it played")
    counts = serializers.DictField(
        child=serializers.CharField(),
        help_text="By tie-break, the exact count if its published decimal is another number",
    )
    moved = serializers.IntegerField(allow_null=True)
    withdrawn = serializers.BooleanField(required=False, help_text="Present if true, as are the next two")
    stand_in = serializers.BooleanField(required=False)
    disqualified = serializers.BooleanField(required=False)
    not_played = serializers.BooleanField(
        required=False, help_text="Present if true: it has no counted hand and therefore no place"
    )
    outlook = PossiblePlacesShape(
        required=False, help_text="Present if the director has turned it on and rounds are left to be played"
    )


STATE = "Standings-State"
STATE_HELP = "The state of the standings: `settled` and `final` ones change only if a director confirms the change"


class StandingShape(serializers.Serializer[Any]):
    """Standings after a round, provisional while tables are outstanding."""

    revision = serializers.IntegerField()
    tournament = serializers.CharField()
    after_round = serializers.IntegerField()
    provisional = serializers.BooleanField()
    outstanding_tables = serializers.IntegerField()
    playing = serializers.IntegerField(help_text="The number of these tables that are of the last round")
    played_evenly = serializers.BooleanField(
        help_text="Whether all have played equally many rounds, so that tie-breaks count"
    )
    entries_played = serializers.IntegerField(help_text="The number of entries with a counted hand")
    rows = RowShape(many=True)


class Standings(Resource):
    """The standings of a tournament."""

    tag = "standings"
    renderer_classes = [Json, Csv]
    pagination_class = None

    @extend_schema(
        responses={(200, "application/json"): StandingShape, (200, "text/csv"): str},
        parameters=[
            OpenApiParameter("after_round", FROM_0_ON, description="By default the last round that is over"),
            OpenApiParameter("format", str, enum=["json", "csv"]),
            OpenApiParameter(
                STATE, str, OpenApiParameter.HEADER, enum=list(StandingsCode), response=True, description=STATE_HELP
            ),
        ],
    )
    def retrieve(self, request: Request, slug: str) -> HttpResponse:
        """The standings after the last finished round, or after the round given as `after_round`.

        While a round is in play, `live/` names the leading standings in `leads`; the standings after the round in play
        have its scores so far, and are provisional. While the director hides standings, the answer is the last
        standings that everybody may read; see the tournament's `standings_hidden_after`.
        """
        tournament = find_tournament(request, slug)
        shown = _shown(request, tournament, number_in_query(request, "after_round"))
        standing = shown.standing or shown.in_play or _nothing_yet(tournament)
        state = state_of(tournament, shown, hidden=tournament.hidden_after(request.user) is not None).code
        if request.accepted_renderer.format == Csv.format:
            response = tagged(Csv().render(_rows(standing.document)), "text/csv; charset=utf-8")
            response["ETag"] = f'{response["ETag"][:-1]}-{state}"'
        else:
            response = _json(request, standing, state)
        response[STATE] = state
        return not_modified_or(request, response)


def _shown(request: Request, tournament: Tournament, after_round: int | None) -> Leading:
    """The leading standings, or the standings after a given round; raises Http404 if the client may not read them."""
    last = tournament.hidden_after(request.user)
    if after_round is None:
        return leading(tournament, last)
    readable = tournament.standings.filter(after_round=after_round)
    standing = (readable if last is None else readable.filter(after_round__lte=last)).first()
    if standing is None and after_round:
        raise Http404
    first_open = tournament.first_open
    is_in_play = standing is not None and first_open is not None and after_round >= first_open and standing.is_in_play
    return Leading(None, standing) if is_in_play else Leading(standing, None)


def _nothing_yet(tournament: Tournament) -> Standing:
    """Standings without rows, for a tournament of which no standings can be read yet."""
    document = {
        "revision": 0,
        "tournament": tournament.slug,
        "after_round": 0,
        "provisional": True,
        "outstanding_tables": 0,
        "playing": 0,
        "played_evenly": True,
        "entries_played": 0,
        "rows": [],
    }
    return Standing(tournament=tournament, revision=0, body=json.dumps(document).encode())


def _json(request: Request, standing: Standing, state: StandingsCode) -> HttpResponse:
    """The stored bytes, in gzip if the client accepts it."""
    body, zipped = bytes(standing.body), bytes(standing.body_gzip)
    compressed = bool(zipped) and reads_gzip(request.headers.get("Accept-Encoding", ""))
    response = HttpResponse(zipped if compressed else body, "application/json")
    response["ETag"] = f'"{standing.etag}-{state}-gzip"' if compressed else f'"{standing.etag}-{state}"'
    response["Vary"] = "Accept-Encoding"
    if compressed:
        response["Content-Encoding"] = "gzip"
    return response


COLUMNS = ("place", "name", "score", "hands", "penalty", "moved", "withdrawn", "stand_in", "disqualified")


def _rows(document: Mapping[str, Any]) -> Iterator[list[object]]:
    """The column names, then a row for each entry that has played; before the first round for all entries.

    Each tie-break has its own column.
    """
    rows = [row for row in document["rows"] if not (document["after_round"] and row.get("not_played"))]
    tie_breaks = list(rows[0]["tie_breaks"]) if rows else []
    yield [*COLUMNS, *tie_breaks]
    for row in rows:
        yield [*(row.get(name, False) for name in COLUMNS), *(row["tie_breaks"][code] for code in tie_breaks)]


class LiveShape(serializers.Serializer[Any]):
    """The progress of a tournament; `outstanding` is the number of tables that the standings wait for."""

    revision = serializers.IntegerField(source="tournament.revision", help_text="Rises with every visible change")
    standings = serializers.IntegerField(
        source="tournament.published_revision", help_text="The revision of the published standings"
    )
    status = serializers.ChoiceField(Tournament.Status.choices, source="tournament.status")
    round = serializers.IntegerField(source="latest.number", allow_null=True, help_text="The last published round")
    state = serializers.ChoiceField(Round.State.choices, source="latest.state", allow_null=True)
    closes_at = Moment(source="latest.closes_at", allow_null=True)
    outstanding = serializers.IntegerField()
    leads = serializers.IntegerField(help_text="The round of the leading standings: the last round that is over")
    standings_state = serializers.ChoiceField([(code, code) for code in StandingsCode], help_text=STATE_HELP)
    clock = ClockHands(allow_null=True, help_text="The clock of the round in play, if it was started")


class Live(Resource):
    """The progress of a tournament."""

    tag = "standings"
    serializer_class = LiveShape

    def retrieve(self, request: Request, slug: str) -> Response:
        """The progress of the tournament, in about 300 bytes."""
        tournament = find_tournament(request, slug)
        latest = LATEST.first(tournament=tournament.pk)
        if latest:
            latest.tournament = tournament
        standings, hidden_after = leading(tournament), tournament.hidden_after(request.user)
        shown = {
            "tournament": tournament,
            "latest": latest,
            "outstanding": standings.latest.head["outstanding_tables"] if standings.latest else 0,
            "leads": standings.after_round if hidden_after is None else min(standings.after_round, hidden_after),
            "standings_state": state_of(tournament, standings, hidden=hidden_after is not None).code,
            "clock": clock_hands(latest),
        }
        return Response(LiveShape(shown).data)
