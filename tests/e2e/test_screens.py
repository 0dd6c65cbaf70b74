"""The hall's screen in a real browser: whole rows, large letters, everybody within the time that it states."""

import json
import time
from types import SimpleNamespace

import pytest

from tests.e2e.conftest import Site
from tests.e2e.screens import LONG

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
TELEVISION, OLD = (1920, 1080), (1024, 768)
LETTERS = 1 / 20
"""Of the picture's height, the least that capitals have: 5 cm of a metre, a two-hundredth of ten metres."""
CAPITAL = 0.7
"""Of a letter's size, in the fonts without serifs that televisions have."""
STEER = "from tournaments.models import Screen; Screen.objects.filter(pk={pk}).update(version=10 + {n}, {changes})"
MEASURE = """
const size = (node) => parseFloat(getComputedStyle(node).fontSize);
const lies = (inner, outer) => inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1
  && inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
const isBetween = (inner, outer) => {
  const [text, frame] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()];
  return text.left >= frame.left && text.right <= frame.right;
};
const screen = { top: 0, left: 0, right: innerWidth, bottom: innerHeight };
function texts(node) {
  const range = document.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()];
}
function measure() {
  const room = document.getElementById("main").getBoundingClientRect();
  const rows = [...document.querySelectorAll("main li")];
  const large = [...document.querySelectorAll("h1, main li bdi, main .lone p")];
  const around = [...document.querySelectorAll("header, footer")].map((part) => part.getBoundingClientRect());
  return {
    title: document.getElementById("title").textContent,
    foot: document.getElementById("page").textContent,
    name: document.body.dataset.part,
    rows: rows.map((row) => Object.fromEntries([...row.children].map((cell) => [cell.className, cell.textContent]))),
    firsts: [...document.querySelectorAll(".column > li:first-child > :first-child")].map((cell) => cell.className),
    cut: [...rows, ...large].filter((part) => !texts(part).every((rect) => lies(rect, screen))
      || (part.closest("main") && !texts(part).every((rect) => lies(rect, room)))).map((part) => part.textContent),
    wide: [...document.querySelectorAll("body *")].filter((part) => part.scrollWidth > part.clientWidth + 1
      && getComputedStyle(part).display !== "inline").map((part) => part.outerHTML.slice(0, 90)),
    least: Math.min(...large.map(size)) / innerHeight,
    drawn: [...document.querySelectorAll("main svg text")].map((text) => ({
      text: text.textContent,
      size: (size(text) * text.getScreenCTM().a) / innerHeight,
      framed: [...document.querySelectorAll("main svg rect")].some((frame) => isBetween(text, frame)),
      shown: lies(text.getBoundingClientRect(), room),
    })),
    unnamed: [...document.querySelectorAll(".column > li:first-child > .no")]
      .filter((no) => getComputedStyle(no).visibility !== "visible").length,
    idle: [...document.querySelectorAll("main .who ~ *")]
      .filter((cell) => cell.textContent)
      .filter((cell) => cell.getBoundingClientRect().width > texts(cell)[0].width + 1).map((cell) => cell.textContent),
    named: [...document.querySelectorAll("header, footer")]
      .some((part) => part.innerText.includes(document.body.dataset.name)),
    apart: around[0].bottom <= room.top + 1 && room.bottom <= around[1].top + 1 && lies(around[1], screen),
  };
}
"""
HAS_SENT_ROOM = "return performance.getEntriesByType('resource').some(({ name }) => /room=[0-9]/.test(name))"
TURN = """
const pages = [measure()];
const count = Number(pages[0].foot.match(/\\d+/g)[1]);
for (let page = 1; page < count; page += 1) {
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
  pages.push(measure());
}
document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
return pages;
"""


def a_hall(served, players, **plan):
    script = f"from tests.e2e.screens import print_built; print_built({players}, **{plan!r})"
    return SimpleNamespace(**json.loads(served.run(script).splitlines()[-1]))


