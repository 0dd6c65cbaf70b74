"""Seasons through the actions: published when an evening ends, and again after a correction, a merge or a hiding."""

import json
from dataclasses import replace
from datetime import timedelta
from functools import partial
from random import Random

import pytest
from django.db import transaction
from django.utils import timezone

from tests.halls import a_club, a_round, a_tournament, a_user, agreed, by, director_of, play
from tests.season_evenings import DECLARATION, FIRST, SECOND, a_season, an_evening, correct, crown, publish, rows
from tournaments.actions.core.refusals import AgreementNeeded, ChangesPublished, Conflict, Invalid
from tournaments.actions.rounds import rounds
from tournaments.actions.seasons import season_refreshing, seasons
from tournaments.actions.seasons.champions import champions_of, declare_champions, possible_finals
from tournaments.actions.seasons.removed_evenings import remove_evening
from tournaments.actions.seasons.standing import published
from tournaments.actions.seasons.verification import verify
from tournaments.actions.setup.archiving import archive_tournament, delete_tournament
from tournaments.actions.setup.tournaments import update_tournament
from tournaments.actions.standings import standings
from tournaments.actions.sweep import close_due, may_find_work, refresh_stale_seasons
from tournaments.actions.undoing.last_action import last_action, undo
from tournaments.models import Round, Season, SeasonChange, SeasonEvening, SeasonStanding, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return a_club()


def standing_of(season):
    return SeasonStanding.objects.get(season=season)


def by_agreement(owner, act, *about):
    try:
        act(*about, by=owner)
    except AgreementNeeded as asked:
        act(*about, by=replace(owner, agreed=asked.agreement))


@pytest.mark.slow
def test_the_standing_follows_its_evenings(club):
    first, second = an_evening(club, *FIRST), an_evening(club, *SECOND, name="Altra")
    season = a_season(club, first, second)
    assert may_find_work() is False
    before = rows(season)
    assert rows(season, first.slug) != before
    with pytest.raises(ChangesPublished) as asked:
        play(first.rounds.get().tables.get(), points=[25, 10, 5, 0], replaces=1)
    assert [str(each) for each in asked.value.seasons] == ["Stagione"]
    correct(first, 25, 10, 5, 0)
    assert may_find_work() is True
    assert refresh_stale_seasons() == [season.pk]
    assert rows(season) != before
    cells = json.loads(published(season))["rows"][0]["evenings"]
    assert [(cell["tournament"], cell["place"], cell["counts"]) for cell in cells] == [
        (first.slug, 1, True),
        (second.slug, 1, True),
    ]
    moved = season.log.get(kind="places_moved").facts
    assert (moved["after"], moved["corrected"]) == (second.slug, [first.slug])
    assert all(before != after for _who, before, after in moved["places"])
    assert verify(Season.objects.get()) == []


@pytest.mark.slow
def test_an_evening_closed_to_the_public_is_asked_about_and_left_out_at_once(club):
    first, second = an_evening(club, *FIRST), an_evening(club, *SECOND, name="Altra")
    season = a_season(club, first, second)
    alone = rows(season, first.slug)
    close = partial(update_tournament, second, {"visibility": "private"})
    with pytest.raises(AgreementNeeded) as asked:
        close(by=director_of(second))
    assert asked.value.codes == ["not_counted", "moves_places", "changes_scores", *["moves_places"] * 2]
    assert (Tournament.objects.get(pk=second.pk).visibility, len(rows(season))) == ("public", 4)
    close(by=replace(director_of(second), agreed=asked.value.agreement))
    assert rows(season) == alone
    publish(season, second)
    assert (rows(season), len(standing_of(season).evenings)) == (alone, 1)
    update_tournament(second, {"visibility": "public"}, by=director_of(second))
    publish(season, second)
    assert len(standing_of(season).evenings) == 2
    by_agreement(director_of(first), standings.hide_after, first, 0)
    left = rows(season)
    assert (left, json.loads(published(season))["after"]) == (rows(season, second.slug), second.slug)
    assert published(season, first.slug) is None
    standings.refresh(first.pk)
    season_refreshing.refresh(season.pk)
    assert (rows(season), len(standing_of(season).evenings)) == (left, 1)


