"""Tournaments that are exported and made again."""

import json

import pytest

from tournaments.actions.core.actor import Actor
from tournaments.actions.core.refusals import Invalid
from tournaments.actions.exchange.importing import import_tournament
from tournaments.actions.standings.standings import refresh
from tournaments.models import Hand, LedgerEntry, Player, Tournament

from .test_open_format import written


def exported(tournament):
    refresh(tournament.pk)
    return json.loads(written(Tournament.objects.get(pk=tournament.pk)))


def imported(document, club, **wanted):
    made = import_tournament(document, club=club, by=Actor(user=None, source="command"), **wanted)
    return Tournament.objects.get(pk=made.tournament.pk)


def problems(document, club, refusal=Invalid, **wanted):
    """The codes and places of the faults for which a document is refused, which leaves nothing behind."""
    before = [model.objects.count() for model in (Tournament, Player, Hand, LedgerEntry)]
    with pytest.raises(refusal) as refused:
        imported(document, club, **wanted)
    assert [model.objects.count() for model in (Tournament, Player, Hand, LedgerEntry)] == before
    return [(problem.code, problem.pointer) for problem in refused.value.problems]
