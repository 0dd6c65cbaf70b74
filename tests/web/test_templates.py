"""The format of templates: pages and the fragments that they include."""

import re
from pathlib import Path

import pytest

ROOT = Path("templates")
OURS = [path for path in sorted(ROOT.rglob("*.html")) if "django" not in path.parts]
LIMIT = 160
PAGE = re.compile(r"\{% extends |<!doctype html>")


@pytest.mark.parametrize("path", OURS, ids=str)
def test_fragments_and_they_alone_begin_with_an_underscore(path):
    assert path.name.startswith("_") != bool(PAGE.search(path.read_text()))


@pytest.mark.parametrize("path", sorted(filter(Path.is_file, ROOT.rglob("*"))), ids=str)
def test_no_line_is_too_long_to_read(path):
    lines = path.read_text().splitlines()
    assert [number for number, line in enumerate(lines, 1) if len(line) > LIMIT] == []


def test_every_fragment_is_used():
    sources = [*ROOT.rglob("*.html"), *Path("tournaments").rglob("*.py")]
    named = set(re.findall(r'"([\w/]+\.html)"', "".join(one.read_text() for one in sources)))
    fragments = {str(path.relative_to(ROOT)) for path in OURS if path.name.startswith("_")}
    assert fragments - named == set()


ASK = {
    "_ask_once.html": "asks",
    "long/_registered.html": "asks, in the words of its own template language",
    "desk/close.html": "is the page that asks",
    "round/close_table.html": "is the page that asks",
    "hand/_decision.html": "wants a reason first",
    "player/player.html": "leads to a page that asks",
    "player/erase.html": "is that page",
    "desk/_on_my_way.html": "destroys nothing: somebody waits",
    "desk/_closed_codes.html": "destroys nothing: phones may type again",
    "desk/_clock.html": "the clock can go on again",
    "draft/draft.html": "publishing can be undone",
    "draft/progress.html": "the draw can be asked for again",
    "at_table/_pass.html": "calls the director",
}


def test_whatever_destroys_something_asks_once():
    grave = {str(path.relative_to(ROOT)) for path in OURS if "button grave" in path.read_text()}
    assert grave - ASK.keys() == set()


NAMES = re.compile(r'<\w+[^<>]*class="name"(?!\s+translate="no")')
NO_PERSON = {"account/tokens.html": "a program", "draft/constraints.html": "two names and a word between them"}


def test_no_browser_translates_a_name():
    named = {str(path.relative_to(ROOT)) for path in OURS if NAMES.search(path.read_text())}
    assert named == NO_PERSON.keys()


CONTROL = r"<(?:summary|a|button)\b(?:{%[^%]*%}|{{[^}]*}}|[^<>{])*>"
SENTENCE = r"\s*{% blocktranslate(?:(?!%}).)*\|(?:as_name|with_names|names)\b"


def test_a_sentence_with_a_name_is_one_piece_of_its_button():
    """Otherwise, text beside a marked name in a button or summary would be laid out beside it instead of after it."""
    parted = {}
    for path in OURS:
        found = re.findall(f"({CONTROL}){SENTENCE}", path.read_text(), re.S)
        parted[str(path.relative_to(ROOT))] = [one for one in found if "<summary" in one or 'class="button' in one]
    assert {path: found for path, found in parted.items() if found} == {}
