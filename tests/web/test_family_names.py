"""Lists by family name, where the club wants it: registration, players, fees, the wall."""

from io import BytesIO

import pypdf
import pytest

from tests.halls import a_round, a_tournament, director_of
from tests.web.pages import text
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.family_names import family_first
from tournaments.models import Club

NAMES = ("Zeno Amato", "Anna Zeni", "Maria De Luca", "Ugo Van der Berg")
SORTED = ["Amato, Zeno", "De Luca, Maria", "Van der Berg, Ugo", "Zeni, Anna"]


@pytest.mark.parametrize(
    ("name", "listed"),
    [
        ("Maria Rossi", "Rossi, Maria"),
        ("Maria Grazia De Luca", "De Luca, Maria Grazia"),
        ("João dos Santos", "dos Santos, João"),
        ("Jan van den Berg", "van den Berg, Jan"),
        ("Gabriele D' Annunzio", "D' Annunzio, Gabriele"),
        ("De Luca", "Luca, De"),
        ("Pelé", "Pelé"),
        ("Rossi, Maria", "Rossi, Maria"),
        ("Anna Riva – Berto Sala", "Riva, Anna – Sala, Berto"),
        ("", ""),
        ("Player 0001", "Player 0001"),
        ("Maria R.", "Maria R."),
        ("Mario Rossi (2)", "Rossi (2), Mario"),
        ("Ugo 王", "王, Ugo"),
    ],
)
def test_the_family_name_first(name, listed):
    assert family_first(name) == listed


@pytest.fixture
def tournament(club):
    made = a_tournament(club, players=0)
    registration.register(made, [Candidate(names=(name,)) for name in NAMES], by=director_of(made))
    return made


def test_a_letter_with_an_accent_stands_beside_the_one_without(club, anybody):
    made = a_tournament(club, players=0, name="Accenti")
    names = ("Élodie Roux", "Fabio Neri", "Edda Bo", "zoe Fini", "Ça Va")
    registration.register(made, [Candidate(names=(name,)) for name in names], by=director_of(made))
    page = text(anybody.get(f"/tournaments/{made.slug}/players/"))
    assert places(page, names) == ["Ça Va", "Edda Bo", "Élodie Roux", "Fabio Neri", "zoe Fini"]


def places(shown, names):
    return sorted(names, key=shown.index)


@pytest.mark.django_db
def test_on_the_wall_everybody_looks_for_the_family_name_whatever_the_club_wants_elsewhere(director, tournament):
    a_round(tournament)
    wall_list_is_by_family_name(director)


@pytest.mark.slow
@pytest.mark.django_db
def test_the_owner_says_how_the_lists_are(owner, director, anybody, tournament):
    where = ("registration/", "players/", "fees/", "constraints/", "decisions/", "draw/")
    for page in where:
        assert places(text(director.get(f"/tournaments/serata/{page}")), NAMES)[0] == "Anna Zeni"
    data = {"name": "Circolo", "language": "en", "time_zone": "Europe/Rome", "by_family_name": "on"}
    owner.post("/clubs/circolo-del-re/details/", data)
    assert Club.objects.get().by_family_name
    shown = [text(director.get(f"/tournaments/serata/{page}")) for page in where]
    assert [places(page, SORTED) for page in shown] == [SORTED] * len(where)


def wall_list_is_by_family_name(director):
    printed = pypdf.PdfReader(BytesIO(director.get("/tournaments/serata/rounds/1/wall-list.pdf").content))
    assert places(printed.pages[0].extract_text(), SORTED) == SORTED
