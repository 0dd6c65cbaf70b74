"""Properties of every page, in a real browser, on a phone and at a desk."""

import pytest

from tests.e2e.conftest import Site
from tests.e2e.figures import broken_figures
from tests.fixtures.browser import leave_nothing

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]

PAGES = {
    "home": "/",
    "what is stored": "/privacy/",
    "rules": "/rules/",
    "glossary": "/glossary/",
    "about the figures": "/figures/",
    "guide of the API": "/api/guide/",
    "busca": "/rules/busca-accademia/",
    "buraco": "/rules/buraco/",
    "rules in Italian": "/rules/brisca/it/",
    "card counter": "/rules/brisca/count/",
    "card counter by kind": "/rules/buraco/count/",
    "club": "/clubs/{club}/",
    "champions": "/clubs/{club}/champions/",
    "ratings of a game": "/clubs/{club}/ratings/busca-accademia/",
    "formats": "/clubs/{club}/tournaments/new/busca-accademia/formats/?players=37&minutes=240&round_minutes=45&pause=5",
    "rating of a player": "/clubs/{club}/ratings/busca-accademia/{player}/",
    "season": "/seasons/{season}/",
    "season's declaration": "/seasons/{season}/declaration/",
    "changes of a season": "/seasons/{season}/log/",
    "season's final": "/seasons/{season}/final/",
    "evening of a season": "/seasons/{season}/evenings/{over}/change/",
    "places of a season": "/seasons/{season}/places/",
    "player's year": "/seasons/{season}/players/{of_season}/",
    "champion of a season": "/seasons/{season}/champion/",
    "player": "/players/{player}/",
    "standings": "/tournaments/{playing}/",
    "standings after round 1": "/tournaments/{playing}/standings/1/",
    "final standings": "/tournaments/{over}/",
    "stages": "/tournaments/{over}/stages/",
    "next stage": "/tournaments/{over}/stage/next/",
    "pictures": "/tournaments/{playing}/pictures/",
    "no pictures": "/tournaments/{empty}/pictures/",
    "no standings": "/tournaments/{empty}/",
    "players": "/tournaments/{playing}/players/",
    "entry": "/tournaments/{playing}/players/{entry}/",
    "round": "/tournaments/{playing}/rounds/2/",
    "round of long names": "/tournaments/{over}/rounds/1/",
    "nobody found": "/tournaments/{playing}/rounds/2/?q=zzz",
    "table": "/tournaments/{playing}/rounds/2/tables/2/",
    "disputed table": "/tournaments/{playing}/rounds/2/tables/1/",
    "account": "/account/",
    "password": "/account/password/",
    "tokens": "/account/tokens/",
    "found a club": "/clubs/new/",
    "club's details": "/clubs/{club}/details/",
    "members": "/clubs/{club}/members/",
    "webhooks": "/clubs/{club}/webhooks/",
    "webhook": "/webhooks/{webhook}/",
    "games": "/clubs/{club}/tournaments/new/",
    "new tournament": "/clubs/{club}/tournaments/new/busca-accademia/",
    "new buraco": "/clubs/{club}/tournaments/new/buraco/",
    "own games": "/clubs/{club}/games/",
    "new game": "/clubs/{club}/games/new/points/",
    "import": "/clubs/{club}/import/",
    "plan": "/tournaments/{playing}/plan/",
    "desk in play": "/tournaments/{playing}/desk/",
    "desk with a draft": "/tournaments/{drafted}/desk/",
    "empty desk": "/tournaments/{empty}/desk/",
    "finished desk": "/tournaments/{over}/desk/",
    "registration": "/tournaments/{playing}/registration/",
    "empty registration": "/tournaments/{empty}/registration/",
    "list": "/tournaments/{playing}/registration/list/",
    "registered": "/tournaments/{playing}/registration/{entry}/",
    "fees": "/tournaments/{playing}/fees/",
    "prizes": "/tournaments/{over}/prizes/",
    "teams": "/tournaments/{over}/teams/",
    "making teams": "/tournaments/{over}/teams/change/",
    "same person": "/players/{player}/same/",
    "how a name is shown": "/players/{player}/shown/",
    "constraints": "/tournaments/{playing}/constraints/",
    "draw": "/tournaments/{playing}/draw/",
    "draft": "/tournaments/{drafted}/rounds/1/draft/",
    "times": "/tournaments/{drafted}/rounds/1/times/",
    "decisions": "/tournaments/{playing}/decisions/",
    "departure": "/tournaments/{playing}/rounds/2/tables/1/left/",
    "what if": "/tournaments/{playing}/rounds/2/tables/1/what-if/",
    "ledger": "/tournaments/{playing}/ledger/",
    "screens": "/tournaments/{playing}/screens/",
    "screen's programme": "/tournaments/{playing}/screens/{screen}/",
    "undo": "/tournaments/{over}/undo/",
    "no undo": "/tournaments/{playing}/undo/",
    "results": "/tournaments/{playing}/results/",
    "hand": "/tournaments/{playing}/rounds/2/tables/2/hands/2/",
    "all hands": "/tournaments/{playing}/rounds/2/tables/2/sheet/",
    "correction": "/tournaments/{playing}/rounds/2/tables/1/hands/1/",
    "not here": "/nothing/",
}