def steer(served, hall, n, **changes):
    served.run(STEER.format(pk=hall.screen, n=n, changes=", ".join(f"{k}={v!r}" for k, v in changes.items())))


@pytest.fixture
def wall(browser, served):
    """A television: `wall(size, hall)`."""

    def hang(size, hall):
        metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        wall = Site(browser, served.address)
        wall.open(f"/tv/{hall.secret}/")
        wall.wait(lambda: wall.all("main .lone, main .page") and wall.ask("return document.fonts.status") == "loaded")
        return wall

    return hang


def seconds_stated(page):
    """The number of pages and the time within which everybody is shown."""
    _page, pages, *minutes, seconds = (int(part) for part in page["foot"].replace("·", " ").split() if part.isdigit())
    assert 0 not in minutes
    return pages, 60 * sum(minutes) + seconds


def assert_legible(pages, letters=LETTERS):
    for page in pages:
        assert (page["cut"], page["wide"], page["idle"], page["unnamed"], page["apart"]) == ([], [], [], 0, True), page
        assert page["least"] * CAPITAL >= letters, page


def fitted(on):
    """Return the page of the screen, once it has laid out its present content."""
    on.wait(lambda: on.ask(MEASURE + "return measure()")["cut"] == [])
    return on.ask(MEASURE + "return measure()")


def shown(pages, name, cell):
    return [row[cell] for page in pages if page["name"] == name for row in page["rows"]]


@pytest.mark.parametrize("players", [8, 17, 100, 400])
def test_nobody_is_cut_and_everybody_is_there(players, served, wall):
    hall = a_hall(served, players)
    steer(served, hall, 0, shows_tables=True, shows_calls=True, message="Cena alle 20: prenotarsi al bar")
    for size in (TELEVISION, OLD):
        pages = wall(size, hall).ask(MEASURE + TURN)
        assert_legible(pages)
        assert seconds_stated(pages[0]) == (len(pages), 8 * len(pages))
        assert sorted(shown(pages, "names", "who")) == sorted(hall.names)
        assert sorted(shown(pages, "tables", "who")) == sorted(hall.names)
        assert {row["no"] for page in pages for row in page["rows"] if page["name"] == "names" and "no" in row} == {
            str(number) for number in range(1, hall.tables + 1)
        }
        assert [row["who"] for page in pages for row in page["rows"] if row.get("out") == "riposa"] == hall.out * 2
        assert sorted(shown(pages, "standings", "who")) == sorted(hall.names)
        assert [page["foot"] for page in pages if not page["named"]] == []
        titles = {page["title"] for page in pages if page["name"] == "standings"}
        assert titles == {"Classifica dopo il turno 1"}


def test_nobody_is_cut_whatever_stands_above_and_below(served, wall):
    hall = a_hall(served, 17)
    for n, language in enumerate(("it", "en", "es", "pt", "nl")):
        steer(served, hall, n, language=language, message="Cena alle 20: prenotarsi al bar entro le 19 e mezza, grazie")
        on = wall(OLD, hall)
        assert_legible(on.ask(MEASURE + TURN))
    on.ask("document.getElementById('left').style.paddingLeft = '2.5em'")  # as a clock that has more to say
    pages = [fitted(on)]
    for _page in range(seconds_stated(pages[0])[0] - 1):
        on.ask("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }))")
        pages.append(fitted(on))
    assert_legible(pages)


def test_nobody_is_cut_below_the_longest_message(served, wall):
    hall = a_hall(served, 17)
    steer(
        served, hall, 0, language="nl", message=("Il buffet è aperto. " * 6)[:120], shows_tables=True, shows_calls=True
    )
    for size in (TELEVISION, OLD):
        on = wall(size, hall)
        pages = on.ask(MEASURE + TURN)
        assert_legible(pages)
        assert sorted(shown(pages, "standings", "who")) == sorted(hall.names)
    on.ask("document.getElementById('sub').textContent = 'Busca '.repeat(60)")  # nothing is left for a whole row
    page = fitted(on)
    assert (page["cut"], page["least"] * CAPITAL < LETTERS) == ([], False)


