"""…/tables/{t}/hands/: recorded and corrected."""

import json

import pytest
from hypothesis import HealthCheck, given, settings

from tests.halls import LEVEL, a_round, a_table, a_tournament, busca, director_of, play
from tournaments.actions.core.actor import Actor
from tournaments.actions.hands import hands
from tournaments.actions.rounds import rounds
from tournaments.models import Hand, Tournament

from .caller import Caller, codes, faults
from .documents import documents, tallies

pytestmark = pytest.mark.django_db
TABLE = "tournaments/serata/rounds/1/tables/1/"
HANDS = TABLE + "hands/"
HAND = HANDS + "1/"
STEEP = [37, 1, 1, 1]


@pytest.fixture
def round_(tournament):
    """A published round of two tables."""
    return a_round(tournament)


class TestRecording:
    def test_how_a_hand_can_end_is_asked_where_it_is_recorded(self, scorer, club):
        a_round(
            a_tournament(club, players=2, name="Buraco", ruleset="buraco", options={"players": 2}, table={"hands": 3})
        )
        none = dict.fromkeys(("dirty", "clean", "real", "real_ace", "hand_points"), 0)
        lines = [
            {**none, "table_points": 185, "dirty": 2, "morto": "taken", "went_out": True},
            {**none, "table_points": 120, "morto": "taken", "went_out": False},
        ]
        address = "tournaments/buraco/rounds/1/tables/1/hands/1/"
        refused = scorer.put(address, {"lines": lines})
        assert codes(refused, 422) == ["no_cards_left"]
        assert scorer.post("games/buraco/score/", {"lines": lines}).json() == {"scores": [485, 120]}
        lines[1]["hand_points"] = 5
        assert scorer.put(address, {"lines": lines}).json()["scores"] == [485, 115]

    def test_a_scorer_records_a_hand(self, scorer, round_):
        answer = scorer.put(HAND, {**busca([13, 13, 13, 1], last_trick=0), "seat": 2})
        hand = answer.json()
        del hand["recorded_at"], hand["confirmed_at"]
        assert answer.status_code == 201
        assert hand == {
            "number": 1,
            "version": 1,
            "status": "confirmed",
            "lines": [{"points": 13}, {"points": 13}, {"points": 13}, {"points": 1}],
            "hand": {"last_trick": 0},
            "scores": [3, 3, 3, 0],
            "seat": 2,
            "confirmed_seat": None,
            "source": "api",
            "reason": "",
        }

    def test_recorded_hand_can_be_read(self, scorer, anybody, round_):
        recorded = scorer.put(HAND, busca(LEVEL))
        response = anybody.get(HAND)
        assert (response.json(), response["ETag"]) == (recorded.json(), recorded["ETag"])
        assert anybody.get(HANDS).json()["results"] == [response.json()]

    def test_the_same_tally_again_changes_nothing(self, scorer, round_):
        first = scorer.put(HAND, busca(LEVEL))
        revision = Tournament.objects.get().revision
        again = scorer.put(HAND, busca(LEVEL))
        assert (again.status_code, again.json()) == (200, first.json())
        assert (Hand.objects.count(), Tournament.objects.get().revision) == (1, revision)

    @pytest.mark.parametrize("points", [LEVEL, STEEP])
    def test_a_scorer_decides_no_dispute_by_entering_it_again(self, scorer, director, round_, points):
        scorer.put(HAND, busca(LEVEL))
        hands.dispute(Hand.objects.get(), by=director_of(round_.tournament))
        sent = {**busca(points), "reason": "Counted again"}
        tag = scorer.get(HAND)["ETag"]
        assert codes(scorer.put(HAND, sent, headers={"If-Match": tag}), 409) == ["director_decides"]
        assert Hand.objects.get().state == "disputed"
        assert director.put(HAND, sent, headers={"If-Match": tag}).json()["status"] == "confirmed"

    def test_nor_does_it_after_the_close(self, scorer, round_):
        first = scorer.put(HAND, busca(LEVEL))
        rounds.close_round(round_, by=Actor(None, "clock"), anyway=True)
        again = scorer.put(HAND, busca(LEVEL))
        assert (again.status_code, again.json()) == (200, first.json())

    def test_hands_come_in_order(self, scorer, round_):
        assert codes(scorer.put(HANDS + "2/", busca(LEVEL)), 409) == ["hand_skipped"]
        scorer.put(HAND, busca(LEVEL))
        assert scorer.put(HANDS + "2/", busca(LEVEL)).status_code == 201

    def test_and_not_after_the_end(self, scorer, round_):
        for number in (1, 2):
            scorer.put(f"{HANDS}{number}/", busca(LEVEL))
        assert codes(scorer.put(HANDS + "3/", busca(LEVEL)), 422) == ["hand_after_end"]

    def test_every_fault_at_once_and_nothing_stored(self, scorer, round_):
        tally = {
            "lines": [{"points": -1}, {"points": "9"}, {"points": True}, {"points": 1.5, "x": 1}],
            "hand": {"last_trick": 4, "moon": 1},
            "seat": 4,
            "reason": ["late"],
            "colour": "red",
        }
        assert sorted(faults(scorer.put(HAND, tally))) == [
            ("/colour", "unknown_field"),
            ("/hand/last_trick", "out_of_range"),
            ("/hand/moon", "unknown_field"),
            ("/lines/0/points", "out_of_range"),
            ("/lines/1/points", "not_an_integer"),
            ("/lines/2/points", "not_an_integer"),
            ("/lines/3/points", "not_an_integer"),
            ("/lines/3/x", "unknown_field"),
            ("/reason", "not_a_string"),
            ("/seat", "not_a_choice"),
        ]
        assert Hand.objects.count() == 0

    @pytest.mark.parametrize(
        ("tally", "fault"),
        [
            (busca([10, 10, 10, 11]), ("/lines", "sum_not_40")),
            (busca([20, 20, 0]), ("/lines", "wrong_number_of_sides")),
            ({}, ("/lines", "missing_field")),
            ({"lines": {}}, ("/lines", "wrong_type")),
            ({"lines": [None] * 4}, ("/lines/0", "wrong_type")),
            ([], ("", "wrong_type")),
            ("x", ("", "wrong_type")),
            ({**busca(LEVEL), "hand": 3}, ("/hand", "wrong_type")),
            ({**busca(LEVEL), "seat": True}, ("/seat", "not_a_choice")),
            ({**busca(LEVEL), "reason": "x" * 301}, ("/reason", "too_long")),
        ],
    )
    def test_tallies_that_cannot_be(self, scorer, round_, tally, fault):
        assert faults(scorer.put(HAND, tally))[0] == fault
        assert Hand.objects.count() == 0

    def test_a_reason_is_kept_as_plain_text(self, scorer, round_):
        tally = {**busca(LEVEL), "reason": "mis\x00read \ud800 <b>it</b>\n"}
        assert scorer.put(HAND, tally).json()["reason"] == "mis read <b>it</b>"

    def test_only_the_clubs_roles_record_hands(self, anybody, stranger, round_, club):
        assert codes(anybody.put(HAND, busca(LEVEL)), 401) == ["not_authenticated"]
        assert codes(stranger.put(HAND, busca(LEVEL)), 403) == ["forbidden"]
        reader = Caller(club.memberships.get(role="owner").user, scope="read")
        assert codes(reader.put(HAND, busca(LEVEL)), 403) == ["forbidden"]
        Tournament.objects.update(visibility="private")
        assert codes(stranger.put(HAND, busca(LEVEL)), 404) == ["not_found"]
        assert codes(anybody.get(HAND), 404) == ["not_found"]
        assert Hand.objects.count() == 0

    def test_a_draft_takes_none(self, director, tournament):
        a_round(tournament, publish=False)
        assert codes(director.put(HAND, busca(LEVEL)), 409) == ["round_is_draft"]

    def test_a_closed_round_takes_them_with_a_reason(self, director, round_):
        rounds.close_round(round_, by=Actor(None, "clock"), anyway=True)
        assert codes(director.put(HAND, busca(LEVEL)), 409) == ["round_closed"]
        late = {**busca(LEVEL), "reason": "Found the sheet"}
        assert director.put(HAND, late).status_code == 201