@pytest.fixture(scope="module")
def patrol(shared_browser, hall):
    """Return the hall's owner; the browser records what the policy had to forbid on every page."""
    note = """
        window.forbidden = [];
        document.addEventListener("securitypolicyviolation", (event) =>
            window.forbidden.push(event.violatedDirective + " " + event.blockedURI));
    """
    added = shared_browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": note})
    director = Site(shared_browser, hall.address)
    director.sign_in(hall.session)
    yield director
    shared_browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    leave_nothing(shared_browser)


@pytest.mark.parametrize("page", PAGES)
def test_page(page, patrol, hall):
    patrol.size("phone")
    patrol.open(PAGES[page].format(**vars(hall)))
    assert enlarged_by_a_finger(patrol) == []
    for size in ("phone", "desk"):
        patrol.size(size)
        assert wider_than_the_screen(patrol) == []
        assert [touching(patrol), uneven(patrol), wider_than_their_column(patrol)] == [[], [], []]
        assert broken_figures(patrol) == []
    assert patrol.ask("return window.forbidden") == []
    assert asked_elsewhere(patrol) == []
    assert without_a_label(patrol) == []
    assert headings_out_of_order(patrol) == []
    assert dangling(patrol) == []
    assert twice(patrol) == []
    assert too_small_to_tap(patrol) == []
    assert patrol.ask("return document.documentElement.lang") == "en"
    assert [len(patrol.all(tag)) for tag in ("main", "h1", "body > footer")] == [1, 1, 1]
    assert patrol.browser.title.endswith("· Tavolo")


def asked_elsewhere(site):
    """Return what the page fetched from other servers."""
    return site.ask("""
        return performance.getEntriesByType("resource").map((each) => each.name)
            .filter((name) => !name.startsWith(location.origin + "/") && !name.startsWith("data:"));
    """)


def enlarged_by_a_finger(site):
    """Return what makes a phone enlarge a page: fields with small letters, and elements tapped twice in a row."""
    return site.ask("""
        const style = (one) => getComputedStyle(one);
        const untyped = "[type=hidden], [type=checkbox], [type=radio]";
        const fields = document.querySelectorAll(`input:not(${untyped}), select, textarea`);
        const pressed = document.querySelectorAll("a, button, label, summary");
        return [
            ...[...fields].filter((one) => parseFloat(style(one).fontSize) < 16),
            ...[...pressed].filter((one) => style(one).touchAction !== "manipulation"),
        ].map((one) => one.outerHTML.slice(0, 80));
    """)