def test_nearer_people_see_more_names_on_a_page(served, wall):
    hall = a_hall(served, 100)
    counts = []
    for n, reach in enumerate(("10", "7", "5")):
        steer(served, hall, n, reach=reach, shows_tables=True)
        pages = wall(OLD, hall).ask(MEASURE + TURN)
        assert_legible(pages, LETTERS * int(reach) / 10)
        assert sorted(shown(pages, "names", "who")) == sorted(hall.names)
        counts.append(len(pages))
    assert counts[0] > 1.3 * counts[1] > 1.3 * 1.3 * counts[2]


@pytest.mark.parametrize("players", [16, 37])
def test_the_tree_has_every_name_in_letters_for_the_distance(players, served, wall):
    hall = a_hall(served, players, pairing="knock-out")
    names = {"".join(name.split()) for name in hall.names}
    steer(served, hall, 0, shows_names=False, shows_standings=False, shows_clock=False, shows_tree=True)
    for size in (TELEVISION, (1366, 768), OLD):
        on = wall(size, hall)
        on.wait(
            lambda on=on: on.ask(
                "return performance.getEntriesByType('resource').some(({ name }) => /room=\\d/.test(name))"
            )
        )
        pages = [page for page in on.ask(MEASURE + TURN) if page["name"] == "tree"]
        written = ["".join("".join(each["text"].split()) for each in page["drawn"]) for page in pages]
        assert {name for name in names if not any(name in page for page in written)} == set()
        for page, text in zip(pages, written, strict=True):
            assert [each for each in page["drawn"] if not (each["framed"] and each["shown"])] == []
            least = min(each["size"] for each in page["drawn"]) * CAPITAL
            assert least >= LETTERS or "".join(LONG.split()) in text, page


CLOCK = (
    "from tournaments.models import Tournament; from tournaments.actions.rounds import clock; "
    "from tests.halls import director_of; "
    "t = Tournament.objects.get(slug={slug!r}); clock.{act}(t.rounds.get(number=2), by=director_of(t))"
)


def test_no_full_stop_stands_before_a_dot_above_the_standings(served, wall):
    hall = a_hall(served, 8)
    steer(served, hall, 0, shows_names=False, shows_clock=False)
    on = wall(TELEVISION, hall)
    on.wait_for("Classifica dopo il turno 1")
    below = on.ask("return document.getElementById('sub').textContent")
    assert " · " in below
    assert [part for part in below.split(" · ") if part.endswith(".")] == []


def test_whatever_a_colour_says_is_said_in_words(served, wall):
    hall = a_hall(served, 8)
    steer(served, hall, 0, shows_names=False, shows_standings=False)
    on = wall(TELEVISION, hall)
    on.wait_for("fino alle")
    served.run(CLOCK.format(slug=hall.slug, act="give_time").replace("t))", "t), minutes=5, table=2)"))
    on.wait_for("Tavolo 2: 5 min in più")
    served.run(CLOCK.format(slug=hall.slug, act="pause_clock"))
    on.wait_for("L’orologio è fermo")
    served.run(CLOCK.format(slug=hall.slug, act="end_clock"))
    on.wait_for("Il tempo è finito")
    assert_legible([on.ask(MEASURE + "return measure()")])


def test_everybody_is_shown_within_the_stated_time(served, wall):
    hall = a_hall(served, 17)
    steer(served, hall, 0, seconds=4, shows_standings=False)
    on = wall(TELEVISION, hall)
    pages, stated = seconds_stated(on.ask(MEASURE + "return measure()"))
    seen, until = set(), time.monotonic() + stated
    while time.monotonic() < until:
        seen |= {row["who"] for row in on.ask(MEASURE + "return measure()")["rows"]}
        time.sleep(0.2)
    assert (pages, seen) == (pages, set(hall.names))
