"""What is wrong with a form is said in words that mend it."""

import pytest
from django.utils import translation

from tournaments.web.forms.clock import StartForm
from tournaments.web.forms.clubs import ClubForm, InvitationForm, TokenForm


@pytest.mark.parametrize(
    ("form", "sent", "told"),
    [
        (TokenForm, {}, {"name": ["This is missing: fill it in."], "scope": ["Choose one."]}),
        (InvitationForm, {"role": "king"}, {"role": ["This is no longer offered: choose again."]}),
        (ClubForm, {"city": "x" * 300}, {"city": ["This has 300 characters: shorten it to 100."]}),
        (ClubForm, {"time_zone": "Mars"}, {"time_zone": ["This is no longer offered: choose again."]}),
        (StartForm, {"minutes": "60", "starts_at": "soon"}, {"starts_at": ["Choose a day and a time."]}),
    ],
)
def test_a_fault_says_what_to_do(form, sent, told):
    assert form(sent).errors == told


def test_so_it_does_in_the_readers_language():
    with translation.override("it"):
        assert InvitationForm({}).errors == {"role": ["Scegli una voce."]}
