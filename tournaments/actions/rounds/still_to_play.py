"""The rounds that remain to be played by the plan of a tournament, as seen between two rounds."""

from dataclasses import dataclass

from tournaments.models import Round, Tournament
from tournaments.pairing.knock_out_plan import rounds_to_final
from tournaments.pairing.requirements.checks import problems
from tournaments.pairing.shape import shape_of

from .clock import planned_minutes
from .draws.requests import find_latest_round, read_draw_request

Pairing = Tournament.Pairing


@dataclass(frozen=True, slots=True)
class StillToPlay:
    """The remaining rounds with their byes, and the minutes of play if the plan sets the minutes of a round."""

    rounds: int
    byes: int
    minutes: int | None


def still_to_play(tournament: Tournament) -> StillToPlay | None:
    """Return what remains to be played with the present entries; None if the latest round is not closed.

    Return None also if no knock-out can lead from these entries to a final.
    """
    latest = find_latest_round(tournament, None)
    if latest is None or latest.state != Round.State.CLOSED:
        return None
    is_knock_out = tournament.pairing == Pairing.KNOCK_OUT
    method, number = Pairing.KNOCK_OUT if is_knock_out else Pairing.RANDOM, latest.number + 1
    request = read_draw_request(tournament, 0, number=number, method=method)
    if is_knock_out and problems(request):
        return None
    if is_knock_out:
        byes = [each.byes for each in rounds_to_final(request)]
    else:
        out = shape_of(sum(each.active for each in request.entrants), request.sizes).sit_outs
        byes = [out] * max(0, tournament.rounds_planned - latest.number)
    minutes = planned_minutes(tournament)
    return StillToPlay(len(byes), sum(byes), None if minutes is None else minutes * len(byes))
