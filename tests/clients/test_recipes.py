"""docs/recipes.md: each recipe is run as it stands, in three languages, and prints what it says."""

import re
import shutil
import sys

import pytest

from tests.fixtures.redis_server import free_port
from tests.processes import HOME

from .conftest import a_club_on, printed

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
PAGE = (HOME / "docs" / "recipes.md").read_text()
COMMANDS = {
    "sh": ["bash", "-euo", "pipefail", "-c"],
    "python": [sys.executable, "-c"],
    "js": ["node", "--input-type=module", "--eval"],
}
NEEDED = {"sh": ("curl", "jq"), "python": (), "js": ("node",)}
WEBHOOK = "Receive webhooks"
CARD = """
from tournaments.actions.at_table import keys
from tournaments.models import Tournament
print(keys.cards(Tournament.objects.get(slug={!r}), [1])[0].secret)
"""


def blocks(section):
    return dict(re.findall(r"^```(\w+)\n(.*?)^```$", section, re.DOTALL | re.MULTILINE))


HEAD, *SECTIONS = re.split(r"^## ", PAGE, flags=re.MULTILINE)
RECIPES = {section.partition("\n")[0]: blocks(section) for section in SECTIONS}


@pytest.fixture
def language(request):
    if missing := [program for program in NEEDED[request.param] if not shutil.which(program)]:
        pytest.skip(f"no {' and '.join(missing)} on PATH")
    return request.param


def test_there_are_ten_each_in_three_languages():
    assert len(RECIPES) == 10
    assert {name for name, recipe in RECIPES.items() if recipe.keys() != {*COMMANDS, "text"}} == set()


@pytest.mark.parametrize("language", COMMANDS, indirect=True)
def test_recipes_print_what_they_say(language, served, python_client, tmp_path):
    variables = {**a_club_on(served, f"Recipes in {language}"), "PYTHONPATH": str(python_client)}
    said = {}
    for name in (name for name in RECIPES if name != WEBHOOK):
        said[name] = printed(program(name, language), tmp_path, **variables)
        if "EVENING" not in variables:
            variables["EVENING"] = said[name].split()[-1]
            variables["CARD"] = served.run(CARD.format(variables["EVENING"]))
    assert said == {name: RECIPES[name]["text"].replace("$EVENING", variables["EVENING"]) for name in said}


def program(name, language):
    return [*COMMANDS[language], blocks(HEAD)[language] + RECIPES[name][language]]


@pytest.mark.parametrize("language", ["python", "js"], indirect=True)
def test_webhooks_are_received(language, serve, python_client, tmp_path):
    port = str(free_port())
    server = serve(TAVOLO_WEBHOOK_PRIVATE_HOSTS="127.0.0.1")
    variables = {**a_club_on(server, "Webhooks"), "PORT": port, "RECEIVER": f"http://127.0.0.1:{port}/"}
    variables["SECRET"] = printed(program(WEBHOOK, "sh"), tmp_path, **variables).strip()
    said = printed(program(WEBHOOK, language), tmp_path, PYTHONPATH=str(python_client), **variables)
    assert said == RECIPES[WEBHOOK]["text"]
