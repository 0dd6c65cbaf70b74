"""What anybody may look at: the first page, in the language and the light that a reader wants, and the games.

Their rules are the pages of docs/rules, without the code's part; the rest is what the rule sets declare.
"""

import re
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, get_language_info
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from markdown_it import MarkdownIt

from scoring import counter, registry
from scoring.reading import read_options
from scoring.ruleset import RuleSet
from tournaments.http import find_game
from tournaments.models import Club, Tournament
from tournaments.web.access import user_of
from tournaments.web.count_layout import CountLayout
from tournaments.web.counting import Count

MAX_LISTED = 12
MAX_CLUBS = 60
YEAR = 365 * 24 * 60 * 60
FOLDER = settings.BASE_DIR / "docs" / "rules"
ENGLISH = "en"
FOR_PLAYERS = ("For players", "Readings")
"""The sections of an English page that a player wants; a translation has no others."""
COMMENT = re.compile(r"^<!-- .* -->\n", re.M)
OWN_SECTION = re.compile(r"^<!-- ([\w-]+) -->\n### .*\n", re.M)
"""What stands before the section of a variant: the name of its rule set, and its heading."""


def home(request: HttpRequest) -> HttpResponse:
    """What is being played, what comes, what was; the reader's own clubs first."""
    listed = Tournament.objects.listed_for(request.user).with_last_round()
    status = Tournament.Status
    context = {
        "running": listed.filter(status=status.RUNNING)[: 4 * MAX_LISTED],
        "planned": listed.filter(status=status.PLANNED).order_by("starts_at", "id")[:MAX_LISTED],
        "finished": listed.filter(status=status.FINISHED)[:MAX_LISTED],
        "clubs": Club.objects.all()[:MAX_CLUBS],
        "own_clubs": Club.objects.of_member(request.user) if user_of(request) else (),
    }
    return render(request, "home.html", context)


@csrf_exempt  # Nothing is at stake, and a token would make every public page a private one.
@require_POST
def preferences(request: HttpRequest) -> HttpResponse:
    """Keep a language or a theme in a cookie and go back to where the reader was."""
    back = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(back, request.get_host(), require_https=request.is_secure())
    response = redirect(back if is_ours else resolve_url("home"))
    language, theme = request.POST.get("language"), request.POST.get("theme")
    if language in dict(settings.LANGUAGES):
        _remember(response, settings.LANGUAGE_COOKIE_NAME, language)
    if theme in ("light", "dark"):
        _remember(response, "theme", theme)
    elif theme == "device":
        response.delete_cookie("theme")
    return response


def _remember(response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)


def rules(request: HttpRequest) -> HttpResponse:
    """Every game that can be played here."""
    return render(request, "rules/rules.html", {"games": registry.RULESETS, "here": "rules"})


def game(request: HttpRequest, ruleset: str, language: str = "") -> HttpResponse:
    """One game: its rules in the reader's language or in another, and what is written down."""
    game = find_game(ruleset)
    if language and language not in languages(game.page):
        raise Http404
    options = read_options(game, {})
    assert not isinstance(options, list)  # noqa: S101 - the defaults are the rule set's own
    context = {
        "game": game,
        "here": "rules",
        "line_fields": game.line_fields(options),
        "hand_fields": game.hand_fields,
        "sides": game.sides,
        "partners": game.seats_per_side(options),
        "text": rule_text(game, language or get_language()),
        "languages": language_names(game.page),
        "counts": counter.usual_pack(game) is not None,
    }
    return render(request, "rules/game.html", context)


def count(request: HttpRequest, ruleset: str) -> HttpResponse:
    """The card counter: everything that was tapped is in the address, and nothing is kept."""
    game = find_game(ruleset)
    if counter.usual_pack(game) is None:
        raise Http404
    count = Count(game, request.GET)
    context = {"count": count, "layout": CountLayout(count), "game": game, "here": "rules"}
    return render(request, "count/count.html", context, status=422 if count.problems else 200)


@dataclass(frozen=True, slots=True)
class RuleText:
    """The rules of a game in one language, as HTML for a page."""

    language: str
    html: SafeString


def rule_text(ruleset: RuleSet, language: str) -> RuleText | None:
    """The text of a game's rules in a language, in English where there is none, or nothing."""
    available = languages(ruleset.page)
    if not available:
        return None
    return _read(ruleset, language if language in available else ENGLISH)


@cache
def languages(page: str) -> tuple[str, ...]:
    """The languages in which a page of rules is told, English first."""
    if not page or not (FOLDER / f"{page}.md").exists():
        return ()
    return (ENGLISH, *sorted(path.parent.name for path in FOLDER.glob(f"??/{page}.md")))


def language_names(page: str) -> dict[str, str]:
    """The languages of a page of rules, each as it calls itself."""
    return {code: get_language_info(code)["name_local"].capitalize() for code in languages(page)}


@cache
def _read(ruleset: RuleSet, language: str) -> RuleText:
    name = f"{ruleset.page}.md"
    path = FOLDER / name if language == ENGLISH else FOLDER / language / name
    source = path.read_text(encoding="utf-8").partition("\n")[2]
    text = _for_players(source) if language == ENGLISH else source
    # Our own files, and HTML in them is shown as it is written.
    html = mark_safe(_markdown().render(_own_first(text, ruleset)))  # noqa: S308
    return RuleText(language, html)


def _own_first(text: str, ruleset: RuleSet) -> str:
    """The page as a variant's players want it: their own section, then the game that it varies."""
    rules, heading, readings = text.partition("\n## ")
    common, *sections = OWN_SECTION.split(rules)
    own = dict(zip(sections[::2], sections[1::2], strict=True)).get(ruleset.slug)
    varied = registry.find(ruleset.page)
    if own is None or varied is None:
        return COMMENT.sub("", text)
    return f"{own}\n### {varied.title}\n{common}{heading}{readings}"


def _for_players(text: str) -> str:
    sections = dict(part.split("\n", 1) for part in re.split(r"^## ", text, flags=re.M)[1:])
    players, *rest = (title for title in FOR_PLAYERS if title in sections)
    return sections[players] + "".join(f"\n## {title}\n{sections[title]}" for title in rest)


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.renderer.rules |= {  # type: ignore[attr-defined]  # the protocol leaves them out
        "table_open": lambda *_: '<div class="wide"><table class="sheet">\n',
        "table_close": lambda *_: "</table></div>\n",
    }
    return markdown
