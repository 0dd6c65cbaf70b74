"""A pasted list: review, questions, and entering it completely or not at all."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.actions.test_name_lists import workbook_of_sheets
from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of
from tests.web.pages import text, told
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate

pytestmark = pytest.mark.django_db


@fixture_again
def tournament(club):
    return a_tournament(club, players=0, name="Serata")


def names(tournament):
    return list(tournament.entries.order_by("number").values_list("name", flat=True))


def known(tournament, *people):
    earlier = a_tournament(tournament.club, players=0, name="Prima")
    registration.register(earlier, [Candidate(names=(n,), new=True) for n in people], by=director_of(tournament))
    return list(tournament.club.players.order_by("id"))


def send(client, tournament, **data):
    return client.post(reverse("paste-players", args=[tournament.slug]), data, follow=True)


def decide(client, tournament, *asked, clear="", **more):
    """Send the review back: each questioned line with its text and the choice for each of its names."""
    data = {"clear": clear, **more}
    for place, (line, *chosen) in enumerate(asked):
        data |= {f"name-{place}": line, **{f"as-{place}-{n}": each for n, each in enumerate(chosen)}}
    return send(client, tournament, **data)


def asked_about(response):
    return [(str(line.listed), [name.chosen for name in line.names]) for line in response.context["asked"]]


def test_pasted_list_is_checked_before_it_is_stored(tournament, director):
    known(tournament, "Maria Rossi", "Ida Longo")
    response = send(director, tournament, list="1. Ugo Neri (ASD)\n2. Maria Rosi\n3. ida longo")
    assert response.context["clear"] == "Ugo Neri; ASD\nida longo"
    assert asked_about(response) == [("Maria Rosi", [""])]
    assert "3 lines, not entered yet." in text(response)
    assert names(tournament) == []


def test_surnames_in_front_are_turned_in_one_tap(tournament, director):
    tournament.club.by_family_name = True
    tournament.club.save()
    known(tournament, "Ida Longo")
    listed = "1. Rossi Maria Grazia (ASD)\n2. De Luca Anna\n3. D'Angelo Pietro\n4. Longo Ida\n5. Rossi Maria Grazia"
    response = send(director, tournament, list=listed)
    assert "In lists, names look like this: Grazia, Rossi Maria." in text(response)
    asked = [(line, *chosen) for line, chosen in asked_about(response)]
    response = decide(director, tournament, *asked, clear=response.context["clear"], turn="yes", here="yes")
    assert "In lists, names look like this: Rossi, Maria Grazia." in text(response)
    assert response.context["clear"] == "Maria Grazia Rossi; ASD\nAnna De Luca\nPietro D'Angelo\nIda Longo"
    assert asked_about(response) == [("Maria Grazia Rossi", ["skip"])]
    assert response.context["ticks_here"] is True
    assert names(tournament) == []


def test_a_near_name_is_never_decided_by_itself(tournament, director):
    maria, _ida = known(tournament, "Maria Rossi", "Ida Longo")
    response = decide(director, tournament, ("Maria Rosi", ""), clear="Ugo Neri; ASD")
    assert response.status_code == 422
    assert "Choose who this is." in text(response)
    assert names(tournament) == []
    answer = decide(
        director, tournament, ("Maria Rosi", f"player-{maria.pk}"), clear="Ugo Neri; ASD\nIda Longo", here="yes"
    )
    assert told(answer) == ["Entered: 3 players."]
    assert names(tournament) == ["Ugo Neri", "Ida Longo", "Maria Rossi"]
    assert tournament.entries.get(name="Ugo Neri").home_club == "ASD"
    assert tournament.entries.filter(checked_in=True).count() == 3
    assert tournament.club.players.count() == 3


def test_who_is_entered_or_listed_already_is_left_out_unless_it_is_somebody_else(tournament, director):
    registration.register(tournament, [Candidate(names=("Maria Rossi",))], by=director_of(tournament))
    response = send(director, tournament, list="maria rossi\nUgo\nUGO\n")
    assert asked_about(response) == [("maria rossi", ["skip"]), ("UGO", ["skip"])]
    decide(director, tournament, ("maria rossi", "new"), ("UGO", "skip"), clear=response.context["clear"])
    assert names(tournament) == ["Maria Rossi", "Ugo", "maria rossi"]


def test_a_double_click_enters_nobody_twice(tournament, director):
    for done in ("Entered: 2 players.", "Nobody new was entered."):
        assert told(decide(director, tournament, clear="Ugo Neri\nIda Longo")) == [done]
    assert names(tournament) == ["Ugo Neri", "Ida Longo"]
    assert tournament.ledger.filter(kind="entries_registered").count() == 1


def test_two_much_alike_on_the_list_are_asked_about_too(tournament, director):
    response = send(director, tournament, list="Anna Bianchi\nAna Bianchi")
    assert asked_about(response) == [("Ana Bianchi", [""])]
    decide(director, tournament, ("Ana Bianchi", "new"), clear="Anna Bianchi")
    assert names(tournament) == ["Anna Bianchi", "Ana Bianchi"]


@pytest.mark.parametrize(
    ("other", "is_asked"),
    [
        *(("Marta Pelegrini", True), ("Maria Pellegrini", True), ("MartaPellegrini", True), ("Martha Pelegrino", True)),
        *(("Carla Pellegrini", False), ("Ida Pellegrini", False), ("Rita Pellegrini", False)),
    ],
)
def test_two_of_one_family_are_not_much_alike(tournament, director, other, is_asked):
    response = send(director, tournament, list=f"Marta Pellegrini\n{other}")
    assert len(response.context["asked"]) == is_asked


def test_edited_lines_are_checked_again(tournament, director):
    known(tournament, "Maria Rossi")
    response = decide(director, tournament, ("", ""), clear="Ugo Neri\nMaria Rosi")
    assert (response.status_code, asked_about(response)) == (422, [("Maria Rosi", [""])])
    decide(director, tournament, ("Maria Rossi", ""), clear="Ugo Neri")
    assert names(tournament) == ["Ugo Neri", "Maria Rossi"]


def test_whole_or_not_at_all(tournament, director):
    response = decide(director, tournament, clear="Ugo\n" + "x" * 101)
    assert response.status_code == 422
    assert "The name has 101 characters: shorten it to 100." in text(response)
    assert names(tournament) == []


def test_lines_are_kept_if_the_tournament_takes_nobody_more(club, director):
    tournament = a_tournament(club, players=16, pairing="knock-out", rounds=2)
    a_round(tournament)
    refused = decide(director, tournament, ("Ada Neri", ""), clear="Ugo Neri\nIda Longo")
    assert (refused.status_code, refused.context["clear"]) == (409, "Ugo Neri\nIda Longo\nAda Neri")
    assert "The knock-out has begun, so new players cannot be added to the draw." in text(refused)


def test_strange_decisions_are_no_crash(tournament, director):
    known(tournament, "Maria Rossi")
    for strange in ("player-x", "player-999999999", "?", "name", "player-"):
        assert decide(director, tournament, ("Maria Rosi", strange)).status_code == 422
    assert names(tournament) == []


def test_a_file_in_another_encoding_and_one_that_is_none(tournament, director):
    sent = SimpleUploadedFile("l.csv", "Nome;Circolo\nNiccolò;Società\n".encode("cp1252"))
    assert send(director, tournament, file=sent).context["clear"] == "Niccolò; Società"
    response = send(director, tournament, file=SimpleUploadedFile("l.xlsx", b"PK\x03\x04 no"))
    assert (response.status_code, "cannot be read" in text(response)) == (422, True)
    assert send(director, tournament, list=" \n ").status_code == 422


def test_of_which_sheet_the_lines_are(tournament, director):
    data = workbook_of_sheets(1, ("Soci", "Anna", "visible"), ("Stasera", "Berto", "visible"))
    response = send(director, tournament, file=SimpleUploadedFile("l.xlsx", data))
    assert response.context["clear"] == "Berto"
    assert "These rows are from the sheet “Stasera”. The file also has: Soci." in text(response)
    assert "the sheet" not in text(send(director, tournament, list="Anna"))


def test_a_name_turned_round_on_the_list_itself_is_asked_about(tournament, director):
    response = send(director, tournament, list="Anna Rossi\nROSSI ANNA\nanna  rossi")
    assert response.context["clear"] == "Anna Rossi"
    assert asked_about(response) == [("ROSSI ANNA", [""]), ("anna rossi", ["skip"])]
    assert "similar to Anna Rossi on this list" in text(response)


def test_a_table_of_other_columns_has_no_names(tournament, director):
    response = send(director, tournament, list="Data;Ora;Importo\n2026-01-01;20:00;12,50\n2026-01-02;21:00;3")
    assert (response.status_code, "There is no name in the list." in text(response)) == (422, True)


def test_what_looks_like_a_formula_is_a_name(tournament, director):
    file = SimpleUploadedFile("list.csv", b"=1+1\r\n@SUM(A1)\r\n")
    response = send(director, tournament, file=file)
    decide(director, tournament, clear=response.context["clear"])
    assert names(tournament) == ["=1+1", "@SUM"]


@pytest.mark.slow
def test_of_five_thousand_lines_none_is_lost(tournament, director):
    lines = [f"{n}. {'ABCDEFGHIJ'[n % 10] * 9} {n * 7919 % 5003:05} {n}x;Circolo {n % 9}" for n in range(1, 5001)]
    context = send(director, tournament, list="\n".join(lines)).context
    parts = context["clear"].splitlines(), context["asked"], context["later"].splitlines()
    assert sum(map(len, parts)) == 5000


def test_five_thousand_lines_are_asked_about_in_parts(tournament, director):
    registration.register(tournament, [Candidate(names=(f"N{n:04}",)) for n in range(150)], by=director_of(tournament))
    response = send(director, tournament, list="\n".join(f"- N{n:04}" for n in range(150)) + "\nZoe")
    asked = asked_about(response)
    assert (len(asked), len(response.context["later"].splitlines())) == (100, 50)
    answer = decide(
        director, tournament, *[(line, *chosen) for line, chosen in asked], clear="Zoe", later=response.context["later"]
    )
    assert len(asked_about(answer)) == 50
    assert "50 lines, not entered yet." in text(answer)
    assert names(tournament)[150:] == ["Zoe"]


@pytest.mark.parametrize("wrong", ["Maria Rosi", "x" * 101])
def test_lines_that_wait_go_on_waiting_while_others_are_mended(tournament, director, wrong):
    known(tournament, "Maria Rossi")
    answer = decide(director, tournament, (wrong, ""), clear="Zoe", later="Anna Riva; ASD\nUgo Neri")
    assert (answer.status_code, answer.context["number"], names(tournament)) == (422, 4, [])
    assert (answer.context["later"], answer.context["later_number"]) == ("Anna Riva; ASD\nUgo Neri", 2)


def test_partners_of_one_name_of_whom_one_is_new(club, director):
    pairs = a_tournament(club, players=0, ruleset="burraco", table={"hands": 4})
    (rossi,) = known(a_tournament(club, players=0), "Rossi")
    assert asked_about(send(director, pairs, list="Rossi / Rossi")) == [("Rossi / Rossi", ["", "skip"])]
    decide(director, pairs, ("Rossi / Rossi", "", "new"))
    assert names(pairs) == ["Rossi – Rossi"]
    assert (rossi in pairs.entries.get().players.all(), club.players.count()) == (True, 2)


def test_pairs(club, director):
    tournament = a_tournament(club, players=0, name="Buraco", ruleset="buraco", table={})
    berto, _anna = known(a_tournament(club, players=0, name="x"), "Berto Sala", "Anna Riva")
    response = send(director, tournament, list="1. Anna Riva / Berto Salla\nIda - Ugo\nSola")
    assert response.context["clear"] == "Ida / Ugo"
    assert asked_about(response) == [("Anna Riva / Berto Salla", ["", ""]), ("Sola", [""])]
    decide(director, tournament, ("Anna Riva / Berto Salla", "", f"player-{berto.pk}"), ("", ""), clear="Ida / Ugo")
    assert (
        sorted(names(tournament)) == ["Berto Sala – Anna Riva", "Ida – Ugo"]
        or names(tournament)[1] == "Anna Riva – Berto Sala"
    )
    assert club.players.count() == 4


def test_only_directors_enter_lists(anybody, stranger, scorer, tournament):
    assert [send(client, tournament, clear="X").status_code for client in (anybody, stranger, scorer)] == [403] * 3


@pytest.mark.parametrize(
    ("choice", "entered", "home_club"),
    [("turned", "Carmela Esposito", ""), ("joined", "Esposito Carmela", ""), ("new", "Esposito", "Carmela")],
)
def test_two_cells_of_a_word_are_asked_about(tournament, director, choice, entered, home_club):
    response = send(director, tournament, list="1. Mario Rossi\n2. Ugo Neri\n3. Ida Longo\n4;Esposito;Carmela")
    assert response.context["clear"] == "Mario Rossi\nUgo Neri\nIda Longo"
    assert asked_about(response) == [("Esposito; Carmela", [""])]
    assert "may be one name, or a name and a club" in text(response)
    assert decide(director, tournament, ("Esposito; Carmela", "")).status_code == 422
    decide(director, tournament, ("Esposito; Carmela", choice))
    made = tournament.entries.get()
    assert (made.name, made.home_club) == (entered, home_club)


def test_two_cells_of_a_word_that_are_a_known_player(tournament, director):
    known(tournament, "Carmela Esposito")
    response = send(director, tournament, list="1. Mario Rossi\n2. Ugo Neri\n3. Ida Longo\n4;Esposito;Carmela")
    assert "Carmela Esposito" in response.context["clear"]
    assert asked_about(response) == []


def test_a_club_that_the_list_names_is_none_of_a_name(tournament, director):
    response = send(director, tournament, list="Mario Rossi;ASD\nUgo Neri;ASD\nZeno;ASD")
    assert response.context["clear"] == "Mario Rossi; ASD\nUgo Neri; ASD\nZeno; ASD"


@pytest.mark.parametrize("typed", ["Ferarri Giuseppe", "Ferrari Giusepe", "Giuseppe Ferarri", "Ferrari Giuseppe"])
def test_a_surname_in_front_with_a_letter_wrong_is_asked_about(tournament, director, typed):
    (ferrari,) = known(tournament, "Giuseppe Ferrari")
    response = send(director, tournament, list=f"{typed}\nMario Rossi")
    assert asked_about(response) == [(typed, [""])]
    decide(director, tournament, (typed, f"player-{ferrari.pk}"))
    assert names(tournament) == ["Giuseppe Ferrari"]


def test_whoever_is_entered_already_may_be_named_again(tournament, director):
    (ferrari,) = known(tournament, "Giuseppe Ferrari")
    registration.register(tournament, [Candidate(player_ids=(ferrari.pk,))], by=director_of(tournament))
    response = send(director, tournament, list="Ferarri Giuseppe\nMario Rossi")
    assert "is Giuseppe Ferrari, who is already entered" in text(response)
    answer = decide(director, tournament, ("Ferarri Giuseppe", f"player-{ferrari.pk}"), clear="Mario Rossi")
    assert answer.status_code == 200
    assert names(tournament) == ["Giuseppe Ferrari", "Mario Rossi"]
