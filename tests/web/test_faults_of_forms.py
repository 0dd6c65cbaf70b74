"""Error messages of forms say how to correct the input."""

from functools import partial

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import translation

from tournaments.models import User
from tournaments.web.forms.account import ChangePasswordForm, SignInForm, TokenForm
from tournaments.web.forms.clubs import ClubForm, InvitationForm
from tournaments.web.forms.rounds import StartForm


@pytest.mark.parametrize(
    ("form", "sent", "told"),
    [
        (partial(TokenForm, AnonymousUser()), {}, {"name": ["This is missing: fill it in."], "scope": ["Choose one."]}),
        (InvitationForm, {"role": "king"}, {"role": ["This is no longer offered: choose again."]}),
        (ClubForm, {"city": "x" * 300}, {"city": ["This has 300 characters: shorten it to 100."]}),
        (ClubForm, {"time_zone": "Mars"}, {"time_zone": ["This is no longer offered: choose again."]}),
        (StartForm, {"minutes": "60", "starts_at": "soon"}, {"starts_at": ["Choose a day and a time."]}),
        (StartForm, {"minutes": "60", "starts_at": "0001-01-01T00:00"}, {"starts_at": ["Choose a day and a time."]}),
    ],
)
@pytest.mark.django_db
def test_a_fault_says_what_to_do(form, sent, told):
    assert form(sent).errors == told


def test_faults_are_in_the_readers_language():
    with translation.override("it"):
        assert InvitationForm({}).errors == {"role": ["Scegli una voce."]}


TOO_SHORT = {
    "it": "Questa password è troppo corta: deve avere almeno 8 caratteri.",
    "es": "La contraseña es demasiado corta: debe tener al menos 8 caracteres.",
    "pt": "A palavra-passe é demasiado curta: deve ter pelo menos 8 caracteres.",
    "nl": "Dit wachtwoord is te kort: het moet minstens 8 tekens hebben.",
}


@pytest.mark.parametrize("language", TOO_SHORT)
def test_a_short_password_is_refused_in_each_language(language):
    user = User(username="olga")
    user.set_password("Tre-carte-in-mano")
    with translation.override(language):
        typed = {"old_password": "Tre-carte-in-mano", "new_password1": "X-4-y", "new_password2": "X-4-y"}
        assert ChangePasswordForm(user, typed).errors == {"new_password2": [TOO_SHORT[language]]}


@pytest.mark.django_db
def test_a_wrong_password_says_that_capitals_count_in_it_alone(rf):
    told = ["No account has this name and this password. In the password capitals count."]
    form = SignInForm(rf.post("/sign-in/"), {"username": "Olga", "password": "wrong"})
    assert form.errors == {"__all__": told}