def corrected(points):
    return {**busca(points), "reason": "Misread"}


class TestCorrecting:
    @pytest.fixture(autouse=True)
    def _standing(self, round_):
        play(a_table(round_))

    def test_a_correction_names_what_it_replaces(self, scorer):
        etag = scorer.get(HAND)["ETag"]
        correction = corrected(STEEP)
        answer = scorer.put(HAND, correction, headers={"If-Match": etag})
        assert (answer.status_code, answer.json()["version"]) == (200, 2)
        assert (answer.json()["scores"], answer.json()["reason"]) == ([17, 0, 0, 0], "Misread")

    def test_missing_reason_is_reported_with_all_faults(self, scorer):
        star = {"If-Match": "*"}
        assert faults(scorer.put(HAND, busca(STEEP), headers=star)) == [("/reason", "missing_field")]
        wrong = scorer.put(HAND, busca([37, 1, 1, 2]), headers=star)
        assert faults(wrong) == [("/lines", "sum_not_40"), ("/reason", "missing_field")]
        assert Hand.objects.get().scores == [1, 1, 1, 1]

    def test_without_it_the_standing_one_is_shown(self, scorer):
        answer = scorer.put(HAND, busca(STEEP))
        assert codes(answer, 428) == ["hand_stands"]
        assert answer.json()["current"] == scorer.get(HAND).json()
        assert answer.json()["current_etag"] == scorer.get(HAND)["ETag"]

    def test_correction_of_an_outdated_version_is_refused(self, scorer, director):
        etag = scorer.get(HAND)["ETag"]
        director.put(HAND, corrected(STEEP), headers={"If-Match": etag})
        answer = scorer.put(HAND, busca([1, 37, 1, 1]), headers={"If-Match": etag})
        assert codes(answer, 412) == ["hand_changed"]
        assert answer.json()["current"]["scores"] == [17, 0, 0, 0]
        again = {"If-Match": answer.json()["current_etag"]}
        assert scorer.put(HAND, corrected([1, 37, 1, 1]), headers=again).status_code == 200

    def test_the_same_correction_twice_is_one(self, scorer):
        headers = {"If-Match": scorer.get(HAND)["ETag"]}
        first = scorer.put(HAND, corrected(STEEP), headers=headers)
        again = scorer.put(HAND, corrected(STEEP), headers=headers)
        assert (again.status_code, again.json()) == (200, first.json())
        assert Hand.objects.count() == 2

    def test_if_match_star_accepts_any_current_version(self, scorer):
        answer = scorer.put(HAND, corrected(STEEP), headers={"If-Match": "*"})
        assert answer.json()["version"] == 2

    def test_correction_of_a_missing_hand_is_refused(self, scorer):
        answer = scorer.put(HANDS + "2/", busca(STEEP), headers={"If-Match": "*"})
        assert codes(answer, 412) == ["hand_changed"]
        assert answer.json()["current"] is None

    @pytest.mark.parametrize("etag", ["", "x", 'W/"x"', '"x", "y"', "é", '"' + "x" * 5000])
    def test_a_tag_that_was_never_given(self, scorer, etag):
        answer = scorer.put(HAND, busca(STEEP), headers={"If-Match": etag})
        assert codes(answer, 412) == ["hand_changed"]

    def test_all_versions_stay_on_record(self, scorer, anybody):
        scorer.put(HAND, corrected(STEEP), headers={"If-Match": "*"})
        versions = anybody.get(HAND + "versions/").json()["results"]
        assert [(v["version"], v["status"], v["scores"], v["role"]) for v in versions] == [
            (1, "corrected", [1, 1, 1, 1], "director"),
            (2, "confirmed", [17, 0, 0, 0], "scorer"),
        ]
        assert codes(anybody.get(HANDS + "2/versions/"), 404) == ["not_found"]

    def test_a_correction_that_ends_the_table_before_its_last_hand(self, scorer, club):
        hall = a_tournament(club, name="Target", table={"target": 10})
        table = a_table(a_round(hall))
        play(table, 1)
        play(table, 2)
        address = "tournaments/target/rounds/1/tables/1/hands/1/"
        answer = scorer.put(address, busca(STEEP), headers={"If-Match": "*"})
        assert codes(answer, 409) == ["later_hand_impossible"]


