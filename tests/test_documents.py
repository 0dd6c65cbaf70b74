"""Everything that the documents name exists: pages, files, code, settings, commands, addresses."""

import re
from pkgutil import resolve_name

import pytest
from django.core.management import get_commands

from config.environment import READ_ELSEWHERE
from tests.processes import HOME
from tournaments.api.urls import version_1

DOCUMENTS = sorted([*HOME.glob("*.md"), *(HOME / "docs").rglob("*.md"), *(HOME / "benchmarks").glob("*.md")])
DECISIONS = sorted((HOME / "docs" / "decisions").glob("[0-9]*.md"))
TEXTS = [*DOCUMENTS, *(path for room in ("config", "scoring", "tournaments") for path in (HOME / room).rglob("*.py"))]
ROOMS = (".ci", "benchmarks", "checker", "clients", "config", "docker", "docs", "scoring", "templates", "tests")
CODE_ROOMS = ("benchmarks", "config", "scoring", "tournaments")
PLACES = [*HOME.iterdir()] + [path for room in (*ROOMS, "tournaments") for path in (HOME / room).rglob("*")]
FILES = "".join(f"\n/{path.relative_to(HOME)}{'/' * path.is_dir()}" for path in PLACES)
FILE = re.compile(r"`([\w./*]+/|[\w./*]*\w\.(?:css|js|lock|md|mo|po|py|toml|yml))`")
NO_FILES = {"data/", "compose.override.yml"}  # which the host makes
CODE = re.compile(r"`(actions(?:\.\w+)+)`")
API = (HOME / "docs" / "api.md").read_text()
HOSTING = (HOME / "docs" / "hosting.md").read_text()


def each(documents):
    return pytest.mark.parametrize("document", documents, ids=lambda path: str(path.relative_to(HOME)))


@each(DOCUMENTS)
def test_links_lead_to_pages(document):
    links = re.findall(r"\]\((?!https?:)([^)#\s]+)", document.read_text())
    assert [link for link in links if not (document.parent / link).exists()] == []


@each(DOCUMENTS)
def test_links_lead_to_headings(document):
    links = re.findall(r"\]\(([\w./-]*)#([^)\s]+)\)", document.read_text())
    assert [link for link in links if link[1] not in anchors(document.parent / link[0] if link[0] else document)] == []


def anchors(document):
    headings = re.findall(r"^#+ (.+)$", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@each([path for path in DOCUMENTS if path.name != "api.md"])  # its paths are addresses
def test_files_and_folders_exist(document):
    named = set(FILE.findall(document.read_text())) - NO_FILES
    assert [name for name in sorted(named) if not stands(name)] == []


def stands(name):
    pattern = re.escape(name).replace(r"\*", r"[\w-]*")
    return re.search(f"/{pattern}(?:\n|$)", FILES)


def test_the_architecture_names_every_package():
    named = " ".join(re.findall(r"`([^`\n]+)`", (HOME / "docs" / "architecture.md").read_text()))
    rooms = [
        path.parent.name for room in CODE_ROOMS for path in (HOME / room).rglob("__init__.py") if path.stat().st_size
    ]
    assert [room for room in rooms if not re.search(rf"(?<!\w){room}/", named)] == []


@each(DECISIONS)
def test_a_decision_is_headed_by_its_number_and_takes_half_a_page(document):
    text = document.read_text()
    assert text.startswith(f"# {int(document.name[:4])}. ")
    assert len(text.split()) <= 360


def test_the_index_lists_every_decision_once_with_its_title():
    index = (HOME / "docs" / "decisions" / "README.md").read_text()
    listed = re.findall(r"^- \[(.+)\]\((.+)\)$", index, re.MULTILINE)
    titles = [(document.read_text().partition("\n")[0].removeprefix("# "), document.name) for document in DECISIONS]
    assert sorted(listed, key=lambda each: each[1]) == titles


def test_decisions_that_code_and_documents_name_exist():
    numbers = {int(document.name[:4]) for document in DECISIONS}
    named = {int(number) for path in TEXTS for number in re.findall(r"\b[Dd]ecision (\d+)\b(?!/)", path.read_text())}
    assert named - numbers == set()


@each(DOCUMENTS)
def test_actions_exist(document):
    for name in CODE.findall(document.read_text()):
        assert resolve_name(f"tournaments.{name}")


@each(DOCUMENTS)
def test_commands_exist(document):
    named = set(re.findall(r"manage\.py (\w+)", document.read_text())) - {"test"}
    assert named - get_commands().keys() == set()


def test_every_setting_is_documented():
    settings = (HOME / "config" / "settings.py").read_text()
    read = set(re.findall(r'env\.read\(\s*"(\w+)"', settings)) | READ_ELSEWHERE
    table = HOSTING.partition("| variable | meaning | default |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == read


def test_the_addresses_of_the_api_exist():
    known = [re.sub(r"<\w+:\w+>", "{}", str(each.pattern)) for each in version_1]
    named = re.findall(r"`(?:…/)?([\w{}-][\w{}/-]*/)`", API)
    named += re.findall(r"^(?:POST|PUT|GET) +([\w/-]+/)", API, re.MULTILINE)
    lost = [name for name in named if not leads_on(name, known)]
    assert (len(named) > 30, lost) == (True, [])


def leads_on(name, known):
    shape = re.sub(r"\{\w+\}|\blunedi\b|\b1\b", "{}", name)
    return any(f"/{address}".endswith(f"/{shape}") for address in known)
