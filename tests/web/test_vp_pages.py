"""A club's own tables of victory points: made, changed, named by a tournament."""

import csv
from io import StringIO

import pytest
from django.urls import reverse

from scoring.victory_points import TABLES, rows_of
from tests.halls import a_tournament
from tests.web.pages import faults, text, told
from tournaments.actions.setup.vp_tables import create_vp_table
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
LIMITS = [0, 100, 200, 300, 400, 500, 600, 700, 800, 900]


def page(club):
    return reverse("vp-tables", args=[club.slug])


def typed(name="Casa nostra", limits=LIMITS, **more):
    return {"name": name, **{f"limits_{n}": limit for n, limit in enumerate(limits)}, **more}


def pasted(rows):
    return "\n".join(
        f"{row.least}-{'' if row.most is None else row.most}: {row.points[0]}-{row.points[1]}" for row in rows
    )


class TestForASpreadsheet:
    def rows(self, client, where):
        answer = client.get(where)
        assert (answer.status_code, answer["Content-Type"]) == (200, "text/csv; charset=utf-8")
        return list(csv.reader(StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))

    def test_a_club_has_its_own_and_the_known_ones(self, club, director, scorer, anybody):
        own = create_vp_table(club, name="Casa nostra", limits=LIMITS)
        for slug, limits in ((own.slug, LIMITS), ("burraco-3", TABLES["burraco-3"])):
            where = reverse("vp-table-csv", args=[club.slug, slug])
            assert f'href="{where}"' in director.get(page(club)).content.decode()
            titles, first, *_others, last = self.rows(director, where)
            assert titles == ["Difference from", "Difference to", "Ahead", "Behind"]
            assert (first, last) == (["0", str(limits[0]), "10", "10"], [str(limits[-1] + 1), "", "20", "0"])
            assert [who.get(where).status_code for who in (scorer, anybody)] == [403, 403]
        assert director.get(reverse("vp-table-csv", args=[club.slug, "nonsense"])).status_code == 404

    def test_everybody_has_the_one_that_a_tournament_counts_by(self, club, anybody):
        scoring = {"method": "victory-points", "vp_table": "burraco-3"}
        for name, plan in (("Buraco", {"ruleset": "buraco", "scoring": scoring}), ("Busca", {})):
            made = a_tournament(club, players=0, name=name, **plan)
            told = self.rows(anybody, reverse("victory-points-csv", args=[made.slug]))
            assert len(told) == (12 if plan else 1)


