"""Evenings of a season on pages: the next one by a tap, added, changed, of another club."""

import pytest
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from tests.halls import a_club, a_tournament, a_user, agreed, director_of
from tests.season_evenings import DECLARATION, FIRST, a_circuit, a_season, an_evening
from tests.web.pages import faults, text, told
from tests.web.test_seasons import page
from tests.web.test_setup_pages import initial
from tournaments.actions.core.refusals import Invalid
from tournaments.actions.seasons import season_refreshing, seasons
from tournaments.actions.seasons.verification import verify
from tournaments.actions.standings.standings import hide_standings
from tournaments.models import Player, Season

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_the_next_evening_is_made_by_one_tap_and_once(club, director):
    last = an_evening(club, *FIRST, name="Serata 1")
    season = a_season(club, last)
    for name in ("Altra", "Terza", "Quarta"):
        a_tournament(club, players=4, name=name)
    sent = {"after": director.get(page(season)).context["last_evening"]}
    first = director.post(page(season, "next-evening"), sent, follow=True)
    assert told(first) == ["“Serata 2” was created and is in the season: enter the players."]
    assert text(first).count("Enter the 4 from Serata 1") == 1
    again = director.post(page(season, "next-evening"), sent, follow=True)
    assert told(again) == ["“Serata 2” already exists."]
    assert club.tournaments.filter(name__startswith="Serata").count() == 2
    assert director.post(first.redirect_chain[0][0] + "again/", {"tournament": last.pk}).status_code == 302
    assert club.tournaments.get(name="Serata 2").entries.count() == 4


def test_a_season_says_how_to_begin_and_when_it_is_full(club, director, anybody):
    season = a_season(club, declaration={**DECLARATION, "parts": [{"evenings": 1}]})
    assert "Create the first evening" in text(director.get(page(season)))
    full = a_season(club, an_evening(club, *FIRST), declaration={**DECLARATION, "parts": [{"evenings": 1}]})
    offered = ("Create the first evening", "Make the next evening")
    assert [words in text(director.get(page(full))) for words in offered] == [False, False]
    assert [words in text(anybody.get(page(season))) for words in offered] == [False, False]


@pytest.mark.slow
def test_a_season_without_evenings_offers_only_what_it_can(club, director):
    season = a_season(club, declaration={**DECLARATION, "final": {"first": 2}})
    edited = text(director.get(page(season, "edit-season")))
    assert ("Create the first evening" in edited, "Every public tournament" in edited) == (True, False)
    for name in ("season", "season-champion", "season-final"):
        assert "The standings appear here after the first evening." in text(director.get(page(season, name))), name
    champion = director.get(page(season, "season-champion"))
    assert "Declare the champion" not in text(champion)
    assert director.post(page(season, "season-champion"), {"by": "standing"}).status_code == 422
    refused = text(director.post(page(season, "next-evening")))
    assert "The season has no evening yet: create its first tournament, and add it." in refused
    full = a_season(club, an_evening(club, *FIRST))
    assert "Every public tournament" in text(director.get(page(full, "edit-season")))


def test_the_part_in_play_is_offered_for_another_evening(club, director):
    parts = [{"evenings": 1, "name": "Autumn"}, {"evenings": 2, "name": "Spring"}]
    season = a_season(club, an_evening(club, *FIRST), declaration={**DECLARATION, "parts": parts})
    a_tournament(club, name="Altra")
    assert director.get(page(season, "edit-season")).context["adding"]["part"].value() == 2


@pytest.mark.slow
def test_part_and_factor_are_changed_on_a_page(club, director):
    first, second = an_evening(club, *FIRST), an_evening(club, *reversed(FIRST), name="Altra")
    parts = [{"evenings": 2, "name": "Autumn"}, {"evenings": 1, "name": "Spring"}]
    season = a_season(club, first, second, declaration={**DECLARATION, "parts": parts})
    where = reverse("change-evening", args=[season.slug, second.slug])
    form = director.get(where).context["form"]
    assert initial(form) == {"part": 1, "factor": "1"}
    wrong = director.post(where, {"part": "2", "factor": "0"})
    assert (wrong.status_code, list(wrong.context["form"].errors)) == (422, ["factor"])
    asked = director.post(where, {"part": "2", "factor": "1,5"})
    assert asked.status_code == 409
    (agreement,) = dict(asked.context["answers"])
    assert director.post(where, {"part": "2", "factor": "1,5", "agreed": agreement}).status_code == 302
    evening = season.evenings.get(tournament=second)
    assert (evening.part, str(evening.factor)) == (1, "1.50")
    assert initial(director.get(where).context["form"]) == {"part": 2, "factor": "1.5"}
    full = director.post(reverse("change-evening", args=[season.slug, first.slug]), {"part": "2", "factor": "1"})
    assert faults(full) == ["This part already has its 1 evenings: change the declaration first."]


