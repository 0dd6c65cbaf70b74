"""A change of results after the next stage was filled: the question before it names who would be in and out there."""

from decimal import Decimal

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.api.caller import Caller, codes
from tests.halls import director_of
from tests.web.pages import text
from tests.web.test_stages import directing, over  # noqa: F401 - fixtures
from tournaments.actions.core.refusals import ChangesPublished, StageChange
from tournaments.actions.people.penalties import penalise
from tournaments.actions.people.registration import change_entry
from tournaments.actions.stages.filling import fill_stage
from tournaments.actions.stages.following import create_next_stage
from tournaments.actions.standings import standings
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db
CORRECTED = {"lines": [{"points": points} for points in (0, 0, 0, 40)], "reason": "Misread"}


def final_of(tournament, **declared):
    final = create_next_stage(
        tournament, "Finale", {"sources": [tournament.slug], "last": 4, **declared}, by=director_of(tournament)
    )
    fill_stage(final, by=director_of(final))
    return final


def penalty(tournament, name, amount=1):
    """The question before a penalty against one of a tournament that is over."""
    entry = Entry.objects.get(tournament=tournament, name=name)
    with pytest.raises(ChangesPublished) as asked, transaction.atomic():
        penalise(entry, amount=Decimal(amount), reason="Late", by=director_of(tournament))
    return asked.value


@pytest.mark.slow
def test_the_question_before_a_correction_names_the_next_stage_and_changes_nothing_there(over):  # noqa: F811
    final_of(over)
    api = Caller(over.club.memberships.get(role="owner").user)
    at = f"tournaments/{over.slug}/rounds/1/tables/2/hands/1/"
    headers = {"If-Match": api.get(at)["ETag"]}
    asked = api.put(at, CORRECTED, headers=headers)
    assert codes(asked, 409) == ["changes_published_standings"]
    (told,) = asked.json()["stages"]
    assert (told["stage"], told["name"], told["points"]) == ("finale", "Finale", [])
    assert "Player 0002" in told["ins"]
    assert api.put(at, CORRECTED, headers={**headers, "Agreed": asked.json()["agreement"]}).status_code == 200
    standings.refresh(over.pk)
    listed = api.get("tournaments/finale/stage/").json()["players"]
    assert {each["name"] for each in listed if each["goes"] and not each["entered"]} == {*told["ins"]}
    assert {each["name"] for each in listed if each["entered"] and not each["goes"]} == {*told["outs"]}
    assert penalty(over, "Player 0001").stages == ()  # nothing new in the stage


@pytest.mark.parametrize("kind", ["award", "disqualified"])
def test_the_page_of_a_decision_names_the_next_stage(directing, over, kind):  # noqa: F811
    final_of(over)
    entry = over.entries.get(name="Player 0003")
    sent = {"kind": kind, "entry": entry.pk, "round": over.rounds.get().pk, "amount": "90", "reason": "Late table"}
    page = directing.post(f"/tournaments/{over.slug}/decisions/", sent)
    assert page.status_code == 409
    (change,) = page.context["changes"].stages
    assert (change.outs, len(change.ins)) == (["Player 0003"], 1)
    said = f"Finale : Player 0003 would be out. {change.ins[0]} would qualify. That stage stays as it is"
    assert said in text(page)


@pytest.mark.slow
def test_an_agreement_does_not_cover_other_consequences_for_the_next_stage(directing, over):  # noqa: F811
    final = final_of(over)
    entry = over.entries.get(name="Player 0003")
    address = f"/tournaments/{over.slug}/decisions/"
    sent = {"kind": "award", "entry": entry.pk, "round": over.rounds.get().pk, "amount": "90", "reason": "Late table"}
    asked = directing.post(address, sent).context["changes"]
    (told,) = asked.stages
    change_entry(final.entries.get(name="Player 0003"), {"status": "withdrawn"}, by=director_of(final))
    again = directing.post(address, {**sent, "agreed": asked.agreement})
    assert again.status_code == 409
    assert (told.outs, again.context["changes"].stages) == (["Player 0003"], ())
    agreed = directing.post(address, {**sent, "agreed": again.context["changes"].agreement})
    assert (agreed.status_code, entry.decisions.count()) == (302, 1)


def test_other_points_that_would_be_brought_are_named(over):  # noqa: F811
    final_of(over, carry="all", last=8)
    assert penalty(over, "Player 0003").stages == (StageChange("finale", "Finale", [], [], ["Player 0003"]),)


def test_a_tournament_of_one_stage_takes_no_query_more(over):  # noqa: F811
    def queries():
        with CaptureQueriesContext(connection) as found:
            assert penalty(Tournament.objects.get(pk=over.pk), "Player 0003").rows
        return [each["sql"] for each in found]

    assert not [sql for sql in queries() if "tournaments_stage" in sql]
    before = len(queries())
    create_next_stage(over, "Finale", {"sources": [over.slug], "last": 4}, by=director_of(over))
    assert len(queries()) == before + 2  # the last round, and the filled stages
