"""Erasing a person: nothing of the name is left anywhere, and everything still adds up."""

import gzip
from decimal import Decimal

import pytest
from django.apps import apps

from tests.again import fixture_again
from tests.halls import a_round, a_table, a_tournament, a_user, by, director_of, play
from tests.table_sessions import a_phone, enter, say
from tournaments.actions import sweep
from tournaments.actions.at_table.absent_tables import strand_phones
from tournaments.actions.core.idempotency import StoredResponse, answer_once
from tournaments.actions.core.refusals import Conflict, Invalid
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.erasing.texts import Name
from tournaments.actions.hands import hands, help_calls
from tournaments.actions.people import penalties, players, registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.shown_names import show_player_as
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws.drafts import draw_round
from tournaments.actions.rounds.draws.replays import replay
from tournaments.actions.standings import standings
from tournaments.actions.verification import verify
from tournaments.models import (
    Club,
    Entry,
    Hand,
    IdempotencyKey,
    LedgerDisclosure,
    Penalty,
    Player,
    Round,
    SeatClaim,
    StrandedPhone,
    Table,
    TableSession,
    Tournament,
)

pytestmark = pytest.mark.django_db

NAME = "Serafina Übelacker-Ó"
TRACES = ("serafina", "übelacker", "ubelacker", "vecchio circolo", "tessera 77")


def all_that_is_stored():
    """Every value of every row of every table, in small letters."""
    rows = (row for model in apps.get_models() for row in model._base_manager.values_list())
    return "\n".join(_said(value) for row in rows for value in row).casefold()


def _said(value):
    if isinstance(value, bytes | memoryview):
        value = bytes(value)
        value = gzip.decompress(value) if value.startswith(b"\x1f\x8b") else value
        return value.decode(errors="replace")
    return str(value)


def traces():
    stored = all_that_is_stored()
    return [trace for trace in TRACES if trace in stored]


def a_played_evening():
    """Serafina plays a round, is penalised, spoken of, and asked twice about."""
    tournament = a_tournament(players=7, rounds=3)
    Club.objects.update(language="en")
    director = director_of(tournament)
    serafina = Candidate(names=(NAME,), card_number="Tessera 77", home_club="Vecchio Circolo")
    (entry,) = registration.register(tournament, [serafina], by=director)
    round_ = a_round(tournament, tables=[range(4), range(4, 8)])
    table = a_table(round_, 2)
    enter(a_phone(table, 3, device="her own phone"), reason="serafina read it out")
    say(a_phone(table, 0))
    play(table, 2, reason="UBELACKER counted twice")
    help_calls.call_director(table, seat=3, reason="Serafina asks")
    hands.void(play(a_table(round_, 1)), by=director, reason="Misread by Serafina")
    play_out_rest(round_)
    penalties.penalise(entry, amount=Decimal(1), reason="Late again", by=director)
    rounds.close_round(round_, by=director, anyway=True)
    standings.refresh(tournament.pk)
    return tournament


def play_out_rest(round_):
    for number in (1, 2):
        play(a_table(round_, 1), number, reason="" if number == 1 else "As it was")


@fixture_again
def tournament(db):
    return a_played_evening()


def erase(name=NAME):
    player = Player.objects.get(name=name)
    erased = erase_player(player, by=by(a_user()))
    sweep.refresh_stale_standings()
    return erased


def table_of_standings(tournament):
    documents = [each.document for each in tournament.standings.all()]
    return [
        (row["place"], row["entry"], row["score_exact"], row["penalty"])
        for document in documents
        for row in document["rows"]
    ]


@pytest.mark.slow
def test_name_is_in_every_known_place_before_erasing(tournament):
    assert traces() == list(TRACES)


@pytest.mark.slow
def test_nothing_of_the_name_is_left_in_any_row(tournament):
    erase()
    assert traces() == []


@pytest.mark.slow
def test_corrected_name_is_erased_from_the_ledger(tournament):
    player = Player.objects.get(name=NAME)
    players.rename_player(player, "Anna Rossi", by=director_of(tournament))
    assert tournament.ledger.last().disclosure.personal["text"] == NAME
    erase("Anna Rossi")
    assert (traces(), verify(tournament).findings) == ([], ())


@pytest.mark.parametrize("name", ["M. R.", "Luca Bianchi"])
def test_nothing_is_left_of_a_removed_entry_under_another_name(name):
    director = director_of(tournament := a_tournament(players=0))
    mario = Candidate(names=("Mario Rossi",), card_number="Tessera 77", home_club="Vecchio Circolo")
    registration.register(tournament, [mario], by=director)
    player = Player.objects.get()
    if name == "M. R.":
        show_player_as(player, "initials", by=director)
    registration.remove_entry(tournament.entries.get(), by=director)
    if name != "M. R.":
        players.rename_player(player, name, by=director)
    erase_player(player, by=director)
    assert not [trace for trace in ("mario rossi", "m. r.", *TRACES) if trace in all_that_is_stored()]
    assert verify(tournament).findings == ()


def test_results_stay_under_a_number(tournament):
    before = table_of_standings(tournament)
    erased = erase()
    assert erased.name == f"Erased player {erased.pk}"
    assert table_of_standings(tournament) == before
    names = {row["name"] for row in tournament.standings.last().document["rows"]}
    assert erased.name in names
    assert Entry.objects.get(players=erased).name == erased.name


def test_the_ledger_holds_and_says_that_something_was_erased(tournament):
    erase()
    verdict = verify(tournament)
    assert verdict.findings == ()
    assert verdict.erased > 0
    assert tournament.ledger.last().kind == "entry_erased"


def test_a_row_changed_afterwards_is_still_named(tournament):
    erased = erase()
    Entry.objects.filter(players=erased).update(home_club="Another")
    assert [finding.kind for finding in verify(tournament).findings] == ["entry"]


