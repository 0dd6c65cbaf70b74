"""manage.py add_game: creates the first files of a game, and lists what the game still lacks."""

import ast
import re
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scoring import registry

HOME = Path(settings.BASE_DIR)
REGISTRY = HOME / "scoring" / "registry.py"
PROBLEMS = HOME / "docs" / "rules" / "problems.md"
TO_WRITE = "To be written"
"""The placeholder in a new file for a text that the author of the game writes."""

RULES = '''"""{title}. To be written: what a hand is about, in one sentence."""

from dataclasses import dataclass

from scoring.bounds import HandBounds, each_side
from scoring.fields import Field
from scoring.problems import gettext_noop as _
from scoring.ruleset import RuleSet
from scoring.values import Options, TableRules, Tally

TOTAL = 120
"""To be written: the points of all cards."""

POINTS = Field("points", _("Points"), maximum=TOTAL)


@dataclass(frozen=True, kw_only=True)
class {name}(RuleSet):
    """{title}, two against two."""

    page: str = "{slug}"
    sides: range = range(2, 3)
    hand_total: int | None = TOTAL
    card_points: str | None = "points"
    line: tuple[Field, ...] = (POINTS,)

    def seats_per_side(self, options: Options) -> int:
        """Return the number of partners."""
        return 2

    def hand_bounds(self, options: Options, sides: int) -> HandBounds:
        """Return the fewest and the most that a hand gives a side."""
        return each_side(0, TOTAL, sides)

    def score(self, tally: Tally) -> tuple[int | None, ...]:
        """Return the points. To be written: what they are worth."""
        return tuple(int(line["points"]) for _side, line in tally.sides())


{constant} = {name}(slug="{slug}", title="{title}", source="To be written", usual_table=TableRules(hands=4))
'''
CASES = '''"""{title}. To be written: golden hands that cite the source, and hands that cannot be."""

from scoring.wire import answer
from tests.scoring.cases import hand, places, table


def test_a_hand_of_the_source():
    assert answer(hand("{slug}", {{"points": 80}}, {{"points": 40}})) == {{"scores": ["To be written"]}}


def test_another_sum_is_refused():
    assert places(answer(hand("{slug}", {{"points": 80}}, {{"points": 41}}))) == [("sum_not_120", None, "points")]


def test_the_end_of_a_table():
    hands = [[{{"points": 80}}, {{"points": 40}}]]
    assert [answer(table("{slug}", *hands, hands=many))["over"] for many in (1, 2)] == [True, False]
'''
PAGE = """# {title}

Source: *To be written*. Rule set: `{slug}`.

## For players

**What it is about.** To be written.

**Score.** To be written.

**What you write down.** To be written.

**The end.** To be written.

## Articles, code and cases

| article | code | case |
|---|---|---|
| To be written | `{module}.{name}.score` | `test_{module}.test_a_hand_of_the_source` |

## Readings

- **To be written.** What the source leaves open, and how it is played here.
"""


class Command(BaseCommand):
    """Creates the first files of a game, or lists what an existing game lacks."""

    help = (
        "With a title, writes a first rule set, page and test of a new game and adds it to the registry. "
        "Without, lists what the game still lacks; the exit status is 1 while it lacks something."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments: the game's slug, and its title if the game is new."""
        parser.add_argument("slug", help="the name of the rule set: small letters, digits and hyphens")
        parser.add_argument("title", nargs="?", help="the title of a new game, as people read it")

    def handle(self, *_args: object, **options: str | None) -> None:
        """Write the files of a new game, or list what an existing game lacks."""
        slug, title = str(options["slug"]), options["title"]
        if title:
            _begin(slug, title)
            self.stdout.write(f"Written. “manage.py add_game {slug}” lists what is missing.")
        elif lacking := list(_missing_parts(slug)):
            raise CommandError("\n".join(lacking))
        else:
            self.stdout.write("Nothing is missing.")


def _begin(slug: str, title: str) -> None:
    module = slug.replace("-", "_")
    paths = {_rules(module): RULES, _cases(module): CASES, _page(slug): PAGE}
    taken = registry.find(slug) or [path for path in paths if path.exists()]
    if taken or not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", slug):
        raise CommandError(f"“{slug}” is taken, or no name: small letters, digits and hyphens.")
    words = {"slug": slug, "title": title, "module": module, "constant": module.upper()}
    words["name"] = "".join(part.capitalize() for part in module.split("_"))
    for path, text in paths.items():
        path.write_text(text.format(**words))
    _register(module)


def _register(module: str) -> None:
    """Import the module in the registry, in alphabetical order, and register its game before generic games."""
    imports, listed, rest = re.split(r"^\)\n", REGISTRY.read_text(), maxsplit=2, flags=re.MULTILINE)
    head, _bracket, names = imports.rpartition("(\n")
    names = "".join(sorted([*names.splitlines(keepends=True), f"    {module},\n"]))
    listed = listed.replace("    points.ANY,\n", f"    {module}.{module.upper()},\n    points.ANY,\n")
    REGISTRY.write_text(f"{head}(\n{names})\n{listed})\n{rest}")


def _missing_parts(slug: str) -> Iterator[str]:
    """Yield a line for each thing that the game lacks."""
    ruleset = registry.find(slug)
    if ruleset is None:
        raise CommandError(f"scoring/registry.py has no “{slug}”; with a title, its files are begun.")
    module = type(ruleset).__module__.removeprefix("scoring.")
    pages = [_page(ruleset.page), *(_page(ruleset.page, code) for code, _name in settings.LANGUAGES[1:])]
    for path in (_rules(module), _cases(module), *pages):
        if not path.exists():
            yield f"{path.relative_to(HOME)} is not there"
        elif TO_WRITE.lower() in (text := path.read_text().lower()):
            yield f"{path.relative_to(HOME)}: {text.count(TO_WRITE.lower())} to be written"
    code = _rules(module).read_text()
    yield from _untranslated(code)
    for problem in _unlisted(PROBLEMS, re.findall(r"""Problem\(\s*"(\w+)\"""", code)):
        yield f"{_rules(module).relative_to(HOME)}: own_problems has no {problem}"
    for problem in _unlisted(pages[0], ruleset.own_problems):
        yield f"{pages[0].relative_to(HOME)} has no `{problem}`"


def _unlisted(page: Path, problems: Iterable[str]) -> list[str]:
    text = page.read_text() if page.exists() else ""
    return [problem for problem in problems if f"`{problem}`" not in text]


def _untranslated(code: str) -> Iterator[str]:
    calls = [call for call in ast.walk(ast.parse(code)) if isinstance(call, ast.Call)]
    marked = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "_"]
    for language, _name in settings.LANGUAGES[1:]:
        catalogue = HOME / "tournaments" / "locale" / language / "LC_MESSAGES" / "django.mo"
        with catalogue.open("rb") as file:
            translations = GNUTranslations(file)
        translations.add_fallback(_Untranslated())
        for text in map(ast.literal_eval, marked):
            if not translations.gettext(text):
                yield f"{language}: “{text}” is not translated"


class _Untranslated(NullTranslations):
    def gettext(self, message: str) -> str:
        return message[:0]


def _rules(module: str) -> Path:
    return HOME / "scoring" / f"{module}.py"


def _cases(module: str) -> Path:
    return HOME / "tests" / "scoring" / f"test_{module}.py"


def _page(page: str, language: str = "") -> Path:
    return HOME / "docs" / "rules" / language / f"{page}.md"
