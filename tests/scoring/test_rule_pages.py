"""The pages of rules: their code, cases and examples exist and are right."""

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


def numbers(text):
    """Return how often each number occurs in a text."""
    return Counter(re.findall(r"\d+", text))


def section(text, title):
    """Return the text under a heading of the second level."""
    return text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("page", TRANSLATED, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_a_translation_has_the_numbers_of_the_english_page(page):
    rules, _heading, readings = page.read_text().partition("\n## ")
    english = (DOCS / "rules" / page.name).read_text()
    assert numbers(rules) == numbers(section(english, "For players"))
    assert readings.count("\n- **") == section(english, "Readings").count("\n- **")


@pytest.mark.parametrize("page", [*TRANSLATED, *PAGES], ids=lambda page: str(page.parent.name))
def test_every_variant_has_its_section_named_in_every_language(page):
    variants = [one.slug for one in RULESETS if one.page == page.stem == "brisca"][1:]
    assert re.findall(r"^<!-- (.+) -->\n### ", page.read_text(), re.M) == variants


def test_rules_of_every_game_are_in_five_languages():
    pages = {f"{page.parent.name}/{page.stem}" for page in TRANSLATED}
    assert pages == {f"{lang}/{ruleset.page}" for lang in ("it", "es", "pt", "nl") for ruleset in RULESETS}


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.slug)
def test_a_page_has_the_case_of_each_problem_that_only_its_game_has(ruleset):
    page = (DOCS / "rules" / f"{ruleset.page}.md").read_text()
    assert set(ruleset.own_problems) <= set(re.findall(r"^\|[^|]*`(\w+)`[^|]*\|[^|]+\| `test_", page, re.M))


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
    text = (DOCS / "rules" / f"{ruleset.page}.md").read_text()
    assert f"`{ruleset.slug}`" in text
    assert f"*{ruleset.source.split(':')[0]}*" in text


def test_the_glossary_has_a_word_in_every_language():
    in_five_languages = (DOCS / "glossary.md").read_text().partition("## Words of the code")[0]
    for line in in_five_languages.splitlines():
        cells = line.strip("|").split("|")
        assert not line.startswith("|") or (len(cells) == 5 and all(map(str.strip, cells))), line
