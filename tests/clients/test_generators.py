"""Clients that others generate from the OpenAPI document alone, with a running Tavolo."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.api.promises import references
from tests.processes import environment

from .conftest import SOURCE, a_club_on, printed

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
FILE = SOURCE / "openapi.json"
DOCUMENT = json.loads(FILE.read_text("utf-8"))
OPERATIONS = [operation for methods in DOCUMENT["paths"].values() for operation in methods.values()]
IDS = sorted(operation["operationId"] for operation in OPERATIONS)
CHAPTERS = {"standings", "rounds", "tables", "hands", "entries"}
RESULTS = references(
    [[one.get("requestBody"), one["responses"]] for one in OPERATIONS if CHAPTERS & {*one["tags"]}],
    DOCUMENT["components"]["schemas"],
)
"""The schemas of results, none of whose properties may be just anything."""
IGNORED = {"slug", "version", "used", "played", "hidden", "pairing"}
"""The properties of an exported game and of a plan that the API ignores: they may be anything."""
EVENING = """
from tests.halls import a_club, a_round, a_tournament, a_user, play_out
from tournaments.actions.standings import standings
round_ = a_round(a_tournament(a_club({name!r}, owner=a_user({name!r})), visibility="public"))
play_out(round_)
standings.refresh(round_.tournament_id)
print(round_.tournament.slug)
"""


def make(*command, folder):
    """Run a generator; return its output."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        check=False,
        cwd=folder,
        env=environment(PATH=path),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=500,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture
def evening(served, request):
    """The address of a running Tavolo, and a tournament with a round that was played."""
    name = f"Generated {request.node.name}"
    a_club_on(served, name)
    return {"SITE": served.address, "SLUG": served.run(EVENING.format(name=name))}


OF_OPENAPI_PYTHON_CLIENT = """
from os import environ
from made import Client
from made.api.games import score_hands
from made.api.standings import get_standings
from made.api.tournaments import get_tournament
from made.models import Problem, ScoreRequest, Standings, TallyLine
client = Client(environ["SITE"], raise_on_unexpected_status=True)
standings = get_standings.sync(environ["SLUG"], client=client)
print(type(standings) is Standings, sum(row.hands for row in standings.rows))
print(get_tournament.sync("nowhere", client=client).errors[0].code)
"""


def test_openapi_python_client_makes_every_operation(evening, tmp_path):
    command = ("generate", "--path", str(FILE), "--output-path", "made", "--meta", "none")
    make("openapi-python-client", *command, folder=tmp_path)
    modules = [path for path in (tmp_path / "made" / "api").rglob("*.py") if path.name != "__init__.py"]
    assert sorted(path.stem for path in modules) == IDS
    untyped = [
        path.stem
        for path in modules
        if path.parent.name in CHAPTERS and re.search(r"-> Response\[.*\bAny\b", path.read_text())
    ]
    assert sorted(untyped) == ["delete_entry", "delete_round"]  # which answer nothing
    models = [path.read_text() for path in (tmp_path / "made" / "models").glob("*.py")]
    of_any_type = {name for text in models for name in re.findall(r"^    (?!additional)(\w+): .*\bAny\b", text, re.M)}
    assert of_any_type == IGNORED
    said = printed([sys.executable, "-c", OF_OPENAPI_PYTHON_CLIENT], tmp_path, **evening)
    assert said == "True 16\nnot_found\n"


OF_DATAMODEL_CODEGEN = """
from os import environ
from urllib.request import urlopen
import made
import json
def read(model, path):
    with urlopen(f"{environ['SITE']}/api/v1/tournaments/{environ['SLUG']}/{path}") as answer:
        return model.model_validate_json(answer.read())
print(sum(row.hands for row in read(made.Standings, "standings/").rows))
print([hand.scores for hand in read(made.HandPage, "rounds/1/tables/1/hands/").results])
print(len(read(made.Round, "rounds/1/").tables), len(read(made.EntryPage, "entries/").results))
untyped = {
    (name, field)
    for name in json.loads(environ["NAMES"])
    for field, of_field in getattr(getattr(made, name), "model_fields", {}).items()
    if "Any" in str(of_field.annotation).replace("AnyUrl", "")
}
print(untyped)
"""


def test_datamodel_codegen_makes_every_schema(evening, tmp_path):
    options = ("--input-file-type", "openapi", "--output-model-type", "pydantic_v2.BaseModel", "--output", "made.py")
    make("datamodel-codegen", "--input", str(FILE), *options, folder=tmp_path)
    names = json.dumps(sorted(RESULTS))
    said = printed([sys.executable, "-c", OF_DATAMODEL_CODEGEN], tmp_path, NAMES=names, **evening)
    assert said.splitlines() == ["16", "[[1, 1, 1, 1], [1, 1, 1, 1]]", "2 8", "set()"]


OF_OPENAPI_TYPESCRIPT = """
import type { components, operations } from "./made";
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Schemas = components["schemas"];
const place: Same<Schemas["StandingsRow"]["place"], number | null> = true;
const scores: Same<Schemas["Hand"]["scores"], (number | null)[]> = true;
const state: Same<Schemas["Entry"]["status"], "active" | "paused" | "withdrawn" | "disqualified"> = true;
type Body = operations["record_hand"]["requestBody"]["content"]["application/json"];
export const body: Body = { lines: [{ points: 13 }, null] };
// @ts-expect-error
export const wrong: Body = { line: [] };
export const checked = [place, scores, state];
export type All = [OPERATIONS];
"""


def test_openapi_typescript_makes_every_operation(tmp_path):
    if not shutil.which("npx"):
        pytest.skip("no npx on PATH")
    npx = ("npx", "--yes", "-p")
    make(*npx, "openapi-typescript@7.13.0", "openapi-typescript", str(FILE), "-o", "made.d.ts", folder=tmp_path)
    program = OF_OPENAPI_TYPESCRIPT.replace("OPERATIONS", ", ".join(f'operations["{name}"]' for name in IDS))
    (tmp_path / "program.ts").write_text(program)
    make(*npx, "typescript@5.9.3", "tsc", "--strict", "--noEmit", "program.ts", folder=tmp_path)
    made = re.sub(r"/\*.*?\*/", "", (tmp_path / "made.d.ts").read_text(), flags=re.DOTALL)
    schemas = made.partition("    schemas: {")[2].partition("\n    };")[0]
    parts = {part.partition(":")[0].strip(): part for part in re.split(r"\n {8}(?=\w)", schemas)}
    assert parts.keys() >= RESULTS
    assert {name for name in RESULTS if re.search(r"\b(unknown|any)\b", parts[name])} == set()
