"""The print-outs of further standings: of a season, of all stages together, and of teams."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.platypus import Spacer, Table

from tournaments.actions.seasons.champions import champions_of
from tournaments.actions.stages.order import PlaceOverAll, StageInOrder
from tournaments.actions.standings.teams import TeamStandings
from tournaments.models import Season, Tournament
from tournaments.wording.season_rows import condition, outlook_words, progress, row_words
from tournaments.wording.season_words import sentences
from tournaments.wording.stage_words import sentence_among
from tournaments.wording.team_words import MemberLine, TeamLine, sum_title, team_lines, team_rules
from tournaments.wording.words import figure

from .grids import grid
from .printing import PageFrame, Section, evening, style, text

PLACE, SCORE, ATTENDED, STAGE, SUM = 18 * mm, 24 * mm, 24 * mm, 60 * mm, 30 * mm


def season_paper(season: Season, document: Mapping[str, Any], last: Tournament, *, note: str) -> bytes:
    """Return the PDF of published standings, with the evenings and rules of the season; `last` is the last evening."""
    title = _("Standings")
    sheet = PageFrame(of=season, title=title, day=evening(last), note=note)
    possible = outlook_words(season.declared, document["rows"], is_over=champions_of(season) is not None)
    listed = [f"{number}. {each['name']}" for number, each in enumerate(document["evenings"], 1)]
    about = [" · ".join(listed), condition(document) if any(possible) else "", *sentences(season.declared)]
    parts = [
        text(progress(document), style(9, bold=True)),
        text(_("Under each name are the evenings by number, in brackets what is dropped."), style(9, soft=True)),
        Spacer(0, 2 * mm),
        _grid(sheet.width, document["rows"], zip(row_words(season.declared, document), possible, strict=True)),
        Spacer(0, 4 * mm),
        text("\n".join(filter(None, about)), style(9, soft=True)),
    ]
    return sheet.pdf([Section(title=title, parts=parts)])


def _grid(width: float, rows: Iterable[Mapping[str, Any]], notes: Iterable[Iterable[str]]) -> Table:
    return grid(
        [_("Place"), _("Player"), _("Score"), _("Evenings")],
        [[_place(row["place"]), row["name"], figure(row["score"]), str(row["attended"])] for row in rows],
        widths=[PLACE, width - PLACE - SCORE - ATTENDED, SCORE, ATTENDED],
        numbers=[0, 2, 3],
        bold=[0, 2],
        below=[" · ".join(filter(None, note)) for note in notes],
    )


def _place(place: int | None) -> str:
    return "–" if place is None else str(place)


def stages_paper(
    tournament: Tournament, stages: Sequence[StageInOrder], order: Sequence[PlaceOverAll], *, state: str, note: str
) -> bytes:
    """Return the PDF of the overall standings, with the rules of each stage."""
    title = _("Overall standings")
    sheet = PageFrame(of=tournament, title=title, day=evening(tournament), note=note)
    said = [sentence_among(each, stages) for each in stages if each.stage]
    rows = [
        [
            str(each.place),
            each.result.row["name"],
            f"{each.stage.name}: {each.result.place}",
            figure(each.result.row["score"]),
        ]
        for each in order
    ]
    parts = [
        text(state, style(9, bold=True)),
        Spacer(0, 2 * mm),
        grid(
            [_("Place"), _("Player"), _("Place in the stage"), _("Score")],
            rows,
            widths=[PLACE, sheet.width - PLACE - STAGE - SCORE, STAGE, SCORE],
            numbers=[0, 3],
            bold=[0],
        ),
        Spacer(0, 4 * mm),
        text("\n".join(said), style(9, soft=True)),
    ]
    return sheet.pdf([Section(title=title, parts=parts)])


def teams_paper(tournament: Tournament, standings: TeamStandings, *, state: str, note: str) -> bytes:
    """Return the PDF of the standings of teams; under each team are its players."""
    title = _("Standings of the teams")
    round_ = tournament.rounds.filter(number=standings.after_round).first()
    sheet = PageFrame(of=tournament, title=title, day=evening(tournament, round_), note=note)
    lines = team_lines(standings)
    parts = [
        text(state, style(9, bold=True)),
        text(" ".join(team_rules(standings.teams)), style(9, soft=True)),
        Spacer(0, 2 * mm),
        grid(
            [_("Place"), _("Team"), sum_title(tournament, standings.teams)],
            [[_place(team.place), team.name, figure(team.total or "–")] for team in lines],
            widths=[PLACE, sheet.width - PLACE - SUM, SUM],
            numbers=[0, 2],
            bold=[0, 2],
            below=[_players(team, standings.teams.adds) for team in lines],
        ),
    ]
    return sheet.pdf([Section(title=title, parts=parts)])


def _players(team: TeamLine, adds: str) -> str:
    """Return the players of a team with the places or scores that are added.

    Those that do not count are in brackets.
    """
    return ", ".join(text if each.counts else f"({text})" for each in team.members for text in [_player(each, adds)])


def _player(player: MemberLine, adds: str) -> str:
    result = player.place if adds == "places" else player.score
    return player.name if result is None else f"{player.name} {figure(str(result))}"