class TestMaking:
    def test_by_ten_numbers(self, club, director):
        response = director.post(page(club), typed(), follow=True)
        assert told(response) == ["The table “Casa nostra” was saved."]
        assert club.vp_tables.get().limits == tuple(LIMITS)
        assert "101–200 12–8" in text(response)
        assert "901 or more 20–0" in text(response)

    def test_by_its_lines_as_printed(self, club, director):
        rows = pasted(rows_of(TABLES["burraco-3"]))
        director.post(page(club), typed(limits=(), rows=rows))
        assert club.vp_tables.get().limits == TABLES["burraco-3"]

    def test_by_lines_with_points_between_the_thousands(self, club, director):
        rows = pasted(rows_of(TABLES["burraco-3"]))
        rows = rows.replace("1001", "1.001").replace("1251", "1.251").replace("1501", "1.501")
        director.post(page(club), typed(limits=(), rows=rows.replace("1500", "1'500")))
        assert club.vp_tables.get().limits == TABLES["burraco-3"]

    def test_the_line_with_a_gap_is_named(self, club, director):
        rows = pasted(rows_of(TABLES["burraco-3"])).replace("151-", "160-")
        response = director.post(page(club), typed(limits=(), rows=rows))
        assert response.status_code == 422
        assert faults(response) == ["There is a gap before row 3: begin it at 151, not 160"]
        assert "160-250: 12-8" in response.content.decode()

    def test_a_line_that_nobody_can_read(self, club, director):
        response = director.post(page(club), typed(limits=(), rows="fifty, <b>ten</b> all"))
        assert faults(response) == [
            "“fifty, <b>ten</b> all” does not give the range of differences and the points of each side."
        ]

    def test_such_a_line_hides_no_other_fault(self, club, director):
        rows = pasted(rows_of(TABLES["burraco-3"])).splitlines()
        rows[2], rows[4], rows[7] = "x", "351-500: 14-7", "799-1000: 17-3"
        response = director.post(page(club), typed(limits=(), rows="\n".join(rows)))
        assert faults(response) == [
            "“x” does not give the range of differences and the points of each side.",
            "The points of row 5 add up to 21: they must add up to 20",
            "Row 8 overlaps the one before: begin it at 801, not 799",
        ]

    def test_the_limit_that_does_not_rise_is_named(self, club, director):
        response = director.post(page(club), typed(limits=[*LIMITS[:5], 400, *LIMITS[6:]]))
        assert faults(response) == ["Limit 6 must be more than the one before it"]
        form = response.context["form"]
        assert list(form.errors) == ["limits_5"]

    def test_every_fault_at_once(self, club, director):
        response = director.post(page(club), typed(name=" ", limits=["x", *LIMITS[1:9], ""]))
        assert sorted(response.context["form"].errors) == ["limits_0", "limits_9", "name"]
        assert not club.vp_tables.exists()

    def test_an_empty_post(self, club, director):
        assert director.post(page(club), {}).status_code == 422


class TestLater:
    @pytest.fixture
    def table(self, club):
        return create_vp_table(club, name="Casa nostra", limits=LIMITS)

    def test_it_is_changed(self, table, club, director):
        where = reverse("vp-table", args=[club.slug, table.slug])
        assert director.get(where).content.decode().count('value="900"') == 1
        director.post(where, typed(name="Nuova", limits=[*LIMITS[:9], 1000]))
        table.refresh_from_db()
        assert (table.name, table.limits[-1], table.slug) == ("Nuova", 1000, "casa-nostra")

    def test_it_is_given_up(self, table, club, director):
        response = director.post(reverse("delete-vp-table", args=[club.slug, table.slug]), follow=True)
        assert told(response) == ["The table “Casa nostra” was deleted."]
        assert not club.vp_tables.exists()

    def test_a_tournament_is_set_up_with_it(self, table, club, director):
        where = reverse("create-tournament-as", args=[club.slug, "buraco"])
        form = director.get(where).context["form"]
        assert ("casa-nostra", "Casa nostra") in form.fields["scoring_vp_table"].choices
        data = {name: form[name].value() or "" for name in form.fields}
        director.post(where, {**data, "name": "Buraco", "scoring_vp_table": "casa-nostra"})
        made = Tournament.objects.get()
        assert made.scoring["vp_limits"] == LIMITS

    def test_and_keeps_it_when_its_plan_is_changed(self, table, club, director):
        scoring = {"method": "victory-points", "vp_table": table.slug}
        made = a_tournament(club, players=0, ruleset="buraco", table={}, scoring=scoring)
        table.delete()
        where = reverse("edit-tournament", args=[made.slug])
        form = director.get(where).context["form"]
        data = {name: form[name].value() or "" for name in form.fields}
        response = director.post(where, {**data, "rounds": "7"})
        assert response.status_code == 302
        made.refresh_from_db()
        assert (made.rounds_planned, made.scoring["vp_limits"]) == (7, LIMITS)

    def test_a_game_without_victory_points_keeps_none(self, table, club, director):
        where = reverse("create-tournament-as", args=[club.slug, "brisca"])
        form = director.get(where).context["form"]
        data = {name: form[name].value() or "" for name in form.fields}
        director.post(where, {**data, "name": "Brisca", "scoring_vp_table": "casa-nostra"})
        assert "vp_table" not in Tournament.objects.get().scoring