def test_places_that_change_when_the_last_evening_is_taken_out_are_logged(club):
    first, last = an_evening(club, *FIRST), an_evening(club, *SECOND, name="Altra")
    season = a_season(club, first, last)
    before = rows(season)
    by_agreement(director_of(first), remove_evening, season.evenings.get(tournament=last))
    season_refreshing.refresh(season.pk)
    moved = season.log.last()
    assert (moved.kind, moved.facts["after"], rows(season) != before) == ("places_moved", first.slug, True)
    for evening in season.evenings.all():
        by_agreement(director_of(first), remove_evening, evening)
    season_refreshing.refresh(season.pk)
    assert season.log.last().kind == "evening_removed"


def test_an_evening_counts_once_its_last_standings_are_published(club):
    """Between its close and its standings, the scores of the round in play are not the evening's results."""
    season = a_season(club)
    evening = a_tournament(club, players=4, rounds=1, table={"hands": 2})
    table = a_round(evening, tables=[range(4)]).tables.get()
    play(table, points=[40, 0, 0, 0])
    standings.refresh(evening.pk)
    play(table, number=2, points=[0, 20, 10, 10])
    rounds.close_round(table.round, by=director_of(evening))
    seasons.add_evening(season, evening, {}, by=director_of(evening))
    season_refreshing.refresh(season.pk)
    assert SeasonEvening.objects.get().results == b""
    standings.refresh(evening.pk)
    season_refreshing.refresh(season.pk)
    assert len(rows(season)) == 4
    assert not season.log.filter(kind="places_moved").exists()


@pytest.mark.slow
def test_hiding_an_evening_is_asked_about_even_if_no_place_moves(club):
    season = a_season(club, an_evening(club, *FIRST), an_evening(club, *FIRST, name="Altra"))
    second = season.evenings.in_order()[1].tournament
    hide = partial(standings.hide_standings, second, after_round=0)
    with pytest.raises(AgreementNeeded) as asked:
        hide(by=director_of(second))
    assert asked.value.codes == ["not_counted", *["changes_scores"] * 5]
    hide(by=replace(director_of(second), agreed=asked.value.agreement))
    assert len(json.loads(published(season))["evenings"]) == 1
    update_tournament(second, {"name": "Terza"}, by=director_of(second))


@pytest.fixture
def hidden(club):
    """The first of two evenings of a season, and the season; the results of this evening are hidden."""
    first, second = an_evening(club, *FIRST), an_evening(club, *SECOND, name="Altra")
    season = a_season(club, first, second)
    by_agreement(director_of(first), standings.hide_after, first, 0)
    publish(season, first)
    return Tournament.objects.get(pk=first.pk), season


def asked_by(act, *, owner):
    """Return the codes of the question that an action asks, answered afterwards."""
    with pytest.raises(AgreementNeeded) as asked, transaction.atomic():
        act(by=owner)
    act(by=replace(owner, agreed=asked.value.agreement))
    return asked.value.codes


def test_showing_an_earlier_evening_again_is_asked_about_and_logged(hidden):
    first, season = hidden
    without, owner = rows(season), director_of(first)
    asked = asked_by(partial(standings.show_standings, first), owner=owner)
    assert asked[:3] == ["begins_to_count", "moves_places", "changes_scores"]
    assert rows(season) != without
    opened = season.log.last()
    assert (opened.kind, opened.facts["slug"], opened.facts["by"]) == ("evening_opened", first.slug, owner.user.pk)
    publish(season, first)
    assert season.log.last().kind == "places_moved"
    assert verify(Season.objects.get()) == []


def test_an_undo_asks_before_results_of_a_season_are_hidden_or_shown(hidden):
    first, season = hidden
    owner, without = director_of(first), rows(season)
    undo_last = partial(undo, first, last_action(first).link.sequence)
    assert asked_by(undo_last, owner=owner)[0] == "begins_to_count"
    by_agreement(owner, standings.hide_after, first, 0)
    by_agreement(owner, standings.show_standings, first)
    first = Tournament.objects.get(pk=first.pk)
    undo_last = partial(undo, first, last_action(first).link.sequence)
    assert asked_by(undo_last, owner=owner)[0] == "not_counted"
    assert rows(season) == without


