"""Published standings, read from a snapshot and never computed here."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import override
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from tournaments.http import find_tournament
from tournaments.models import ShownStandings, Standing, Tournament, leading
from tournaments.models.standing_bytes import head_of, joined, with_head, with_score_exact
from tournaments.ranking import TIE_BREAKS
from tournaments.wording.standing_states import StandingsCode, state_of
from tournaments.wording.standing_words import TieBreakWords
from tournaments.wording.words import score_title

from ..conditional import not_modified_or, tagged
from ..csv_answers import CSV_PARAMETERS, csv_answer
from ..fields import Moment
from ..formats import Csv, Json
from ..freshness import APPLIED, PREFER, PREFERENCE, PREFERENCE_APPLIED, preferred_wait, wait_until_published
from ..queries import FROM_0_ON, number_in_query
from ..resource import Resource
from ..schema import any_of
from .standing_rows import FIELDS_PATTERN, PEOPLE, add_people, as_cells, fields_in_query, flat_rows, with_next_stage
from .standing_shapes import STATE_HELP, RowShape, SelectedStandingShape, StandingShape

STATE = "Standings-State"
FORMS = ("full", "flat")
AFTER_ROUND = OpenApiParameter("after_round", FROM_0_ON, description="By default the last round that is over")
NOTHING = {
    "after_round": 0,
    "provisional": True,
    "outstanding_tables": 0,
    "playing": 0,
    "played_evenly": True,
    "entries_played": 0,
}
"""The head of the response while no standings can be read."""


class Standings(Resource):
    """The standings of a tournament."""

    tag = "standings"
    renderer_classes = [Json, Csv]

    @extend_schema(
        responses={
            (200, "application/json"): any_of("AnyStandings", StandingShape, SelectedStandingShape),
            (200, "text/csv"): str,
        },
        parameters=[
            AFTER_ROUND,
            OpenApiParameter(
                "min_revision", FROM_0_ON, description="Wait up to five seconds until this revision is included"
            ),
            OpenApiParameter(
                "fields",
                {"type": "string", "pattern": FIELDS_PATTERN},
                description="The fields of the rows, separated by commas; `players`, `home_club` and tie-breaks too",
            ),
            OpenApiParameter(
                "form", str, enum=FORMS, description="`flat`: rows without lists and objects, each tie-break a field"
            ),
            *CSV_PARAMETERS,
            PREFERENCE,
            PREFERENCE_APPLIED,
            OpenApiParameter(
                STATE, str, OpenApiParameter.HEADER, enum=list(StandingsCode), response=True, description=STATE_HELP
            ),
        ],
    )
    def retrieve(self, request: Request, slug: str) -> HttpResponse:
        """The standings after the last finished round, or after the round given as `after_round`.

        While a round is in play, `leads` of `live/` is the number of the last finished round. The standings after the
        round in play have its scores so far, and are provisional. While the director hides standings, the response has
        the latest standings that everybody may read; see `standings_hidden_after` of the tournament.
        """
        after_round = number_in_query(request, "after_round")
        least, wait = number_in_query(request, "min_revision"), preferred_wait(request)
        tournament = find_tournament(request, slug)
        if least is None:
            least = tournament.revision if wait is not None else 0
        has_waited = wait_until_published(tournament, least, wait)
        if tournament.published_revision < least:
            tournament = find_tournament(request, slug)
        shown = shown_after(request, tournament, after_round)
        state = state_of(tournament, shown, hidden=tournament.hidden_after(request.user) is not None).code
        standing = shown.standing or shown.in_play
        response = _answer(request, tournament, standing, _head(tournament, standing, state, least))
        response[STATE], response["ETag"] = state, f'{response["ETag"][:-1]}-{state}"'
        patch_vary_headers(response, [PREFER])
        if has_waited and wait is not None:
            response[APPLIED] = f"wait={wait}"
        return not_modified_or(request, response)


def shown_after(request: Request, tournament: Tournament, after_round: int | None) -> ShownStandings:
    """Return the standings to show: the latest, or those after this round.

    Raises Http404 if the client may not read them.
    """
    last = tournament.hidden_after(request.user)
    if after_round is None:
        return leading(tournament, last)
    readable = tournament.standings.filter(after_round=after_round)
    standing = (readable if last is None else readable.filter(after_round__lte=last)).first()
    if standing is None and after_round:
        raise Http404
    first_open = tournament.first_open
    if standing is not None:
        standing.settle(tournament, hidden_after=last)
    is_in_play = standing is not None and first_open is not None and after_round >= first_open and standing.is_in_play
    return ShownStandings(None, standing) if is_in_play else ShownStandings(standing, None)


def _head(tournament: Tournament, standing: Standing | None, state: StandingsCode, least: int) -> dict[str, Any]:
    """Return the response without its rows; `least` is the revision that the client waits for."""
    snapshot = head_of(bytes(standing.body)) if standing else NOTHING
    published = max(tournament.published_revision, standing.revision if standing else 0)
    with override(tournament.club.language):  # a cached response serves readers of all languages
        titles = _titles(tournament, snapshot)
    return {
        "revision": published,
        "as_of": Moment().to_representation(standing.published_at) if standing else None,
        "current": published >= max(tournament.revision, least),
        "state": state,
        "tournament": tournament.slug,
        "ruleset": tournament.game_slug,
        **titles,
        **{name: value for name, value in snapshot.items() if name != "revision"},
    }


def _titles(tournament: Tournament, snapshot: Mapping[str, Any]) -> dict[str, Any]:
    """Return the titles of the score and of each tie-break, and which value is better."""
    scoring, rules = tournament.ranking_scoring, tournament.rules
    named = TieBreakWords(tournament.tie_breaks, rules, snapshot).titles
    return {
        "score": {"title": score_title(rules, tournament.scoring), "direction": _direction(scoring.low_score_wins)},
        "tie_breaks": [
            {"code": code, "title": title, "direction": _direction(TIE_BREAKS[code].low_is_better(scoring))}
            for code, title in named
            if code in TIE_BREAKS
        ],
    }


def _direction(low: bool) -> str:  # noqa: FBT001
    return "low" if low else "high"


def _answer(request: Request, tournament: Tournament, standing: Standing | None, head: dict[str, Any]) -> HttpResponse:
    """Return the standings in the requested form; without such a request, the stored bytes."""
    is_flat = request.query_params.get("form") == "flat"
    is_csv = request.accepted_renderer.format == Csv.format
    body = with_score_exact(bytes(standing.body)) if standing else joined(b"{}", [])
    if standing and not (is_flat or is_csv):
        body = with_next_stage(tournament, body)
    if not (is_flat or is_csv or "fields" in request.query_params):
        return tagged(with_head(body, head), "application/json")
    rows = json.loads(with_head(body, head))["rows"]
    if is_flat or is_csv:
        names, rows = flat_rows(tournament, {**head, "rows": rows})
        usual = names if is_csv else [*names, *PEOPLE]
    else:
        usual, rows = [*RowShape().fields], [{**row["tie_breaks"], **row} for row in rows]
    wanted = fields_in_query(request) or usual
    if not {*PEOPLE}.isdisjoint(wanted):
        add_people(tournament, rows, for_members=tournament.permits(request.user))
    if is_csv:
        return csv_answer(request, as_cells(wanted, rows))
    selected = [{name: row[name] for name in wanted if name in row} for row in rows]
    return tagged(Json().render({**head, "rows": selected}), "application/json")
