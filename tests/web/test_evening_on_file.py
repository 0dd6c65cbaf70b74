"""Taking over an evening from a file."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.web.pages import text
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


class TestEveningOnFile:
    EVENING = {
        "ruleset": "busca-accademia",
        "table": {"hands": 2},
        "players": ["Anna", "Berto", "Carla", "Dino"],
        "rounds": [
            {
                "round": 1,
                "tables": [
                    {
                        "table": 1,
                        "seats": ["Anna", "Berto", "Carla", "Dino"],
                        "hands": [[10, 10, 10, 10], [19, 11, 8, 2]],
                    }
                ],
            }
        ],
    }

    def where(self, club):
        return reverse("import-results", args=[club.slug])

    def file(self, document):
        body = document if isinstance(document, bytes) else json.dumps(document).encode()
        return SimpleUploadedFile("evening.json", body)

    def test_looked_at_first_then_taken_over_without_choosing_it_again(self, club, director):
        response = director.post(self.where(club), {"name": "Serata", "file": self.file(self.EVENING)})
        assert "Players: 4. Rounds: 1. Hands: 2. There is nothing to fix" in text(response)
        assert not Tournament.objects.exists()
        carried = response.context["form"].initial
        response = director.post(self.where(club), {**carried, "do": "store"})
        made = Tournament.objects.get()
        assert response.url == reverse("tournament", args=[made.slug])
        assert made.entries.count() == 4

    def test_taken_over_a_second_time_it_asks(self, club, director):
        first = director.post(self.where(club), {"name": "Serata", "file": self.file(self.EVENING)})
        carried = {**first.context["form"].initial, "do": "store"}
        director.post(self.where(club), carried)
        asked = director.post(self.where(club), carried)
        assert asked.status_code == 409
        assert "The club already has Serata with the same start and the same players." in text(asked)
        assert Tournament.objects.count() == 1
        assert director.post(self.where(club), {**carried, "again": "yes"}).status_code == 302
        assert Tournament.objects.count() == 2

    def test_a_spreadsheet_with_totals_in_an_older_encoding(self, club, director):
        lines = ["ruleset;busca-accademia", "table.hands;8", "", "turno;tavolo;giocatore;totale"]
        seats = ["1;1;Niccolò;3", "1;1;Berto;0", "1;1;Carla;4", "1;1;Dino;1"]
        wrong = "\r\n".join([*lines, *seats[:3], "1;1;Dino;x"]).encode("cp1252")
        response = director.post(self.where(club), {"name": "Natale", "file": self.file(wrong)})
        assert response.status_code == 422
        assert "line 8, total: Enter a whole number." in text(response)
        right = "\r\n".join([*lines, *seats]).encode("cp1252")
        response = director.post(self.where(club), {"name": "Natale", "file": self.file(right)})
        assert "Tables with only a total: 1." in text(response)
        director.post(self.where(club), {**response.context["form"].initial, "do": "store"})
        made = Tournament.objects.get()
        assert (made.name, made.status, made.kept) == ("Natale", "finished", "totals")
        assert made.entries.filter(name="Niccolò").exists()

    def test_every_fault_with_its_place(self, club, director):
        broken = json.loads(json.dumps(self.EVENING))
        broken["rounds"][0]["tables"][0]["hands"][1] = [19, 11, 8, 3]
        broken["rounds"][0]["tables"][0]["hands"][0][2] = "x"
        response = director.post(self.where(club), {"name": "S", "file": self.file(broken)})
        assert response.status_code == 422
        page = text(response)
        assert "round 1, table 1, hand 2" in page
        assert "Total 41: take away 1" in page
        assert "round 1, table 1, hand 1, player 3" in page
        assert not Tournament.objects.exists()

    @pytest.mark.parametrize(
        "body", [b"", b"{", b"null", b"[]", b'"x"', b"\xff\xfe\x00", b"[" * 100_000, b'{"players": 3}']
    )
    def test_what_is_no_evening(self, body, club, director):
        response = director.post(self.where(club), {"name": "S", "file": self.file(body)})
        assert response.status_code == 422
        assert not Tournament.objects.exists()

    def test_no_file_and_no_name(self, club, director):
        assert director.post(self.where(club), {}).status_code == 422

    def test_a_file_larger_than_an_evening(self, club, director):
        file = self.file(b" " * (5 << 20))
        response = director.post(self.where(club), {"name": "S", "file": file})
        assert response.status_code == 413
        assert "At most 5 MB can be sent here." in text(response)