def test_an_evening_made_public_after_the_champion_was_declared_is_asked_about(club):
    first, last = an_evening(club, *FIRST), an_evening(club, *SECOND, name="Altra")
    season = a_season(club, first, last)
    by_agreement(director_of(last), update_tournament, last, {"visibility": "private"})
    publish(season, last)
    update_tournament(last, {"visibility": "public"}, by=director_of(last))
    by_agreement(director_of(last), update_tournament, last, {"visibility": "private"})
    publish(season, last)
    crown(season)
    open_again = partial(update_tournament, last, {"visibility": "public"})
    assert asked_by(open_again, owner=director_of(last))[0] == "begins_to_count"
    assert [each.kind for each in season.log.all()][-1] == "evening_opened"


def test_an_evening_that_ends_after_a_later_one_is_asked_about_and_never_closed_by_the_clock(club):
    early = a_tournament(club, players=4, rounds=1, table={"hands": 1}, name="Early")
    round_ = a_round(early, tables=[range(4)])
    play(round_.tables.get(), points=list(SECOND))
    season = a_season(club, early, an_evening(club, *FIRST, name="Altra"))
    before = rows(season)
    due = timezone.now() - timedelta(minutes=1)
    Round.objects.filter(pk=round_.pk).update(closes_at=due)
    assert close_due(timezone.now()) == []
    asked = asked_by(partial(rounds.close_round, round_), owner=director_of(early))
    assert asked[:2] == ["begins_to_count", "moves_places"]
    publish(season, early)
    assert rows(season) != before
    assert [each.kind for each in season.log.all()][-2:] == ["evening_opened", "places_moved"]


def test_archiving_an_earlier_evening_in_play_is_asked_about(club):
    early = a_tournament(club, players=4, rounds=2, table={"hands": 1}, name="Early")
    round_ = a_round(early, tables=[range(4)])
    play(round_.tables.get(), points=list(SECOND))
    rounds.close_round(round_, by=director_of(early))
    season = a_season(club, early, an_evening(club, *FIRST, name="Altra"))
    assert asked_by(partial(archive_tournament, early), owner=director_of(early))[0] == "begins_to_count"
    assert season.log.last().kind == "evening_opened"


def test_an_evening_archived_with_a_round_in_play_counts_when_this_is_closed(club):
    first, evening = (
        an_evening(club, *SECOND),
        a_tournament(club, players=4, rounds=2, table={"hands": 1}, name="Altra"),
    )
    round_ = a_round(evening, tables=[range(4)])
    season = a_season(club, first, evening)
    before = rows(season)
    archive_tournament(evening, by=director_of(evening))
    publish(season, evening)
    play(round_.tables.get(), points=list(FIRST))
    publish(season, evening)
    assert (rows(season), verify(Season.objects.get())) == (before, [])
    with pytest.raises(AgreementNeeded) as early:
        declare_champions(season, {"by": "standing"}, by=director_of(evening))
    assert "Altra is in the season and still to be played." in [each.text(str) for each in early.value.problems]
    rounds.close_round(round_, by=director_of(evening))
    publish(season, evening)
    assert rows(season) != before


def test_a_final_archived_with_a_round_in_play_has_a_winner_when_this_is_closed(club):
    season = a_season(club, an_evening(club, *FIRST))
    final = a_tournament(club, players=4, rounds=2, table={"hands": 1}, name="Finale")
    first = a_round(final, tables=[range(4)])
    play(first.tables.get(), points=list(FIRST))
    rounds.close_round(first, by=director_of(final))
    second = a_round(final, tables=[range(4)])
    archive_tournament(final, by=director_of(final))
    standings.refresh(final.pk)
    with pytest.raises(Invalid) as refused:
        crown(season, "final", tournament=final.slug)
    assert ([problem.code for problem in refused.value.problems], possible_finals(season)) == (["no_final"], [])
    play(second.tables.get(), points=[40, 0, 0, 0])
    rounds.close_round(second, by=director_of(final))
    standings.refresh(final.pk)
    crown(season, "final", tournament=final.slug)
    assert champions_of(season).names == ["Player 0001"]


