"""Repairing a published round: proposals, and exchanging two entries."""

import pytest
from django.urls import reverse

from tests.again import fixture_again
from tests.halls import a_round, a_table, a_tournament, busca, director_of, play, play_out
from tests.web.pages import faults, text, told
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.round_repair.comparisons import run_comparison_job
from tournaments.actions.rounds import rounds
from tournaments.models import Hand

pytestmark = pytest.mark.django_db
SPREAD = ([40, 0, 0, 0], [20, 20, 0, 0], [14, 13, 13, 0], [10, 10, 10, 10])


@fixture_again
def round_(club):
    return a_round(a_tournament(club, players=8))


@fixture_again
def late(round_):
    names = Candidate(names=("Villa Nino",))
    return registration.register(round_.tournament, [names], by=director_of(round_.tournament))[0]


def to(name, round_):
    return reverse(name, args=[round_.tournament.slug, round_.number])


def test_a_single_table_with_a_result_is_not_counted_in_the_plural(club, director):
    round_ = a_round(a_tournament(club, players=4))
    play(a_table(round_))
    page = director.get(to("repair-round", round_))
    assert "A table with a result stays as it is (so far 1 of 1)." in text(page)


@pytest.mark.slow
def test_somebody_too_late_takes_the_place_of_somebody_who_is_not_here(round_, late, director):
    seat = a_table(round_, 2).seats.get(number=1)
    play(a_table(round_, 1))
    options = {"joining": late.pk, "leaving": seat.entry_id}
    page = director.get(to("repair-round", round_), options)
    assert "The smallest change: nobody gets another table." in text(page)
    assert "Villa Nino comes to table 2." in text(page)
    options["digest"] = page.context["proposal"]["digest"]
    done = director.post(to("repair-round", round_), options, follow=True)
    assert told(done) == ["Done: nobody has another table."]
    assert a_table(round_, 2).seats.get(number=1).entry_id == late.pk
    again = director.post(to("repair-round", round_), options, follow=True)
    assert told(again) == ["Done: nobody has another table."]
    assert round_.seats.count() == 8


def test_who_gives_up_a_seat_is_told_with_the_table(round_, director):
    seat = a_table(round_, 2).seats.get(number=1)
    page = director.get(to("repair-round", round_), {"leaving": seat.entry_id})
    assert page.context["proposal"]["moved"] == 3
    assert text(page).count("leaves table 2 and sits out.") == 3


def test_whoever_is_exchanged_is_offered_with_the_table(round_, director):
    form = director.get(to("repair-round", round_)).context["form"]
    seat = a_table(round_, 2).seats.get(number=1)
    assert (seat.entry_id, f"{seat.entry.name} · Table 2") in form.fields["one"].choices


def test_of_the_tabs_one_is_the_page(round_, director):
    tabs = (
        director.get(to("repair-round", round_))
        .content.decode()
        .partition('<nav class="tabs"')[2]
        .partition("</nav>")[0]
    )
    assert tabs.count("aria-current") == 1


def test_what_cannot_be_wished_is_told(round_, late, director):
    play(a_table(round_, 1))
    seated = a_table(round_, 1).seats.first().entry
    page = director.get(to("repair-round", round_), {"leaving": seated.pk, "joining": [seated.pk, "x", 10**40]})
    assert f"{seated.name} sits at a table that has a result." in text(page)


def test_two_change_places_and_their_hands_are_struck_out(round_, director):
    play(a_table(round_, 1))
    one, other = (a_table(round_, number).seats.get(number=0).entry_id for number in (1, 2))
    sent = {"one": one, "other": other, "hands": "strike", "reason": ""}
    refused = director.post(to("exchange-seats", round_), sent)
    assert (refused.status_code, faults(refused)) == (422, ["Enter the reason."])
    director.post(to("exchange-seats", round_), {**sent, "reason": "Wrong table"})
    assert a_table(round_, 2).seats.get(number=0).entry_id == one
    assert not Hand.objects.current().exists()


@pytest.mark.parametrize("sent", [{}, {"one": "x", "other": "1"}, {"one": 10**30, "other": "", "hands": "burn"}])
def test_bad_input_is_told_beside_its_field(sent, round_, director):
    assert director.post(to("exchange-seats", round_), sent).status_code == 422


@pytest.mark.parametrize("method", ["random", "swiss"])
@pytest.mark.parametrize("publish", [True, False])
def test_round_whose_players_do_not_fill_a_table_keeps_it(method, publish, club, director):
    tournament = a_tournament(club, players=4, name="Few", pairing=method, rounds=3)
    few = a_round(tournament, publish=publish)
    registration.change_entry(tournament.entries.first(), {"status": "withdrawn"}, by=director_of(tournament))
    needed = "Too few players to be seated (3): the smallest table takes 4."
    assert needed in text(director.get(to("repair-round", few)))
    assert told(director.post(to("repair-round", few), {"digest": "x"}, follow=True)) == [needed]
    assert few.seats.count() == 4
    assert director.get(reverse("desk", args=[tournament.slug])).status_code == 200


def test_desk_shows_a_round_that_has_lost_all_its_tables(round_, director):
    round_.tables.all().delete()
    assert director.get(reverse("desk", args=[round_.tournament.slug])).status_code == 200


