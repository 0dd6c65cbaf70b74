"""Founding clubs, setting up tournaments."""

import re

import pytest
import segno
from django.urls import reverse
from django.utils import timezone

from scoring import registry
from tests.halls import a_tournament, a_user
from tests.web.pages import text
from tournaments.actions.setup import clubs
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


class TestTournament:
    def where(self, club, game="busca-accademia"):
        return reverse("create-tournament-as", args=[club.slug, game])

    def test_every_game_is_offered(self, club, director):
        page = director.get(reverse("create-tournament", args=[club.slug])).content.decode()
        offered = re.findall(r"/tournaments/new/([\w-]+)/", page)
        assert offered == [game.slug for game in registry.RULESETS]

    def test_a_game_offers_no_tie_break_that_it_cannot_have(self, club, director):
        offered = {
            game: {
                code
                for code, _words in director.get(self.where(club, game)).context["form"].fields["tie_breaks_0"].choices
            }
            for game in ("busca-accademia", "buraco", "buddha")
        }
        assert offered["busca-accademia"] - offered["buraco"] == {"clean_hands", "card_points"}
        assert "card_points" not in offered["buddha"]

    @pytest.mark.parametrize("game", [game.slug for game in registry.RULESETS if game.slug != "points"])
    def test_a_name_is_enough_for_each_of_them(self, game, club, director):
        page = director.get(self.where(club, game))
        data = initial(page.context["form"])
        response = director.post(self.where(club, game), {**data, "name": "Serata"})
        tournament = Tournament.objects.get()
        assert response.url == reverse("registration", args=[tournament.slug])
        assert tournament.ruleset == game

    def test_points_asks_who_wins_and_when_a_table_ends(self, club, director):
        where = self.where(club, "points")
        data = {**initial(director.get(where).context["form"]), "name": "Serata"}
        refused = director.post(where, data)
        assert (refused.status_code, Tournament.objects.count()) == (422, 0)
        assert set(refused.context["form"].errors) == {"options_direction", "table_target"}
        assert "Choose when the table ends" in refused.content.decode()
        response = director.post(where, {**data, "options_direction": "low", "table_hands": "4"})
        tournament = Tournament.objects.get()
        assert response.url == reverse("registration", args=[tournament.slug])
        assert (tournament.options["direction"], tournament.table_hands) == ("low", 4)

    def test_a_total_that_ends_a_game_is_a_limit_where_the_lowest_wins(self, club, director):
        def label(game):
            return director.get(self.where(club, game)).context["form"]["table_target"].label

        labels = {game: label(game) for game in ("buraco", "hearts", "busca-accademia", "points")}
        assert labels == {
            "buraco": "Target (points)",
            "hearts": "Limit (points)",
            "busca-accademia": "Limit (buscas)",
            "points": "Target or limit (points)",
        }

    def test_what_is_chosen_is_kept(self, club, director):
        data = {
            "name": "Coppa",
            "starts_at": "2030-05-01T20:30",
            "rounds": "5",
            "table_hands": "6",
            "table_target": "31",
            "table_minutes": "50",
            "pairing": "scripted",
            "scoring_method": "places",
            "scoring_sit_out": "field-average",
            "tie_breaks_0": "opponents",
            "tie_breaks_1": "lot",
            "round_minutes": "40",
            "draw_after_minutes": "10",
            "visibility": "link",
        }
        director.post(self.where(club), data)
        made = Tournament.objects.get()
        assert (made.rounds_planned, made.table_hands, made.table_target, made.table_minutes) == (5, 6, 31, 50)
        assert (made.pairing, made.visibility) == ("scripted", "link")
        assert made.scoring == {"method": "places", "sit_out": "field-average"}
        assert made.tie_breaks == ["opponents", "lot"]
        assert (made.round_minutes, made.draw_after_minutes) == (40, 10)
        assert made.starts_at.isoformat() == "2030-05-01T18:30:00+00:00"

    def test_burraco_starts_from_the_lame_table_of_its_federation_which_can_be_set(self, club, director):
        lame = {"sit_out": 14, "sit_out_difference": 355}
        by_points = {"method": "victory-points", "vp_table": "burraco-4", **lame}
        where = self.where(club, "burraco")
        form = director.get(where).context["form"]
        assert {name: form[f"scoring_{name}"].value() for name in lame} == lame
        data = {"name": "Coppa", "starts_at": "2030-05-01T20:30", "rounds": "5", "table_hands": "4", "pairing": "swiss"}
        data |= {"visibility": "link", "scoring_vp_table": "burraco-4"}
        chosen = {"scoring_method": "victory-points", "scoring_sit_out": "14", "scoring_sit_out_difference": "355"}
        for changed, scoring in (
            ({}, by_points),
            ({"scoring_sit_out": "12", "scoring_sit_out_difference": "0"}, {"sit_out": 12, "sit_out_difference": 0}),
            ({"scoring_sit_out": "own-average"}, {"sit_out": "own-average"}),
            ({"scoring_method": "total"}, {"method": "total", "sit_out": None}),
        ):
            director.post(where, data | chosen | changed)
            made = Tournament.objects.latest("pk").scoring
            assert {name: made.get(name) for name in scoring} == scoring

    @pytest.mark.parametrize(
        ("hands", "ends", "vp_table"),
        [
            ("", (2005, None), "burraco-3"),
            ("2", (None, 2), "burraco-3"),
            ("3", (None, 3), "burraco-3"),
            ("4", (None, 4), "burraco-4"),
        ],
    )
    def test_a_turn_of_burraco_ends_after_its_hands_and_has_their_table(self, hands, ends, vp_table, club, director):
        where = self.where(club, "burraco")
        sent = {**initial(director.get(where).context["form"]), "name": "Coppa", "table_hands": hands}
        assert director.post(where, sent).status_code == 302
        made = Tournament.objects.get()
        assert ((made.table_target, made.table_hands), made.scoring["vp_table"]) == (ends, vp_table)
        plan = reverse("edit-tournament", args=[made.slug])
        form = director.get(plan).context["form"]
        assert director.post(plan, {**initial(form), "table_target": "", "table_hands": "4"}).status_code == 302
        made.refresh_from_db()
        assert (made.table_hands, made.scoring["vp_table"]) == (4, "burraco-4")

    def test_every_fault_at_once_each_at_its_field(self, club, director):
        data = {
            "name": "x" * 10_000,
            "starts_at": "whenever",
            "rounds": "many",
            "table_hands": "0",
            "table_minutes": "-1",
            "pairing": "psychic",
            "round_minutes": "-3",
            "draw_after_minutes": "999999",
            "tie_breaks_0": "lot",
            "tie_breaks_1": "lot",
            "visibility": "nobody",
        }
        response = director.post(self.where(club), data)
        assert response.status_code == 422
        assert sorted(response.context["form"].errors) == [
            "draw_after_minutes",
            "name",
            "pairing",
            "round_minutes",
            "rounds",
            "starts_at",
            "table_hands",
            "table_minutes",
            "tie_breaks_1",
            "visibility",
        ]
        assert not Tournament.objects.exists()

    @pytest.mark.parametrize("when", ["0001-01-01T00:00", "1899-12-31T23:59", "2200-01-01T00:00", "9999-12-31T23:59"])
    def test_an_evening_begins_in_a_year_in_which_clubs_play(self, club, director, when):
        sent = {"name": "Serata", "rounds": "4", "table_hands": "8", "starts_at": when}
        response = director.post(self.where(club), sent)
        assert (response.status_code, response.context["form"].errors) == (
            422,
            {"starts_at": ["Choose a day and a time."]},
        )

    def test_a_table_needs_an_end(self, club, director):
        response = director.post(self.where(club), {"name": "Serata", "rounds": "4"})
        said = "Choose when the table ends, for example after a number of hands"
        assert response.context["form"].errors == {"table_target": [said]}

    def test_minutes_alone_end_a_table_and_a_missing_end_is_said_once(self, club, director):
        sent = {"name": "Serata", "rounds": "3", "table_minutes": "99999"}
        errors = director.post(self.where(club), sent).context["form"].errors
        assert (set(errors), len(errors["table_target"])) == ({"table_target", "table_minutes"}, 1)
        assert director.post(self.where(club), {**sent, "table_minutes": "30"}).status_code == 302
        made = club.tournaments.get()
        assert (made.table_target, made.table_hands, made.table_minutes) == (None, None, 30)

    def test_a_fault_that_is_folded_away_is_unfolded(self, club, director):
        data = {"name": "Serata", "rounds": "4", "table_hands": "8", "round_minutes": "x"}
        assert "<details open>" in director.post(self.where(club), data).content.decode()

    @pytest.mark.parametrize(
        ("game", "fits", "does_not"),
        [
            ("buraco", {"difference", "victory-points"}, {"clean_hands"}),
            ("busca-accademia", {"clean_hands"}, {"difference", "victory-points"}),
            ("buddha", {"table_wins"}, {"clean_hands", "difference", "victory-points"}),
        ],
    )
    def test_only_what_the_game_can_have_is_on_offer(self, club, director, game, fits, does_not):
        fields = director.get(self.where(club, game)).context["form"].fields
        offered = {code for name in ("tie_breaks_0", "scoring_method") for code, _words in fields[name].choices}
        assert offered & (fits | does_not) == fits

    def test_as_many_faults_are_counted_as_are_listed(self, club, director):
        data = {"name": "", "rounds": "4", "table_hands": "x", "tie_breaks_0": "luck"}
        page = director.post(self.where(club), data).content.decode()
        listed = re.search(r'<div class="faults".*?</div>', page, re.DOTALL)[0]
        assert f"{listed.count('<li>')} things to fix" in listed
        assert listed.count("<li>") > 2

    def test_an_unknown_game_is_not_there(self, club, director):
        assert director.get(self.where(club, "poker")).status_code == 404

    def test_another_one_like_last_months(self, club, director):
        earlier = a_tournament(club, players=0, rounds=7, table={"hands": 5})
        page = director.get(self.where(club), {"like": earlier.slug}).content.decode()
        assert 'value="7"' in page
        assert 'value="5"' in page

    def test_what_is_set_for_its_draws_is_the_same(self, club, director):
        earlier = a_tournament(club, players=0)
        Tournament.objects.update(avoid_same_club=True, uneven_tables=False, table_seats=3)
        where = f"{self.where(club)}?like={earlier.slug}"
        director.post(where, {**initial(director.get(where).context["form"]), "name": "Come prima"})
        made = Tournament.objects.get(name="Come prima")
        assert (made.avoid_same_club, made.uneven_tables, made.table_seats) == (True, False, 3)

    def test_but_not_like_one_of_another_club(self, club, director):
        other = clubs.create_club(owner=a_user("ada"), name="Altrove")
        earlier = a_tournament(other, players=0, rounds=7)
        page = director.get(self.where(club), {"like": earlier.slug}).content.decode()
        assert 'value="7"' not in page


