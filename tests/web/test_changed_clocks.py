"""Times typed on the days on which the clocks change, in forms and in questions to the API."""

from datetime import UTC, datetime, timedelta

import pytest
from django import forms
from django.utils import timezone

from tournaments.api.queries import DayOrMoment
from tournaments.web.forms.form import ClubDateTimeField

FIRST, SECOND = (datetime(2026, 10, 25, hour, 30, tzinfo=UTC) for hour in (0, 1))
"""Both are 02:30 in Rome."""
HALF_PAST_TWO = "2026-10-25T02:30"


class Form(forms.Form):
    at = ClubDateTimeField()


@pytest.fixture(autouse=True)
def in_rome():
    with timezone.override("Europe/Rome"):
        yield


def typed(text, before=None):
    form = Form({"at": text}, initial={"at": before})
    return form.cleaned_data["at"] if form.is_valid() else form.errors["at"]


@pytest.mark.slow
def test_what_stood_in_a_form_stays_whichever_moment_of_two_it_was():
    for minutes in range(-120, 26 * 60):
        for day in (datetime(2026, 3, 29, tzinfo=UTC), datetime(2026, 10, 25, tzinfo=UTC)):
            at = day + timedelta(minutes=minutes)
            shown = Form(initial={"at": at})["at"].value()
            assert typed(shown.strftime("%Y-%m-%dT%H:%M"), at) == at


def test_of_a_time_that_comes_twice_the_first_is_meant():
    assert typed(HALF_PAST_TWO) == typed(HALF_PAST_TWO, FIRST) == FIRST
    assert typed(HALF_PAST_TWO, SECOND + timedelta(minutes=1)) == FIRST


def test_a_time_that_is_skipped_is_refused_in_words():
    told = "The clocks go forward that night, and this time does not exist: choose another."
    assert typed("2026-03-29T02:30") == [told]
    assert typed("2026-03-29T03:00") == datetime(2026, 3, 29, 1, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "day", "first", "next_day"),
    [
        ("Europe/Rome", "2026-10-25", datetime(2026, 10, 24, 22, tzinfo=UTC), datetime(2026, 10, 25, 23, tzinfo=UTC)),
        ("Europe/Rome", "2026-03-29", datetime(2026, 3, 28, 23, tzinfo=UTC), datetime(2026, 3, 29, 22, tzinfo=UTC)),
        ("America/Havana", "2026-03-08", datetime(2026, 3, 8, 5, tzinfo=UTC), datetime(2026, 3, 9, 4, tzinfo=UTC)),
        ("America/Havana", "2026-11-01", datetime(2026, 11, 1, 4, tzinfo=UTC), datetime(2026, 11, 2, 5, tzinfo=UTC)),
        ("America/Santiago", "2026-04-04", datetime(2026, 4, 4, 3, tzinfo=UTC), datetime(2026, 4, 5, 4, tzinfo=UTC)),
    ],
)
def test_a_day_begins_and_ends_by_the_clock_there(zone, day, first, next_day):
    with timezone.override(zone):
        assert DayOrMoment().clean(day) == first
        assert DayOrMoment(ends=True).clean(day) == next_day - timedelta(microseconds=1)


def test_a_time_that_comes_twice_is_within_what_begins_or_ends_with_it():
    assert (DayOrMoment().clean(HALF_PAST_TWO), DayOrMoment(ends=True).clean(HALF_PAST_TWO)) == (FIRST, SECOND)
