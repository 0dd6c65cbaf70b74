"""The rules' pages are true: their code, cases and examples exist and do what they say."""

import importlib
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from scoring import counter, wire
from scoring.registry import RULESETS
from tests.scoring.cases import DATA

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted((DOCS / "rules").glob("*.md"))
TRANSLATED = sorted((DOCS / "rules").glob("??/*.md"))
NAME = re.compile(r"`(\w+(?:\.\w+)+|[A-Z]+\d+(?:-\w+)?)`")
CASES = {json.loads(line)["id"] for path in DATA.glob("*.jsonl") for line in path.open()}


def rows(page):
    """Return the names in the last two columns of a page's tables that lead to code and cases."""
    for line in page.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 3 and NAME.search(cells[2]):
            yield NAME.findall(cells[1]), NAME.findall(cells[2])


def resolve(dotted, package):
    module, *names = dotted.split(".")
    found = importlib.import_module(f"{package}.{module}")
    for name in names:
        found = getattr(found, name)
    return found


ROWS = [
    pytest.param(code, case, id=f"{page.stem}-{number}")
    for page in PAGES
    for number, (code, case) in enumerate(rows(page), 1)
]


def test_the_pages_lead_somewhere():
    assert len(ROWS) > 50


@pytest.mark.parametrize(("code", "cases"), ROWS)
def test_code_and_cases_exist(code, cases):
    assert code
    for name in code:
        assert resolve(name, "scoring") is not None
    for name in cases:
        assert name in CASES or callable(resolve(name, "tests.scoring"))


def numbers(page):
    """Return how often each number stands in the players' part of a page."""
    text = page.read_text()
    players = text.partition("## For players")[2].partition("\n## ")[0] or text
    return Counter(re.findall(r"\d+", players))


@pytest.mark.parametrize("page", TRANSLATED, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_a_translation_has_the_numbers_of_the_english_page(page):
    assert numbers(page) == numbers(DOCS / "rules" / page.name)


def test_busca_is_told_in_five_languages_and_the_others_in_two():
    pages = {f"{page.parent.name}/{page.stem}" for page in TRANSLATED}
    assert pages == {f"{language}/busca" for language in ("it", "es", "pt", "nl")} | {
        f"it/{game}" for game in ("buddha", "brisca", "buraco")
    }


def examples(name):
    blocks = re.findall(r"```json\n(.*?)\n(.*?)\n```", (DOCS / "rules" / name).read_text())
    return [(json.loads(request), json.loads(response)) for request, response in blocks]


@pytest.mark.parametrize(("request_", "response"), examples("tallies.md"))
def test_examples_of_tallies(request_, response):
    assert wire.answer(request_) == response


@pytest.mark.parametrize(("request_", "response"), examples("card-counter.md"))
def test_examples_of_the_counter(request_, response):
    assert counter.answer(request_) == response


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.slug)
def test_every_rule_set_has_a_page_that_names_its_source(ruleset):
    family = "brisca" if ruleset.slug.startswith("brisc") else ruleset.slug.split("-")[0]
    text = (DOCS / "rules" / f"{family}.md").read_text()
    assert f"`{ruleset.slug}`" in text
    assert f"*{ruleset.source.split(':')[0]}*" in text


@pytest.mark.parametrize("page", [*PAGES, DOCS / "glossary.md"], ids=lambda page: page.stem)
def test_links_lead_to_pages(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        assert (page.parent / target).exists(), target


def test_the_glossary_has_a_word_in_every_language():
    for line in (DOCS / "glossary.md").read_text().splitlines():
        cells = line.strip("|").split("|")
        assert not line.startswith("|") or (len(cells) == 5 and all(map(str.strip, cells))), line
