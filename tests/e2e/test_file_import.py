"""The import page shows progress while a file is checked and stored."""

import json

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
NOTES = """
const note = document.querySelector("[role=status][data-working]");
new MutationObserver(() => (sessionStorage.said = note.textContent)).observe(note, { childList: true });
return note.textContent;
"""
WORKING = "The file is being processed. A large file can take a minute."
EVENING = {
    "name": "Natale",
    "ruleset": "busca-accademia",
    "table": {"hands": 8},
    "starts_at": "2025-12-22T20:30:00+01:00",
    "players": ["Anna", "Berto", "Carla", "Dino"],
    "rounds": [{"tables": [{"seats": ["Anna", "Berto", "Carla", "Dino"], "total": [3, 0, 4, 1]}]}],
}


def test_the_page_says_that_it_is_working(director, hall, tmp_path):
    file = tmp_path / "natale.json"
    file.write_text(json.dumps(EVENING))
    director.open(f"/clubs/{hall.club}/import/")
    assert director.ask(NOTES) == ""
    director.all("input[type=file]")[0].send_keys(str(file))
    for button, answer in (("Check it first", "nothing is saved yet"), ("Import it", "The evening was imported.")):
        director.press(button)
        director.wait_for(answer)
        assert director.ask("return sessionStorage.said") == WORKING
        director.ask(f"delete sessionStorage.said; if (document.querySelector('[data-working]')) {{ {NOTES} }}")
