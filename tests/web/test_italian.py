"""Every message speaks Italian, and the compiled catalogue is the one that was written."""

import re
import shutil
import subprocess
import sys

import polib
import pytest

from tests.halls import a_round, a_tournament, play
from tests.processes import HOME, environment
from tests.web.pages import text

CATALOGUE = HOME / "tournaments/locale/it/LC_MESSAGES/django.po"
SOURCES = ("config", "scoring", "templates", "tournaments", "manage.py")
PLACE = re.compile(r"%(?:\(\w+\))?[sd]|%%\w+%%")
ANYWHERE = {"%(number)s", "%(number)d", "%(tables)s", "%(left)s", "%(asked)s", "%(more)s"}


@pytest.fixture(scope="module")
def catalogue():
    return polib.pofile(CATALOGUE)


def test_nothing_is_left_untranslated_unsure_or_unused(catalogue):
    assert [entry.msgid for entry in catalogue.untranslated_entries()] == []
    assert [entry.msgid for entry in catalogue.fuzzy_entries()] == []
    assert [entry.msgid for entry in catalogue.obsolete_entries()] == []


def test_what_is_filled_in_is_the_same_in_both_languages(catalogue):
    wrong = [
        entry.msgid
        for entry in catalogue
        for said in entry.msgstr_plural.values() or [entry.msgstr]
        if not places(said) ^ places(entry.msgid_plural or entry.msgid) <= ANYWHERE
        or not places(said) <= places(entry.msgid_plural or entry.msgid)
    ]
    assert wrong == []


def places(message):
    return set(PLACE.findall(message))


def test_the_compiled_catalogue_is_the_written_one(catalogue):
    compiled = polib.mofile(CATALOGUE.with_suffix(".mo"))
    assert messages(compiled) == messages(catalogue)


def messages(catalogue):
    return {
        (entry.msgctxt, entry.msgid): entry.msgstr_plural or entry.msgstr for entry in catalogue
    }


def test_every_message_of_the_sources_is_in_it(catalogue, tmp_path):
    if not shutil.which("xgettext"):
        pytest.skip("no xgettext on PATH")
    for source in SOURCES:
        copy(HOME / source, tmp_path / source)
    command = ["makemessages", "-l", "it", "--no-wrap"]
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        check=False,
        cwd=tmp_path,
        env=environment(TAVOLO_DATA_DIR=str(tmp_path / "data")),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    found = polib.pofile(tmp_path / CATALOGUE.relative_to(HOME))
    current = {(entry.msgctxt, entry.msgid) for entry in found if not entry.obsolete}
    assert messages(catalogue).keys() ^ current == set()


def copy(source, target):
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)


ENGLISH = ["Round", "Table", "Hand ", "Sign in", "Standings", "Players", "Total", "Points", "Why"]


@pytest.mark.django_db
def test_a_directors_pages_are_italian_throughout(club, director):
    round_ = a_round(a_tournament(club, players=9, name="Serata"))
    play(round_.tables.get(number=1))
    for tail in ("", "desk/", "registration/", "rounds/1/", "rounds/1/tables/1/", "draw/"):
        page = director.get(f"/tournaments/serata/{tail}", headers={"accept-language": "it"})
        said = text(page)
        assert [word for word in ENGLISH if word in said] == [], tail


@pytest.mark.django_db
def test_a_fault_speaks_the_readers_language(club, scorer):
    a_round(a_tournament(club, name="Serata"))
    typed = {"line-0-points": "x", "line-1-points": "41", "line-2-points": "1"}
    page = scorer.post(
        "/tournaments/serata/rounds/1/tables/1/hands/1/", typed, headers={"accept-language": "it"}
    )
    for fault in ("Scrivi un numero intero", "Scrivi un numero da 0 a 40", "Manca: scrivilo"):
        assert fault in text(page)