def test_erasing_keeps_texts_and_names_of_others(tournament):
    erase()
    assert Hand.objects.filter(reason="As it was").count() == 1
    assert tournament.entries.filter(name="Player 0001").exists()
    assert LedgerDisclosure.objects.filter(personal__text="As it was").exists()


def test_why_there_was_a_penalty_goes_and_the_penalty_stays(tournament):
    erase()
    penalty = Penalty.objects.get()
    assert (penalty.amount, penalty.reason) == (1, "")


def test_the_own_phone_is_forgotten_and_a_shared_one_is_not(tournament):
    hers = set(Hand.objects.exclude(device="").values_list("device", flat=True))
    erase()
    assert len(hers) == 1
    assert not Hand.objects.exclude(device="").exists()
    kept = TableSession.objects.exclude(device="")
    assert kept.count() == 1
    assert kept.get().ended_at is None


def test_the_phone_of_a_table_that_ended_is_forgotten_too(tournament):
    """No other row remains that shows whose phone it was."""
    strand_phones(Table.objects.all())
    SeatClaim.objects.all().delete()
    erased_id = Player.objects.get(name=NAME).pk
    hers, others = (set(rows.values_list("device", flat=True)) for rows in stranded_of(erased_id))
    assert len(hers) == len(others) == 1
    erase()
    assert set(StrandedPhone.objects.values_list("device", flat=True)) == others
    assert set(TableSession.objects.exclude(device="").values_list("device", flat=True)) == others


def stranded_of(player):
    """Hers and the others'."""
    stranded = StrandedPhone.objects.all()
    return stranded.filter(entry__players=player), stranded.exclude(entry__players=player)


def test_the_draw_can_still_be_replayed(tournament):
    erase()
    assert replay(Round.objects.get())


def test_once_more_changes_nothing(tournament):
    erased = erase()
    length = Tournament.objects.get().ledger_length
    assert erase(erased.name) == erased
    assert Tournament.objects.get().ledger_length == length


@pytest.mark.slow
def test_erased_players_have_different_names(tournament):
    names = {erase().name, erase("Player 0001").name, erase("Player 0002").name}
    assert len(names) == 3


@pytest.mark.slow
def test_in_what_is_not_over_the_player_withdraws(tournament):
    erased = erase()
    assert Entry.objects.get(players=erased).status == "withdrawn"
    draw_round(tournament, by=director_of(tournament), seed=3)
    assert not Round.objects.get(number=2).seats.filter(entry__players=erased).exists()


@pytest.mark.slow
def test_nobody_is_erased_in_the_middle_of_a_round(tournament):
    rounds.publish_round(draw_round(tournament, by=director_of(tournament), seed=3), by=director_of(tournament))
    with pytest.raises(Conflict) as refusal:
        erase()
    assert [problem.code for problem in refusal.value.problems] == ["still_playing"]
    assert traces() == list(TRACES)


@pytest.mark.slow
def test_a_round_that_could_not_be_drawn_is_forgotten_with_the_names_in_its_reasons(tournament):
    expected = {"code": "x", "message": "%(entrant)s", "params": {"entrant": NAME}, "pointer": []}
    Round.objects.create(tournament=tournament, number=2, state="refused", seed=1, refusal=[expected])
    erase()
    assert traces() == []
    assert Round.objects.count() == 1
    assert verify(tournament).findings == ()


def test_nobody_gives_the_name_back(tournament):
    erased = erase()
    with pytest.raises(Conflict):
        players.rename_player(erased, NAME, by=director_of(tournament))


def test_the_desk_does_not_know_who_was_erased(tournament):
    erased = erase()
    other = a_tournament(tournament.club, players=0, name="Altra")
    with pytest.raises(Invalid) as refusal:
        registration.register(other, [Candidate(player_ids=(erased.pk,))], by=director_of(other))
    assert [problem.code for problem in refusal.value.problems] == ["unknown_player"]
    (entry,) = registration.register(other, [Candidate(names=(NAME,))], by=director_of(other))
    assert entry.players.get() != erased


def test_a_partner_keeps_the_name(db):
    tournament = a_tournament(players=0, ruleset="buraco", pairing="round-robin", table={"target": 1000})
    director = director_of(tournament)
    registration.register(tournament, [Candidate(names=("Anna", NAME))], by=director)
    erased = erase()
    assert Entry.objects.get().name == f"Anna – {erased.name}"
    assert verify(tournament).findings == ()


def test_an_answer_that_is_kept_says_the_other_name(tournament):
    body = '{"results": ["SERAFINA \\u00dcbelacker-\\u00d3", "Serafina Übelacker-Ó", "Anna"]}'
    unlike = '{"known": ["Serafina Ubelacker-O"]}'
    for key, said in (("1", body), ("2", unlike), ("3", '{"name": "Anna"}')):
        answer = StoredResponse(201, said.encode())
        answer_once(holder="user 1", key=key, request_digest="x", act=lambda answer=answer: answer)
    erased = erase()
    told = [bytes(each.body).decode() for each in IdempotencyKey.objects.order_by("key")]
    assert told == [f'{{"results": ["{erased.name}", "{erased.name}", "Anna"]}}', "{}", '{"name": "Anna"}']


@pytest.mark.parametrize(
    ("text", "is_there"),
    [
        ("Rossi misread", True),
        ("ROSSI, twice", True),
        ("d'accordo con Marìo", True),
        ("Marione and de Luca", False),
        ("the cards were missing", False),
        ("", False),
    ],
)
def test_a_text_names_somebody_by_a_word_of_the_name(text, is_there):
    assert Name.of("Mario de Rossi").occurs_in(text) is is_there