class TestWhatItCosts:
    @pytest.mark.slow
    @pytest.mark.parametrize("tables", [8, 250])
    def test_recording_a_hand(self, club, scorer, tables, counted_queries):
        hall = a_tournament(club, players=4 * tables, name="Hall")
        play(a_table(a_round(hall)))
        address = f"tournaments/{hall.slug}/rounds/1/tables/1/hands/2/"
        with counted_queries() as queries:
            assert scorer.put(address, busca(LEVEL)).status_code == 201
        assert len(queries) == 8

    def test_correcting_one(self, club, scorer, counted_queries):
        hall = a_tournament(club, table={"hands": 8}, name="Hall")
        table = a_table(a_round(hall))
        for number in range(1, 9):
            play(table, number)
        address = f"tournaments/{hall.slug}/rounds/1/tables/1/hands/1/"
        with counted_queries() as queries:
            scorer.put(address, corrected(STEEP), headers={"If-Match": "*"})
        assert len(queries) == 10


@pytest.mark.slow
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(document=tallies | documents)
def test_any_document_is_recorded_or_refused(scorer, round_, document):
    answer = scorer.put(HAND, raw=json.dumps(document), headers={"If-Match": "*"})
    if answer.status_code == 412:
        answer = scorer.put(HAND, raw=json.dumps(document))
    assert answer.status_code in (200, 201, 422)
    if answer.status_code == 422:
        assert len(faults(answer)) >= 1
