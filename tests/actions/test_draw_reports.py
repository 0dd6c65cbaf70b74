"""The report of a draw, also after changes by hand, and repeating the draw."""

from dataclasses import replace

import pytest
from django.utils import translation

from tests.halls import a_round, a_tournament, director_of, play_out
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.registration import register
from tournaments.actions.round_repair.seat_changes import change_places
from tournaments.actions.rounds import reseating, rounds
from tournaments.actions.rounds.draws.constraints import change_constraints
from tournaments.actions.rounds.draws.records import read_seating
from tournaments.actions.rounds.draws.replays import replay
from tournaments.actions.rounds.draws.report_text import report_sentences
from tournaments.models import Round

pytestmark = pytest.mark.django_db


def told(round_, **more):
    return report_sentences(round_, dict(round_.tournament.entries.values_list("pk", "name")), **more)


def swap(round_, one, other):
    """Exchange the first players of two tables."""
    tables = read_seating(round_)
    tables[one][0], tables[other][0] = tables[other][0], tables[one][0]
    return reseating.reseat(round_, tables, by=director_of(round_.tournament))


def two_rounds(**plan):
    """The draft of a second round, after one that was played."""
    tournament = a_tournament(players=17, rounds=3, **plan)
    first = a_round(tournament)
    play_out(first, [6, 8, 11, 15])
    rounds.close_round(first, by=director_of(tournament))
    return a_round(tournament, publish=False)


class TestWords:
    @pytest.mark.slow
    def test_a_draw_by_standing(self):
        second = two_rounds(pairing="swiss")
        out = second.sit_outs.get().entry.name
        apart = second.report["places_apart"]
        assert told(second)[:2] == [
            "Nobody meets anybody for a second time.",
            f"Players at one table are at most {apart} places apart.",
        ]
        assert f"{out} sits out, for the first time." in told(second)

    def test_a_late_entry_that_sits_out_once_all_others_have_missed_a_round(self):
        tournament = a_tournament(players=5, pairing="random", rounds=6, table={"hands": 1})
        for number in range(6):
            if number == 1:
                register(tournament, [Candidate(names=("Late One",))], by=director_of(tournament))
            round_ = a_round(tournament)
            if late := [sentence for sentence in told(round_) if sentence.startswith("Late One")]:
                break
            play_out(round_)
            rounds.close_round(round_, by=director_of(tournament))
        assert late == ["Late One sits out, after 1 earlier round without a seat."]

    def test_pairs_are_counted_once_however_often_they_meet_again(self):
        round_ = a_round(a_tournament(players=5, rounds=4, pairing="schedule", table={"hands": 1}))
        repeated = [tuple(sorted(pair[:2])) for pair in round_.report["repeated_pairs"]]
        assert len(repeated) > len(set(repeated))
        assert told(round_)[0].startswith(f"{len(set(repeated))} pairs meet again ({len(repeated)} times in all): ")

    def test_nobody_meets_more_than_there_are(self):
        round_ = a_round(a_tournament(players=5, rounds=3, pairing="swiss"))
        [said] = [sentence for sentence in told(round_) if "others" in sentence]
        assert said.startswith("In 3 rounds everybody would have to meet each of the 4 others, and some again")

    @pytest.mark.parametrize("method", ["swiss", "interval", "danish", "danish-modified"])
    def test_a_first_round_goes_by_no_standings(self, method):
        said = told(a_round(a_tournament(players=17, rounds=3, pairing=method)))
        assert said[1] == "Nobody has played yet: there are no standings from which to make these tables."
        assert [sentence for sentence in said if "apart" in sentence] == []

    def test_a_schedule_tells_of_each_round_what_is_that_round(self):
        second = two_rounds(pairing="schedule")
        assert len(second.report["sit_outs"]) == 3
        [said] = [sentence for sentence in told(second) if "sits out" in sentence]
        assert said == f"{second.sit_outs.get().entry.name} sits out, for the first time."

    def test_seats(self):
        first = a_round(a_tournament(players=16))
        assert "The seats are shared evenly." in told(first)

    def test_separated_pairs_are_reported_to_directors_only(self):
        tournament = a_tournament(players=8)
        one, other, *_rest = tournament.entries.values_list("pk", flat=True)
        by = director_of(tournament)
        change_constraints(tournament, lambda c: c.kept_apart(one, other), by=by)
        round_ = a_round(tournament, tables=[(0, 1, 2, 3), (4, 5, 6, 7)])
        message = "Player 0001 and Player 0002 sit together though they should not."
        assert message in told(round_)
        assert message not in told(round_, to_directors=False)

    @pytest.mark.parametrize(
        ("clubs", "tables", "said"),
        [
            ("ABCDABCD", None, ["No two players of one club share a table."]),
            ("AABCDABC", [(0, 1, 2, 3), (4, 5, 6, 7)], ["1 pair of one club shares a table."]),
            ("ABCDEF--", None, []),
        ],
    )
    def test_everybody_reads_whether_clubs_are_apart(self, clubs, tables, said):
        tournament = a_tournament(players=0)
        players = [Candidate(names=(f"P {at}",), home_club=club.strip("-")) for at, club in enumerate(clubs)]
        register(tournament, players, by=director_of(tournament))
        change_constraints(tournament, lambda c: replace(c, avoid_same_club=True), by=director_of(tournament))
        told_to_all = told(a_round(tournament, tables=tables), to_directors=False)
        assert [sentence for sentence in told_to_all if "one club" in sentence] == said

    def test_in_the_readers_language(self):
        round_ = a_round(a_tournament(players=8))
        with translation.override("it"):
            assert told(round_)[0] != "Nobody meets anybody for a second time."

    def test_a_round_without_a_report_says_nothing(self):
        round_ = a_round(a_tournament(players=8), publish=False)
        round_.report = {}
        assert told(round_) == []


