"""A club's own games on pages: defined, changed, imported, played."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scoring import registry
from tests.halls import a_round, a_tournament, play
from tests.web.pages import faults, text, told
from tournaments.actions.setup.games import change_game, create_game
from tournaments.models import BASES, ClubGame, Hand, Tournament

pytestmark = pytest.mark.django_db
SCALA_40 = {
    "name": "Scala 40",
    "unit": "penalità",
    "options_direction": "low",
    "options_players": "1",
    "options_sides": "4",
    "options_minimum": "0",
    "options_step": "1",
    "table_target": "101",
    "scoring_method": "places",
}


def page(club):
    return reverse("club-games", args=[club.slug])


def new(club, base="points"):
    return reverse("define-game", args=[club.slug, base])


@pytest.fixture
def scala(club):
    raw = {"name": "Scala 40", "unit": "penalità", "base": "points", "table": {"target": 101}}
    return create_game(club, {**raw, "options": {"direction": "low", "sides": 4}})


class TestDefining:
    def test_it_is_stored_and_listed(self, club, director):
        answer = director.post(new(club), SCALA_40)
        assert (answer.status_code, answer["Location"]) == (302, page(club))
        game = club.games.get()
        assert (game.slug, game.unit, game.table, game.scoring) == (
            "scala-40",
            "penalità",
            {"target": 101},
            {"method": "places"},
        )
        assert game.options == {"direction": "low", "players": 1, "sides": 4, "minimum": 0, "step": 1}
        listed = director.get(page(club))
        assert "The game “Scala 40” was saved." in told(listed)
        assert "4 players, each alone, lowest total wins, to 101 penalità" in text(listed)

    @pytest.mark.parametrize("base", BASES)
    def test_only_the_options_of_its_base_are_asked(self, base, club, director):
        answer = director.get(new(club, base))
        asked = {name for name in answer.context["form"].fields if name.startswith("options_")}
        assert asked == {f"options_{field.name}" for field in registry.find(base).option_fields}
        assert "Anna" in text(answer)

    def test_a_number_below_zero_can_be_typed_on_a_phone(self, club, director):
        page = director.get(new(club)).content.decode()
        asked = {name: re.search(rf'<input[^>]* name="options_{name}"[^>]*>', page)[0] for name in ("minimum", "step")}
        assert ['inputmode="numeric"' in field for field in asked.values()] == [False, True]  # it has no minus

    @pytest.mark.parametrize(("options", "end"), [({}, "3 hands"), ({"options_best_of": "on"}, "best of 3 hands")])
    def test_best_of_its_hands_is_said(self, options, end, club, director):
        sent = {"name": "Mus", "options_players": "2", "table_hands": "3", "scoring_method": "match-points", **options}
        listed = text(director.post(new(club, "result"), sent, follow=True))
        assert f"Mus 2 sides of 2 partners, only who won is written down, {end} New tournament" in listed

    def test_no_other_rule_set_is_a_base(self, club, director):
        assert director.get(new(club, "busca-accademia")).status_code == 404

    def test_every_contradiction_stands_at_its_field(self, club, director):
        typed = SCALA_40 | {"name": "<b>", "options_sides": "12", "options_sum": "12345678901", "table_target": "0"}
        answer = director.post(new(club), typed)
        assert answer.status_code == 422
        assert answer.context["form"].errors == {
            "name": ["Write it without < and >."],
            "options_sides": ["Enter a number from 2 to 8."],
            "options_sum": ["Enter a number from -1000000 to 1000000."],
            "table_target": ["Enter a number from 1 to 1000000."],
        }
        in_order = [field.name for field in answer.context["form"] if field.errors]
        assert in_order == ["name", "options_sides", "options_sum", "table_target"]
        assert not club.games.exists()

    @pytest.mark.parametrize(("base", "field"), [("points", "table_target"), ("places", "table_hands")])
    def test_it_says_how_a_table_ends(self, base, field, club, director):
        answer = director.post(new(club, base), {"name": "Scala 40", "options_direction": "low"})
        assert list(answer.context["form"].errors) == [field]
        assert not club.games.exists()

    def test_a_name_is_taken_once(self, club, director, scala):
        answer = director.post(new(club), SCALA_40 | {"name": "scala 40"})
        assert faults(answer) == ["The club has a game of this name: choose another name, or change that game."]


class TestExample:
    def shown(self, director, club, base="points", **typed):
        sent = {"table_hands": "4", "options_direction": "high", **typed}
        return director.get(reverse("game-example", args=[club.slug, base]), sent)

    @pytest.mark.parametrize(
        ("base", "typed", "lines", "over"),
        [
            ("points", {}, [40, 30, 20, 10], False),
            ("points", {"options_direction": "low", "table_target": "40"}, [10, 20, 30, 40], True),
            ("points", {"options_sum": "26"}, [13, 6, 3, 4], False),
            (
                "points",
                {"options_step": "5", "options_minimum": "-10", "options_maximum": "100"},
                [100, 100, 100, 50],
                False,
            ),
            ("points", {"options_sum": "100", "options_maximum": "30"}, [30, 30, 20, 20], False),
            ("points", {"options_players": "2"}, [20, 10], False),
        ],
    )
    def test_its_numbers_are_a_hand_of_the_game(self, base, typed, lines, over, club, director):
        answer = self.shown(director, club, base, **typed)
        example = answer.context["example"]
        assert [int(line.inputs["points"].typed) for line in example.lines] == lines
        assert answer.context["given"].over is over

    def test_nobody_has_won_before_the_director_said_who_wins(self, club, director):
        form = director.get(new(club)).context["form"]
        assert [form[name].value() for name in ("options_direction", "table_target", "table_hands")] == [None] * 3
        for typed in ({"options_direction": ""}, {"table_hands": ""}):
            answer = self.shown(director, club, **typed)
            assert (answer.context["given"], answer.context["words"]) == (None, ["3 to 5 players, each alone"])
        refused = director.post(new(club), SCALA_40 | {"options_direction": ""})
        assert refused.context["form"].errors == {"options_direction": ["Choose one."]}

    def test_the_unit_stands_on_it(self, club, director):
        assert "40 penalità" in text(self.shown(director, club, unit="penalità"))

    def test_what_contradicts_itself_is_said_instead(self, club, director):
        answer = self.shown(director, club, options_sum="20", options_minimum="10")
        assert answer.status_code == 200
        assert "The sides cannot reach this sum with these fewest and most points." in text(answer)


class TestChanging:
    def test_one_that_is_played_gets_a_version(self, club, director, scala):
        a_tournament(club, 0, ruleset="scala-40", table={"target": 101})
        where = reverse("club-game", args=[club.slug, "scala-40"])
        assert "A change creates a new version" in text(director.get(where))
        director.post(where, SCALA_40 | {"seen": scala.pk, "table_target": "201"})
        assert [(game.version, game.table) for game in club.games.all()] == [(1, {"target": 101}), (2, {"target": 201})]

    def test_what_another_changed_is_not_overwritten(self, club, director, scala):
        where = reverse("club-game", args=[club.slug, "scala-40"])
        change_game(scala, {"unit": "punti"})
        typed = SCALA_40 | {"seen": scala.pk}
        answer = director.post(where, typed)
        assert "Somebody else has changed this meanwhile." in text(answer)
        assert club.games.get().unit == "punti"
        assert director.post(where, typed | {"seen": club.games.get().pk}).status_code == 302
        assert club.games.get().unit == "penalità"

    def test_one_that_was_played_is_hidden_and_shown_again(self, club, director, scala):
        a_tournament(club, 0, ruleset="scala-40", table={"target": 101})
        change_game(scala, {"unit": "punti"})
        listed = director.get(page(club))
        assert "Delete" not in text(listed)
        hidden = director.post(reverse("hide-game", args=[club.slug, "scala-40"]), follow=True)
        assert "The game “Scala 40” was hidden." in told(hidden)
        assert (hidden.context["own"], [game.slug for game, _words in hidden.context["hidden"]]) == ([], ["scala-40"])
        choose = reverse("create-tournament", args=[club.slug])
        assert director.get(choose).context["own"] == []
        director.post(reverse("show-game", args=[club.slug, "scala-40"]))
        assert [game.slug for game, _words in director.get(choose).context["own"]] == ["scala-40"]

    def test_it_is_deleted(self, club, director, scala):
        answer = director.post(reverse("delete-game", args=[club.slug, "scala-40"]), follow=True)
        assert "The game “Scala 40” was deleted." in told(answer)
        assert not ClubGame.objects.exists()

    def test_but_not_while_a_tournament_plays_it(self, club, director, scala):
        a_tournament(club, 0, ruleset="scala-40", table={"target": 101})
        answer = director.post(reverse("delete-game", args=[club.slug, "scala-40"]), follow=True)
        assert "It cannot be removed: tournaments belong to it." in told(answer)
        assert club.games.get() == scala


class TestFile:
    def test_a_game_goes_from_club_to_club(self, club, director, anybody, scala):
        answer = anybody.get(reverse("export-game", args=[club.slug, "scala-40"]))
        assert answer["Content-Disposition"] == 'attachment; filename="scala-40.json"'
        again = director.post(page(club), {"text": answer.content.decode()})
        assert "The club has a game of this name" in text(again)
        scala.delete()
        director.post(page(club), {"file": SimpleUploadedFile("scala.json", answer.content)})
        made = club.games.get()
        assert {name: getattr(made, name) for name in json.loads(answer.content)} == json.loads(answer.content)

    @pytest.mark.parametrize("sent", ["", "Scala", "[]", "[" * 10_000, '{"name": "' + "x" * 100_000 + '"}'])
    def test_anything_else_is_refused(self, sent, club, director):
        answer = director.post(page(club), {"text": sent})
        assert faults(answer) == ["This is not a game that was exported here."]
        broken = director.post(page(club), {"file": SimpleUploadedFile("scala.json", b"\xff" + sent.encode())})
        assert faults(broken) == ["This is not a game that was exported here."]

    def test_each_fault_of_an_imported_game_names_its_place(self, club, director):
        bad = {"name": "<", "base": "points", "options": {"sides": 3, "players": 4, "sum": 12, "step": 5}}
        answer = director.post(page(club), {"text": json.dumps(bad)})
        assert answer.context["form"].non_field_errors() == [
            "name: Write it without < and >.",
            "options.sides: Up to 8 players sit at a table: choose fewer sides, or fewer players on each.",
            "options.sum: Enter a multiple of 5.",
            "table: Choose when the table ends, for example after a number of hands",
        ]
        assert not ClubGame.objects.exists()


class TestPlaying:
    def test_it_comes_first_for_a_new_tournament(self, club, director, scala):
        listed = text(director.get(reverse("create-tournament", args=[club.slug])))
        assert listed.index("Scala 40") < listed.index("Busca")
        where = reverse("create-tournament-as", args=[club.slug, "scala-40"])
        form = director.get(where).context["form"]
        assert (form["table_target"].value(), form["scoring_method"].value()) == (101, "places")
        assert form["table_target"].label == "Limit (penalità)"
        assert not [name for name in form.fields if name.startswith("options_")]
        plan = {"name": "Serata", "rounds": "3", "pairing": "random", "table_target": "101", "scoring_method": "places"}
        assert director.post(where, plan).status_code == 302
        made = Tournament.objects.get(name="Serata")
        assert (made.game, made.ruleset, made.options) == (scala, "points", scala.options)
        assert "Scala 40" in text(director.get(reverse("tournament", args=[made.slug])))

    @pytest.mark.slow
    def test_its_words_stand_on_every_page(self, club, director, anybody, scala):
        tournament = a_tournament(club, 4, ruleset="scala-40", table={"target": 101}, scoring={"method": "total"})
        round_ = a_round(tournament)
        play(round_.tables.get(number=1), points=[0, 40, 62, 90])
        assert "Scala 40" in text(anybody.get(reverse("tournament", args=[tournament.slug])))
        assert "Penalità" in text(director.get(reverse("enter-hand", args=[tournament.slug, 1, 1, 2])))
        second = {"do": "save", **{f"line-{side}-points": str(side) for side in range(4)}}
        saved = director.post(reverse("enter-hand", args=[tournament.slug, 1, 1, 2]), second, follow=True)
        assert "3 penalità" in text(saved)
        assert "Scala 40" in text(anybody.get(reverse("club", args=[club.slug])))

    def test_the_result_of_one_side_says_the_others(self, club, director):
        tournament = a_tournament(club, 2, ruleset="result", table={"hands": 2})
        a_round(tournament)
        where = [reverse("enter-hand", args=[tournament.slug, 1, 1, number]) for number in (1, 2)]
        assert director.get(where[0]).content.decode().count('data-what="Result"') == 3
        director.post(where[0], {"do": "save", "line-1-result": "win"})
        director.post(where[1], {"do": "save", "line-0-result": "draw"})
        assert [hand.scores for hand in Hand.objects.order_by("number")] == [[0, 2], [1, 1]]


class TestNewestVersion:
    @pytest.mark.slow
    def test_a_planned_tournament_is_offered_it(self, club, director, scala):
        tournament = a_tournament(club, 4, ruleset="scala-40", table={"target": 101})
        plan = reverse("edit-tournament", args=[tournament.slug])
        assert director.get(plan).context["newer"] is None
        change_game(scala, {"table": {"target": 201}})
        assert "to 201 penalità" in text(director.get(plan))
        taken = director.post(reverse("newest-game", args=[tournament.slug]), follow=True)
        assert "The tournament has the game as it is now." in told(taken)
        assert taken.context["form"]["table_target"].value() == 201
        change_game(club.games.current().get(), {"unit": "punti"})
        play(a_round(tournament).tables.get(), points=[0, 40, 62, 201])
        assert director.get(plan).context["newer"] is None
