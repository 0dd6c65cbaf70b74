"""The print-out of the standings of teams."""

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.platypus import Spacer

from tournaments.actions.standings.teams import TeamStandings
from tournaments.models import Tournament
from tournaments.wording.team_words import TeamLine, sum_title, team_lines, team_rules
from tournaments.wording.words import figure

from .grids import grid
from .printing import PageFrame, Section, evening, style, text

PLACE, SUM = 18 * mm, 30 * mm


def teams_paper(tournament: Tournament, standings: TeamStandings, *, state: str, note: str) -> bytes:
    """The PDF of the standings of teams; under each team are its players."""
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
            [["–" if team.place is None else str(team.place), team.name, figure(team.total or "–")] for team in lines],
            widths=[PLACE, sheet.width - PLACE - SUM, SUM],
            numbers=[0, 2],
            bold=[0, 2],
            below=[_players(team) for team in lines],
        ),
    ]
    return sheet.pdf([Section(title=title, parts=parts)])


def _players(team: TeamLine) -> str:
    """The players of a team with their scores; scores that do not count are in brackets."""
    shown = (f"{each.name} {figure(each.score)}" if each.score is not None else each.name for each in team.members)
    counted = (each.counts for each in team.members)
    return ", ".join(text if counts else f"({text})" for text, counts in zip(shown, counted, strict=True))