def test_factors_have_the_decimal_mark_of_the_language(club, director):
    evening = an_evening(club, *FIRST)
    declared = {**DECLARATION, "parts": [{"evenings": 2}], "last_factor": "1.5", "coming": "0.5"}
    season = a_season(club, evening, declaration=declared)
    where = reverse("change-evening", args=[season.slug, evening.slug])
    asked = director.post(where, {"part": "1", "factor": "2.5"})
    sent = dict(asked.context["sent"]) | {"agreed": next(iter(dict(asked.context["answers"])))}
    assert director.post(where, sent).status_code == 302
    season_refreshing.refresh(season.pk)
    shown = text(director.get(page(season, "season"), headers={"Accept-Language": "it"}))
    assert ("× 2,5" in shown, "vale 1,5 volte" in shown, "0,5" in shown) == (True, True, True)
    assert "× 2,5." in text(director.get(page(season, "season-log"), headers={"Accept-Language": "it"}))
    season.evenings.update(factor="1.25")
    assert "× 1,25" in text(director.get(page(season, "edit-season"), headers={"Accept-Language": "it"}))
    planned = {"declaration": {**declared, "parts": [{"evenings": 1}]}}
    with translation.override("it"), pytest.raises(Invalid) as refused:
        seasons.change_season(season, planned, by=director_of(evening))
    assert "vale 1,25 volte" in refused.value.problems[0].text(gettext)


def test_a_factor_that_changes_scores_alone_is_asked_about(club, director):
    evening = an_evening(club, *FIRST)
    season = a_season(club, evening)
    where = reverse("change-evening", args=[season.slug, evening.slug])
    asked = director.post(where, {"part": "1", "factor": "2"})
    assert "Stagione: Player 0002, score 4 → 8" in text(asked)
    sent = dict(asked.context["sent"]) | {"agreed": next(iter(dict(asked.context["answers"])))}
    assert director.post(where, sent).status_code == 302
    assert season.evenings.get().factor == 2


def test_the_plan_asks_before_an_evening_that_counts_becomes_private(club, director):
    evening = an_evening(club, *FIRST)
    season = a_season(club, evening)
    where = reverse("edit-tournament", args=[evening.slug])
    plan = director.get(where).context["form"]
    asked = director.post(where, initial(plan) | {"visibility": "private", "starts_at": ""})
    assert asked.status_code == 409
    assert "Serata counts towards the season Stagione, and would no longer count." in text(asked)
    assert text(asked).count("→ –") == 4
    sent = dict(asked.context["sent"]) | {"agreed": next(iter(dict(asked.context["answers"])))}
    assert director.post(where, sent).status_code == 302
    evening.refresh_from_db()
    assert evening.visibility == "private"
    logged = "Serata no longer counts: it was hidden, closed to the public, or opened again."
    assert logged in text(director.get(page(season, "season-log")))
    assert verify(Season.objects.get()) == []


def test_the_desk_asks_before_an_earlier_evening_is_shown_again(club, director):
    first = an_evening(club, *FIRST)
    season = a_season(club, first, an_evening(club, *FIRST, name="Altra"))
    agreed(director_of(first), lambda by: hide_standings(first, by=by, after_round=0))
    where = reverse("show-standings", args=[first.slug])
    asked = director.post(where)
    assert asked.status_code == 409
    question = "Serata would begin to count in the season Stagione, of which later evenings count already."
    assert question in text(asked)
    assert "Count it in the season" in text(asked)
    sent = {"agreed": next(iter(dict(asked.context["answers"])))}
    assert told(director.post(where, sent, follow=True)) == ["Everybody sees the standings again."]
    logged = "Serata counts now: it was shown, opened to the public, or ended."
    assert logged in text(director.get(page(season, "season-log")))


@pytest.mark.slow
def test_the_same_name_twice_is_asked_about(club, director):
    first = an_evening(club, *FIRST)
    ours = club.players.get(name="Player 0001")
    Player.objects.filter(pk=ours.pk).update(name="Altro", name_key="altro")
    season = a_season(club, first, an_evening(club, *FIRST, name="Seconda"))
    assert "The same person twice?" not in text(director.get(page(season, "edit-season")))
    Player.objects.filter(pk=ours.pk).update(name="Player 0001", name_key="player 0001")
    asked = director.get(page(season, "edit-season"))
    (kept, other) = asked.context["namesakes"][0]
    assert text(asked).count(", 1 evening It is") == 1
    where, sent = reverse("merge-player", args=[kept.player.pk]), {"player": other.player.pk}
    question = director.post(where, sent)
    assert "Stagione: Player 0001, place 4 → –" in text(question)
    (agreement,) = dict(question.context["answers"])
    merged = director.post(where, {**sent, "agreed": agreement}, follow=True)
    assert told(merged) == ["The two records of Player 0001 are one now. You can separate them again."]


def test_a_new_season_asks_for_its_evenings_before_it_offers_to_delete_it(club, director):
    an_evening(club, *FIRST)
    page_of_season = text(director.get(page(a_season(club), "edit-season")))
    assert page_of_season.index("Add the evening") < page_of_season.index("Delete the season")