class TestChangedByHand:
    @pytest.mark.slow
    def test_it_is_said_and_the_report_is_of_the_tables_as_they_are(self):
        second = two_rounds(pairing="random")
        assert second.report["repeats"] == 0
        one, other = met_before(second)
        changed = reseating.reseat(
            second, sat_together(read_seating(second), one, other), by=director_of(second.tournament)
        )
        assert changed.report["repeats"] >= 1
        assert " again: " in told(changed)[0]
        assert "Changed by hand after the draw." in told(changed)
        assert told(changed)[-1] == ("Drawn with the number 7: the same number gives the same tables again.")

    @pytest.mark.slow
    def test_taken_back_it_is_the_draw_again(self):
        draft = two_rounds(pairing="interval")
        report = draft.report
        changed = swap(draft, 0, 1)
        assert (changed.drawn is not None, changed.report == report) == (True, False)
        back = swap(changed, 0, 1)
        assert (back.drawn, back.report) == (None, report)

    @pytest.mark.slow
    def test_at_one_table_too(self):
        draft = two_rounds(pairing="swiss")
        first, second = read_seating(draft)[:2]
        table = draft.tables.get(number=1)
        change_places(table, [second[0], *first[1:]], by=director_of(draft.tournament))
        draft.refresh_from_db()
        assert draft.drawn["tables"][0] == first
        assert "Changed by hand after the draw." in told(draft)

    def test_round_being_drawn_cannot_be_reseated(self):
        draft = two_rounds(pairing="random")
        draft.state = "drawing"
        draft.save()
        with pytest.raises(rounds.Conflict) as refusal:
            reseating.reseat(draft, [], by=director_of(draft.tournament))
        assert refusal.value.problems[0].code == "round_is_drawing"


def met_before(round_):
    """Two of the first round's first table who sit at different tables now."""
    first = read_seating(round_.tournament.rounds.get(number=1))[0]
    seats = {entry: number for number, t in enumerate(read_seating(round_)) for entry in t}
    seated = [entry for entry in first if entry in seats]
    return next((one, other) for one in seated for other in seated if seats[one] != seats[other])


def sat_together(tables, one, other):
    """Return the tables with the second player moved to the first player's table if they have not met."""
    here = next(table for table in tables if one in table)
    there = next(table for table in tables if other in table)
    place = next(number for number, entry in enumerate(here) if entry != one)
    here[place], there[there.index(other)] = other, here[place]
    return tables


class TestReplay:
    @pytest.mark.parametrize("way", ["random", "schedule", "interval", "swiss"])
    def test_the_same_tables_come_out(self, way):
        second = two_rounds(pairing=way)
        second.refresh_from_db()
        assert replay(second)

    def test_with_players_kept_apart_and_at_their_table(self):
        tournament = a_tournament(players=16)
        one, other, third, *_rest = tournament.entries.values_list("pk", flat=True)
        by = director_of(tournament)
        change_constraints(tournament, lambda c: c.kept_apart(one, other).fixed_at(third, 2), by=by)
        round_ = a_round(tournament)
        round_.refresh_from_db()
        assert replay(round_)

    def test_replay_ignores_changes_since_the_draw(self):
        changed = swap(two_rounds(pairing="random"), 0, 1)
        assert changed.drawn["tables"] != read_seating(changed)
        assert replay(changed)

    def test_another_seed_is_found_out(self):
        draft = two_rounds(pairing="random")
        draft.draw_inputs["seed"] += 1
        assert replay(draft) is False

    def test_other_tables_of_an_earlier_version_are_no_fault(self):
        draft = two_rounds(pairing="random")
        draft.draw_inputs["seed"] += 1
        del draft.report["version"]
        assert replay(draft) is None
        draft.draw_inputs["seed"] -= 1
        assert replay(draft) is True

    def test_the_version_stays_with_tables_changed_by_hand(self):
        draft = two_rounds(pairing="random")
        Round.objects.filter(pk=draft.pk).update(report={**draft.report, "version": 1})
        draft.refresh_from_db()
        assert swap(draft, 0, 1).report["version"] == 1

    def test_tables_made_by_hand(self):
        round_ = a_round(a_tournament(players=8), tables=[(3, 1, 2, 0), (4, 5, 6, 7)])
        round_.refresh_from_db()
        assert replay(round_)