def initial(form):
    """Return what a browser sends for an unchanged form."""
    values = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    return {name: value for name, value in values.items() if value not in (None, "", False)}


def test_a_new_tournament_starts_today_and_folds_the_ways_that_few_use(director, club):
    page = director.get(reverse("create-tournament-as", args=[club.slug, "busca-accademia"]))
    form = page.context["form"]
    assert form["starts_at"].value().date() == timezone.localdate()
    html = page.content.decode()
    shown, folded = html.partition('id="id_pairing"')[2].partition("Other ways")[::2]
    assert all(f'value="{way}"' in shown for way in ("random", "swiss"))
    assert 'value="schedule"' in folded.partition("</details>")[0]
    assert "For example 40: after 40 minutes" in text(page)
    assert "For example 50, if tables play for 40" in text(page)


def test_a_way_that_few_use_is_in_sight_where_it_is_chosen(director, club):
    tournament = a_tournament(club, pairing="schedule")
    page = director.get(reverse("edit-tournament", args=[tournament.slug])).content.decode()
    assert re.search(r"<details open><summary>Other ways", page)


def test_an_invitation_has_a_code_and_a_button_that_copies_it(owner, club):
    page = owner.post(reverse("members", args=[club.slug]), {"role": "director", "note": "Ida"})
    html = page.content.decode()
    link = re.search(r'id="link">([^<]+)<', html)[1]
    drawn = segno.make(link, micro=False, error="m").svg_inline(scale=5, border=4, dark="#000", light="#fff")
    assert drawn[-400:-10] in html
    assert 'data-copies="link"' in html