def test_the_latest_evening_ends_without_a_question_even_after_the_champion(club):
    season = a_season(club, an_evening(club, *FIRST))
    last = a_tournament(club, players=4, rounds=1, table={"hands": 1}, name="Altra")
    round_ = a_round(last, tables=[range(4)])
    play(round_.tables.get(), points=list(SECOND))
    seasons.add_evening(season, last, {}, by=director_of(last))
    season_refreshing.refresh(season.pk)
    crown(season)
    rounds.close_round(round_, by=director_of(last))
    assert season.log.last().kind == "champions_declared"


@pytest.mark.parametrize(
    ("declared", "code"),
    [
        ({"counts": "share"}, "no_highest_score"),
        ({"counts": "score"}, "other_direction"),
        ({"counts": "rounds", "rounds_each": 1}, "other_direction"),
        ({}, None),
    ],
)
def test_an_evening_cannot_get_a_scoring_that_its_season_cannot_count(club, declared, code):
    evening = a_tournament(club, players=4, rounds=1, table={"hands": 1}, scoring={"method": "places"})
    declaration = {"parts": [{"evenings": 4}], **declared}
    a_season(club, evening, declaration=declaration)
    change = partial(update_tournament, evening, {"scoring": {"method": "total"}}, by=director_of(evening))
    if code:
        with pytest.raises(Invalid) as refused:
            change()
        assert [(each.pointer, each.code) for each in refused.value.problems] == [(("scoring", "method"), code)]
        update_tournament(evening, {"scoring": {"method": "places", "points": [9, 5, 1]}}, by=director_of(evening))
    else:
        assert change().low_score_wins


@pytest.mark.parametrize(
    ("scoring", "field"),
    [
        ({"method": "places", "points": [0, -1, -2, -3]}, "points"),
        ({"method": "places", "points": [-1, -2, -3, -4]}, "points"),
        ({"method": "match-points", "win": 0, "draw": -1, "loss": -2}, "win"),
    ],
)
def test_a_season_of_shares_needs_evenings_with_a_highest_score_above_0(club, scoring, field):
    evening = a_tournament(club, players=4, rounds=1, table={"hands": 1}, scoring={"method": "places"})
    below = a_tournament(club, players=4, rounds=1, table={"hands": 1}, scoring=scoring)
    season = a_season(club, evening, declaration={"counts": "share", "parts": [{"evenings": 4}]})
    with pytest.raises(Invalid) as refused:
        seasons.add_evening(season, below, {}, by=director_of(below))
    assert [(each.pointer, each.code) for each in refused.value.problems] == [(("tournament",), "no_highest_score")]
    with pytest.raises(Invalid) as refused:
        update_tournament(evening, {"scoring": scoring}, by=director_of(evening))
    assert [(each.pointer, each.code) for each in refused.value.problems] == [(("scoring", field), "no_highest_score")]


def test_a_deleted_evening_is_taken_out_and_logged(club):
    planned = a_tournament(club)
    season = a_season(club, an_evening(club, *FIRST), planned)
    delete_tournament(planned, by=director_of(planned))
    assert [change.kind for change in season.log.all()][-1] == "evening_removed"
    assert season.evenings.count() == 1
    assert verify(Season.objects.get()) == []