def wider_than_the_screen(site):
    """Return what makes the page scroll sideways."""
    return site.ask("""
        const width = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth <= width) return [];
        return [...document.querySelectorAll("body *")]
            .filter((one) => one.getBoundingClientRect().right > width + 1)
            .map((one) => one.outerHTML.slice(0, 80)).slice(0, 5);
    """)


def touching(site):
    """Return headings that touch a button or link above them."""
    return site.ask("""
        const seen = (selector) => [...document.querySelectorAll(selector)]
            .filter((one) => one.checkVisibility() && one.offsetHeight > 1)
            .map((one) => [one, one.getBoundingClientRect()]);
        const buttons = seen("main .button");
        return seen("main :is(h2, h3)").filter(([, head]) => buttons.some(([, button]) =>
            button.left < head.right && head.left < button.right && Math.abs(head.top - button.bottom) < 12))
            .map(([one]) => one.textContent.trim());
    """)


def uneven(site):
    """The heights of the desk's tables where they differ, and their names take one line each."""
    return site.ask("""
        const rows = [...document.querySelectorAll(".tables > li")]
            .filter((row) => row.querySelector(".who").offsetHeight < 30);
        const heights = [...new Set(rows.map((row) => row.offsetHeight))];
        return heights.length > 1 ? heights : [];
    """)


def wider_than_their_column(site):
    """Names above the columns of a table that lie over the next one."""
    return site.ask("""
        return [...document.querySelectorAll("thead th .name")]
            .filter((one) => one.getBoundingClientRect().width > one.closest("th").getBoundingClientRect().width)
            .map((one) => one.textContent.trim());
    """)


def test_skipping_to_the_content_leaves_later_pages_their_focus(patrol, hall):
    patrol.open(PAGES["registration"].format(**vars(hall)))
    patrol.ask("document.querySelector('.skip').click()")
    assert patrol.ask("return [location.hash, document.activeElement.id]") == ["", "main"]
    patrol.browser.refresh()
    patrol.wait(lambda: patrol.ask("return document.activeElement.name") == "name")


def without_a_label(site):
    """Fields, links and buttons that a screen reader could not name."""
    return site.ask("""
        const name = (one) => (one.getAttribute("aria-label") || one.textContent).trim();
        const labelled = (one) => [...(one.labels || [])].some((label) => name(label));
        const fields = [...document.querySelectorAll("input:not([type=hidden]), select, textarea")];
        const others = [...document.querySelectorAll("a, button, summary, nav, [role=region]")];
        return [...fields.filter((one) => !labelled(one)), ...others.filter((one) => !name(one))]
            .map((one) => one.outerHTML.slice(0, 80));
    """)


def headings_out_of_order(site):
    """Headings that skip a level."""
    return site.ask("""
        const levels = [...document.querySelectorAll("h1, h2, h3, h4")];
        return levels.filter((one, place) =>
            Number(one.tagName[1]) > 1 + (place ? Number(levels[place - 1].tagName[1]) : 0))
            .map((one) => one.outerHTML.slice(0, 80));
    """)


def dangling(site):
    """Return references to elements that the page lacks."""
    return site.ask("""
        const parts = ["aria-describedby", "aria-labelledby", "for", "list"];
        return parts.flatMap((part) => [...document.querySelectorAll(`[${part}]`)]
            .flatMap((one) => one.getAttribute(part).split(" "))
            .filter((id) => !document.getElementById(id)));
    """)


def twice(site):
    """Return ids that occur twice on the page."""
    return site.ask("""
        const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
        return ids.filter((id, place) => ids.indexOf(id) !== place);
    """)


def too_small_to_tap(site):
    """Buttons and fields lower than 48 pixels, and lines to tick lower than that."""
    return site.ask("""
        const fields = "input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea";
        return [...document.querySelectorAll(`button, summary, .button, .tick, .choice, ${fields}`)]
            .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 47.5)
            .map((one) => `${one.getBoundingClientRect().height} ${one.outerHTML.slice(0, 80)}`);
    """)