@pytest.mark.slow
def test_repair_page_costs_the_same_queries_in_a_large_hall(club, director, django_assert_num_queries):
    for players in (8, 64):
        round_ = a_round(a_tournament(club, players=players, name=f"H{players}"))
        with django_assert_num_queries(23):
            director.get(to("repair-round", round_))


def in_another_group(club, players=16):
    """A second round, whose leader and last turn out to have changed places."""
    tournament = a_tournament(club, players=players, name="G", pairing="swiss", rounds=3)
    first = a_round(tournament)
    for table, points in zip(first.tables.order_by("number"), SPREAD * 2, strict=False):
        play(table, 1, points)
        play(table, 2, points)
    rounds.close_round(first, by=director_of(tournament))
    second = a_round(tournament)
    for hand in (1, 2):
        entered = HandInput(number=hand, tally=busca([0, 0, 0, 40]), replaces=1, reason="Misread")
        hands.record(a_table(first), entered, by=director_of(tournament))
    return second


def corrected_under(club, *, is_public):
    """A second round, out or waiting, and a hand of the first that was corrected since."""
    tournament = a_tournament(club, players=8, name="S", pairing="swiss", rounds=3)
    first = a_round(tournament)
    play_out(first, [20, 10, 10, 0])
    later = a_round(tournament, publish=is_public)
    entered = HandInput(number=1, tally=busca([0, 10, 10, 20]), replaces=1, reason="Misread")
    hands.record(a_table(first), entered, by=director_of(tournament))
    return later


class TestCorrected:
    @fixture_again
    def second(self, club):
        return corrected_under(club, is_public=True)

    @pytest.mark.slow
    def test_the_directors_are_told_where_they_look(self, second, director, anybody):
        said = "See who would sit elsewhere"
        table = reverse("table", args=[second.tournament.slug, 1, 1])
        round_page = reverse("round", args=[second.tournament.slug, 2])
        desk = text(director.get(reverse("desk", args=[second.tournament.slug])))
        assert (said in desk, "1 item waiting" in desk) == (True, True)
        assert [said in text(director.get(where)) for where in (table, round_page)] == [True, True]
        assert [said in text(anybody.get(where)) for where in (table, round_page)] == [False, False]

    @pytest.mark.slow
    def test_what_it_would_have_changed_and_three_ways_on(self, second, director):
        page = director.get(to("repair-round", second))
        assert "Player" in text(page).partition("Results have changed since")[2]
        for name in ("keep-draw", "redraw-round"):
            assert f'action="{to(name, second)}"' in page.content.decode()
        assert 'name="rescored"' in page.content.decode()

    @pytest.mark.slow
    def test_those_change_places_whose_group_is_another(self, club, director):
        second = in_another_group(club)
        page = director.get(to("repair-round", second), {"rescored": "yes"})
        assert "The smallest change: 2 players get another table." in text(page)
        options = dict(page.context["options"])
        done = director.post(
            to("repair-round", second), {**options, "digest": page.context["proposal"]["digest"]}, follow=True
        )
        assert told(done) == ["Done: 2 players have another table."]
        assert director.get(to("repair-round", second)).context["score_changes"] is None
        assert director.get(to("repair-round", second), {"rescored": "yes"}).context["proposal"]["changes"] == []

    @pytest.mark.slow
    def test_a_slow_draw_is_compared_while_the_page_waits(self, club, director):
        second = in_another_group(club, players=24)
        page = director.get(to("repair-round", second))
        assert "Computing how many players would have sat elsewhere" in text(page)
        part = director.get(to("repair-round", second), {"part": "comparison"})
        assert 'hx-get="{}?part=comparison"'.format(to("repair-round", second)) in part.content.decode()
        run_comparison_job(second.pk)
        part = director.get(to("repair-round", second), {"part": "comparison"})
        assert text(part).startswith("The corrected results would")
        assert "hx-get" not in part.content.decode()

    def test_it_is_left(self, second, director):
        assert told(director.post(to("keep-draw", second), follow=True)) == ["Round 2 stays as it is."]
        assert "See who would sit elsewhere" not in text(director.get(reverse("desk", args=[second.tournament.slug])))
        assert director.get(to("repair-round", second)).context["score_changes"] is None

    @pytest.mark.slow
    def test_or_drawn_again(self, second, director):
        page = director.post(to("redraw-round", second), follow=True)
        assert page.request["PATH_INFO"] == to("draft", second)

    @pytest.mark.slow
    def test_a_draft_is_drawn_again_as_any_draft(self, club, director):
        second = corrected_under(club, is_public=False)
        page = director.get(to("repair-round", second)).content.decode()
        assert (to("redraw-round", second) in page, f'action="{to("draw-again", second)}"' in page) == (False, True)
        page = director.post(to("draw-again", second), {"drawn": second.pk}, follow=True)
        assert "Draft of round 2" in text(page)
        assert "See who would sit elsewhere" not in text(page)

    @pytest.mark.slow
    def test_not_once_somebody_has_played(self, second, director):
        play(a_table(second))
        page = director.get(to("repair-round", second))
        assert "It cannot be drawn again: 1 table has played" in text(page)
        assert to("redraw-round", second) not in page.content.decode()
        assert told(director.post(to("redraw-round", second), follow=True)) == ["Play has begun at table 1."]