@pytest.mark.slow
def test_a_season_refreshed_step_by_step_is_the_one_computed_from_nothing(club):
    """Through a year by chance, with corrections, withdrawals from the season and evenings hidden and shown again."""
    chance = Random(28)
    evenings = [an_evening(club, *FIRST, name=f"Serata {n}") for n in range(4)]
    season, owner = a_season(club), by(a_user())
    for step in range(16):
        tournament = chance.choice(evenings)
        present = season.evenings.filter(tournament=tournament).first()
        if not present:
            by_agreement(owner, seasons.add_evening, season, tournament, {"factor": chance.randint(1, 3)})
        elif step % 5 == 4:
            by_agreement(owner, remove_evening, present)
        elif step % 5 == 3:
            hidden = None if tournament.standings_hidden_after == 0 else 0
            by_agreement(owner, standings.hide_after, tournament, hidden)
            standings.refresh(tournament.pk)
        else:
            correct(tournament, *chance.sample(FIRST, 4))
        evenings = [Tournament.objects.get(pk=each.pk) for each in evenings]
        season_refreshing.refresh(season.pk)
        stepwise = bytes(standing_of(season).body)
        SeasonStanding.objects.all().delete()
        SeasonEvening.objects.update(results=b"", read_revision=0)
        season_refreshing.mark_season(season.pk)
        season_refreshing.refresh(season.pk)
        assert bytes(standing_of(season).body) == stepwise, step


@pytest.mark.slow
def test_a_refresh_that_read_before_another_published_is_repeated(club):
    """The factor is doubled and halved again while the first refresh computes."""
    first, second = an_evening(club, *FIRST), an_evening(club, *SECOND, name="Altra")
    season = a_season(club, first, second)
    owner, evening, before = by(a_user()), season.evenings.get(tournament=first), rows(season)
    for factor in ("2", "1"):
        agreed(owner, lambda by, f=factor: seasons.change_evening(evening, {"factor": f}, by=by))
        if factor == "2":
            stored = standing_of(season)
            evenings = season_refreshing.read_evenings(Season.objects.get())
            season_refreshing.refresh(season.pk)
    late = Season.objects.get()
    assert season_refreshing._publish(late, evenings, stored, stored) is False
    season_refreshing.refresh(season.pk)
    assert (rows(season), verify(Season.objects.get())) == (before, [])


def test_what_contradicts_a_season_is_told(club):
    first = an_evening(club, *FIRST)
    season = a_season(club, first, declaration={**DECLARATION, "parts": [{"evenings": 1}, {"evenings": 1}]})
    owner = by(a_user())
    other = an_evening(club, *FIRST, name="Altra", visibility="private")

    def faults(act):
        with pytest.raises(Invalid) as refused:
            act()
        return [(problem.pointer, problem.code) for problem in refused.value.problems]

    add = seasons.add_evening
    assert faults(lambda: add(season, first, {"part": 2}, by=owner)) == [(("tournament",), "duplicate")]
    assert faults(lambda: add(season, other, {}, by=owner)) == [
        (("tournament",), "not_public"),
        (("part",), "part_is_full"),
    ]
    assert faults(lambda: add(season, other, {"part": 3, "factor": 0}, by=owner)) == [
        (("part",), "out_of_range"),
        (("factor",), "not_a_number"),
    ]
    shorter = {"declaration": {"counts": "share", "parts": [{"evenings": 1}]}}
    assert faults(lambda: seasons.change_season(season, shorter, by=owner)) == [(("tournament",), "no_highest_score")]
    without = {"declaration": {"parts": [{"evenings": 1}]}}
    seasons.change_season(season, without, by=owner)
    with pytest.raises(Conflict):
        seasons.delete_season(season, by=owner)
    evening = season.evenings.get()
    agreement = None
    with pytest.raises(AgreementNeeded) as asked:
        remove_evening(evening, by=owner)
    (agreement,) = asked.value.answers
    remove_evening(evening, by=replace(owner, agreed=agreement))
    seasons.delete_season(season, by=owner)
    assert SeasonChange.objects.order_by("-number").first().kind == "deleted"


def test_a_season_changed_behind_the_programs_back_is_found(club):
    season = a_season(club, an_evening(club, *FIRST))
    standing = standing_of(season)
    standing.body = standing.body.replace(b'"score":"4"', b'"score":"9"')
    standing.save()
    Season.objects.update(declaration={**DECLARATION, "points": [1]})
    season = Season.objects.get()
    assert verify(season) == ["declaration", "standing"]
