"""Another pack than the rules name: Accademia Italiana Gioco Carte, Regolamento Busca, "Regole"."""

import pytest

from tests.halls import a_round, a_table, a_tournament, director_of, play_out
from tournaments.actions.core.refusals import Conflict, Invalid
from tournaments.actions.hands.packs import agree_on_pack
from tournaments.actions.rounds import reseating, rounds
from tournaments.actions.verification import verify
from tournaments.models import LedgerEntry, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return a_table(a_round(a_tournament()))


def links():
    return list(LedgerEntry.objects.filter(kind="pack_agreed").order_by("sequence"))


def test_other_pack_is_stored_with_the_table_and_in_the_ledger(table):
    director = director_of(table.round.tournament)
    assert agree_on_pack(table, other=True, by=director).other_pack
    agree_on_pack(table, other=True, by=director)
    assert [link.facts["other_pack"] for link in links()] == [True]
    agree_on_pack(table, other=False, by=director)
    assert [link.facts["other_pack"] for link in links()] == [True, False]
    assert not Table.objects.get(pk=table.pk).other_pack
    assert verify(table.round.tournament).holds


def test_other_pack_stays_when_players_change_places(table):
    round_, director = table.round, director_of(table.round.tournament)
    agree_on_pack(table, other=True, by=director)
    seated = [list(t.seats.values_list("entry_id", flat=True)) for t in round_.tables.all()]
    seated[0][0], seated[1][0] = seated[1][0], seated[0][0]
    reseating.reseat(round_, seated, by=director)
    assert [each.other_pack for each in round_.tables.order_by("number")] == [True, False]
    assert verify(round_.tournament).holds


def test_a_pack_changed_behind_the_programs_back_is_found(table):
    Table.objects.filter(pk=table.pk).update(other_pack=True)
    findings = {(found.kind, found.place) for found in verify(table.round.tournament).findings}
    assert findings == {("table", f"round 1 table {table.number}")}


def test_a_game_whose_rules_name_no_pack():
    table = a_table(a_round(a_tournament(ruleset="busca-elimination", table={})))
    with pytest.raises(Invalid) as refused:
        agree_on_pack(table, other=True, by=director_of(table.round.tournament))
    assert [problem.code for problem in refused.value.problems] == ["any_pack"]


def test_other_pack_is_refused_after_the_round_is_closed():
    tournament = a_tournament(players=4)
    round_ = a_round(tournament)
    table = a_table(round_)
    play_out(round_)
    rounds.close_round(round_, by=director_of(tournament))
    with pytest.raises(Conflict) as refused:
        agree_on_pack(table, other=True, by=director_of(tournament))
    assert [problem.code for problem in refused.value.problems] == ["round_not_in_play"]