def test_an_evening_is_in_one_part(club, director):
    evening = an_evening(club, *FIRST)
    season = a_season(club, evening)
    answer = director.post(page(season, "add-evening"), {"tournament": evening.slug, "part": "1", "factor": "1"})
    assert answer.status_code == 422
    assert faults(answer) == ["This evening is already in the season, in part 1: an evening counts once."]
    assert director.post(page(season, "delete-season"), follow=True).status_code == 200
    assert Season.objects.count() == 1


def test_an_evening_of_another_club_needs_a_director_of_both(club, director):
    season, there = a_season(club), a_club("Altro", owner=a_user("zita"))
    evening = a_tournament(there, players=0, name="Ospite", visibility="public")
    assert director.post(page(season, "add-evening"), {"tournament": evening.slug, "part": "1"}).status_code == 422
    there.memberships.create(user=club.memberships.get(role="director").user, role="director")
    offered = dict(director.get(page(season, "edit-season")).context["adding"].fields["tournament"].choices)
    assert offered == {evening.slug: "Ospite · Altro"}
    added = {"tournament": evening.slug, "part": "1", "factor": "1"}
    assert director.post(page(season, "add-evening"), added).status_code == 302
    assert season.evenings.get().tournament == evening


def test_an_evening_that_counts_is_not_deleted_and_its_seasons_are_named(club, director):
    """Without a round it is deleted by one tap; once it counts, the desk leads to the season."""
    evening = an_evening(club, *FIRST)
    season = a_season(club, evening, name="Coppa")
    refused = director.post(reverse("delete-tournament", args=[evening.slug]), follow=True)
    assert told(refused)[0] == "Serata counts towards the season Coppa: take it out of the season first."
    assert f'<a href="{page(season, "edit-season")}">Coppa</a>' in refused.content.decode()
    assert club.tournaments.count() == 1


def test_reopening_the_last_round_of_an_evening_asks_for_the_season_too(club, director):
    evening = an_evening(club, *FIRST)
    a_season(club, evening)
    where = reverse("reopen-round", args=[evening.slug, 1])
    agreement = director.post(where).context["changes"].agreement
    asked = director.post(where, {"agreed": agreement, "agreed_reason": "Misread"})
    assert "Serata counts towards the season Stagione, and would no longer count." in text(asked)
    sent = dict(asked.context["sent"]) | {"agreed": next(iter(dict(asked.context["answers"])))}
    assert director.post(where, sent).status_code == 302
    evening.refresh_from_db()
    assert evening.status == "running"


@pytest.mark.slow
def test_who_is_on_the_lists_of_two_clubs_is_asked_about_and_gets_one_row(club, director, anybody):
    season = a_circuit(club)
    asked = director.get(page(season, "edit-season"))
    assert (text(asked).count("Ospite, place"), text(asked).count("It is the same person")) == (4, 4)
    button = "Each of these names is one person on the lists of two clubs"
    sent = {"records": asked.context["on_two_lists"]}
    question = director.post(page(season, "join-persons"), sent)
    assert (button in text(asked), question.status_code) == (True, 409)
    sent = dict(question.context["sent"]) | {"agreed": next(iter(dict(question.context["answers"])))}
    joined = director.post(page(season, "join-persons"), sent, follow=True)
    assert "The same person twice?" not in text(joined)
    assert text(joined).count("Separate : Player") == 4
    season_refreshing.refresh(season.pk)
    assert len(anybody.get(page(season)).context["document"]["rows"]) == 4
    (record, person) = joined.context["joined"][0]
    year = reverse("player-year", args=[season.slug, record.pk])
    assert anybody.get(year)["Location"] == reverse("player-year", args=[season.slug, person.pk])
    for player in (record, person):
        assert "2 evenings of 2" in text(anybody.get(reverse("player", args=[player.pk])))
    assert "The results of another club’s record now count for Player 0001, " in text(
        director.get(page(season, "season-log"))
    )
    where = reverse("part-person", args=[season.slug, record.pk])
    question = director.post(where)
    sent = {"agreed": next(iter(dict(question.context["answers"])))}
    assert text(director.post(where, sent, follow=True)).count("Separate : Player") == 3
    assert told(director.post(where, follow=True)) == ["These two are separate already."]
    wrong = director.post(page(season, "join-persons"), {"records": "x:y"}, follow=True)
    assert told(wrong)[0] == "These players are in no evening of the season: 0."
    logged = season.log.count()
    assert told(director.post(page(season, "join-persons"), {"records": ""}, follow=True)) == ["This is missing."]
    assert season.log.count() == logged


@pytest.mark.slow
def test_nobody_whom_another_club_shows_by_initials_is_asked_about(club, director):
    season = a_circuit(club)
    Player.objects.filter(club__name="Ospite", name="Player 0001").update(shown_as="initials", alias="P. 1")
    assert text(director.get(page(season, "edit-season"))).count("Ospite, place") == 3
