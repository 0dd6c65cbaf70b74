"""The prizes as a reader may see them: with winners when the standings are final, for directors always."""

from django.contrib.auth.models import AnonymousUser

from tournaments.actions.prizes.declared import prizes_of
from tournaments.actions.prizes.given import PrizesGiven, read_winners, read_winners_over_all, without_winners
from tournaments.actions.stages.order import StageInOrder, is_final_for, stages_of
from tournaments.models import DIRECTORS, Tournament, User, leading

from .standing_states import StandingsCode, state_of

Reader = User | AnonymousUser


def prizes_shown(tournament: Tournament, reader: Reader) -> PrizesGiven:
    """Return the prizes as this reader may see them. The tournament must be read `with_last_round`."""
    if prizes_of(tournament).stages and (stages := stages_of(tournament, reader)):
        return _over_all(tournament, stages, reader)
    hidden = tournament.hidden_after(reader)
    shown = leading(tournament, hidden)
    is_final = state_of(tournament, shown, hidden=hidden is not None).code == StandingsCode.FINAL
    if is_final or tournament.permits(reader, DIRECTORS):
        return read_winners(tournament, shown, is_final=is_final)
    return without_winners(tournament)


def prizes_over_all(stages: list[StageInOrder], reader: Reader) -> list[tuple[Tournament, PrizesGiven]]:
    """Return the tournaments with prizes for the overall standings of these stages, each with its prizes.

    Return [] until these standings are final.
    """
    declared = [each.tournament for each in stages if prizes_of(each.tournament).stages]
    if not declared or not is_final_for(stages, reader):
        return []
    return [(each, read_winners_over_all(each, stages, reader, is_final=True)) for each in declared]


def _over_all(tournament: Tournament, stages: list[StageInOrder], reader: Reader) -> PrizesGiven:
    is_final = is_final_for(stages, reader)
    if is_final or tournament.permits(reader, DIRECTORS):
        return read_winners_over_all(tournament, stages, reader, is_final=is_final)
    return without_winners(tournament, stages)
