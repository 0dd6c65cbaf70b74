"""The layout of public pages: no broken words, no cut names, large targets, at every width."""

import pytest

from tests.e2e.barriers import cut_off
from tests.e2e.figures import broken_figures
from tests.e2e.public_pages import PAGES

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]


def test_no_tab_stands_alone_on_a_line_and_no_number_of_a_table_is_broken(site, hall):
    site.size("phone")
    site.open(f"/tournaments/{hall.playing}/rounds/2/")
    rows = """
        const later = document.querySelector(".tabs .short");
        for (let rounds = 3; rounds <= arguments[0]; rounds++) later.after(later.cloneNode(true));
        for (const number of document.querySelectorAll(".hall .no")) number.lastChild.textContent = " 128";
        const tops = [...document.querySelectorAll(".tabs li")].map((tab) => tab.getBoundingClientRect().top);
        return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
    """
    assert [site.ask(rows, rounds) for rounds in (2, 3, 3, 5)] == [[5], [6], [3, 4], [3, 7]]
    assert broken_figures(site) == []
    assert site.ask("return document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize("language", ["nl", "en", "it", "es", "pt"])
def test_on_a_phone_the_button_stands_beside_what_is_looked_for(language, site, hall):
    site.size("phone")
    site.set_cookie("django_language", language)
    for page in ("rounds/2/", "players/"):
        site.open(f"/tournaments/{hall.playing}/{page}")
        field, button, label = site.ask("""
            const edges = (one) => document.querySelector(`.find ${one}`).getBoundingClientRect().toJSON();
            return [edges("input"), edges("button"), edges("label")];
        """)
        assert (field["bottom"], label["height"] < 30) == (button["bottom"], True)


def test_a_wide_screen_shows_every_page_from_the_same_line_on(site, hall):
    site.wide(1920)
    found = {}
    for page, where in PAGES.items():
        if page != "frame":
            site.open(where.format(**vars(hall)))
            found[page] = site.ask("""
                const left = (one) => Math.round(document.querySelector(one).getBoundingClientRect().left);
                return [left("header a"), left("h1")];
            """)
    assert len(set(map(tuple, found.values()))) == 1, found


def test_on_a_wide_screen_a_form_is_no_wider_than_a_line_of_text(site, hall):
    widths = []
    for width in (1366, 1920):
        site.wide(width)
        site.open("/sign-in/")
        widths.append(site.ask("return document.querySelector('main form').offsetWidth"))
    assert widths[0] == widths[1]


def test_beside_one_another_stand_names_alone_where_there_is_room(site, hall):
    site.open(f"/tournaments/{hall.playing}/players/")
    columns = """
        const names = [...document.querySelectorAll(".names > li")];
        return new Set(names.map((one) => one.getBoundingClientRect().left)).size;
    """
    counts = []
    for width in (360, 1366):
        site.wide(width)
        counts.append(site.ask(columns))
    assert counts == [1, 3]
    alike = """
        const list = document.querySelector(".names"), one = list.firstElementChild;
        one.querySelector("a").textContent = "Ada";
        list.replaceChildren(...[...Array(arguments[0])].map(() => one.cloneNode(true)));
    """
    for names in range(3, 30):
        site.ask(alike, names)
        assert site.ask(columns) <= 3, names


def test_on_a_phone_what_came_of_every_tournament_stands_in_one_column(site, hall):
    site.size("phone")
    site.open(f"/players/{hall.player}/")
    lefts = site.ask("""
        const line = document.querySelector(".outcomes > li"), other = line.cloneNode(true);
        other.querySelector(".what").textContent = "Torneo di primavera del circolo";
        line.after(other);
        return [...document.querySelectorAll(".outcomes > li > span")].map((one) => one.getBoundingClientRect().left);
    """)
    assert (len(lefts) > 1, len(set(lefts))) == (True, 1)


def test_in_colours_of_ones_own_a_day_that_is_not_known_leaves_no_mark(site, hall):
    forced = [{"name": "forced-colors", "value": "active"}]
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": forced})
    site.open("/")
    leaves = "return [...document.querySelectorAll('.leaf:empty')].map((leaf) => getComputedStyle(leaf).visibility)"
    assert set(site.ask(leaves)) == {"hidden"}
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_no_words_of_a_short_link_are_parted_above_the_standings(site, hall):
    site.size("phone")
    site.browser.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Accept-Language": "it"}})
    site.open(f"/tournaments/{hall.playing}/")
    lines = site.ask("""
        for (let before = 1; before < 21; before++) {
            const after = document.createElement("p");
            after.className = "small soft";
            after.innerHTML = `${"Dopo ".repeat(before)} <a href="#main">turno 1</a>`;
            document.querySelector(".ranked").append(after);
        }
        return [...document.querySelectorAll("#order a, .ranked .small.soft a")].map((a) => a.getClientRects().length);
    """)
    site.browser.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})
    assert (len(lines), set(lines)) == (21, {1})


def test_on_a_phone_a_name_in_the_standings_is_met_by_a_finger_and_a_small_link_by_one_that_aims(site, hall):
    site.size("phone")
    site.open(f"/tournaments/{hall.over}/")
    assert not_met(site, ".standings th a", 44) == []
    assert not_met(site, "p.small:not(.links) a, p.facts a", 24) == []


OVER = "/tournaments/{hall.over}/"


@pytest.mark.parametrize("page", ["/", OVER, "/clubs/{hall.club}/", f"{OVER}players/", "/rules/"])
def test_on_a_phone_a_link_that_stands_for_itself_is_met_by_a_finger(site, hall, page):
    site.size("phone")
    site.open(page.format(hall=hall))
    alone = ".links a, .lines .what, .lines .name, .head > .up, p > a:only-child"
    assert not_met(site, alone, 44) == []
    assert site.ask("return document.querySelectorAll(arguments[0]).length", alone) > 1


def test_a_comma_stays_at_the_name_that_is_longer_than_a_line(site, hall):
    site.size("phone")
    site.open(f"/tournaments/{hall.playing}/players/{hall.entry}/")
    parted = site.ask("""
        const told = [...document.querySelectorAll(".among > span")];
        return told.filter((one) => one.textContent.endsWith(",")).map((one) => {
            const name = one.querySelector("a");
            name.textContent = "Giovanbattista Pierfrancesco Castiglione Quattrocchi ".repeat(2).trim();
            const comma = document.createRange();
            comma.selectNodeContents(one.lastChild);
            const lines = name.getClientRects();
            return lines.length > 1 && comma.getBoundingClientRect().left >= lines[lines.length - 1].right - 1;
        });
    """)
    assert set(parted) == {True}


def not_met(site, links, least):
    """The links that a finger misses, which covers so much above and below their middle."""
    return site.ask(
        """
        const least = arguments[1];
        return [...document.querySelectorAll(arguments[0])].filter((link) => {
            link.scrollIntoView({ block: "center" });
            const { left, width, top, height } = link.getClientRects()[0];
            const meets = (y) => document.elementFromPoint(left + width / 2, y)?.closest("a") === link;
            const middle = top + height / 2;
            return !meets(middle - least / 2 + 0.5) || !meets(middle + least / 2 - 0.5);
        }).map((link) => link.textContent);
        """,
        links,
        least,
    )


def test_on_a_phone_a_row_of_the_standings_is_as_high_as_what_it_says(site, hall):
    site.size("phone")
    site.open(f"/tournaments/{hall.over}/")
    empty = site.ask("""
        return [...document.querySelectorAll(".standings tbody th")].map((name) => {
            const range = document.createRange();
            range.selectNodeContents(name);
            return name.getBoundingClientRect().bottom - range.getBoundingClientRect().bottom;
        });
    """)
    assert max(empty) < 30


FIRST_ROUND = """
from tests.halls import a_club, a_round, a_tournament, a_user, play
from tournaments.actions import sweep
round_ = a_round(a_tournament(a_club("Circolo del Due", a_user("duilio")), name="Primo turno"))
for hand in (1, 2):
    play(round_.tables.get(number=1), hand)
sweep.refresh_stale_standings()
print(round_.tournament.slug)
"""


def test_what_each_has_so_far_in_the_first_round_fits_when_enlarged(site, served):
    slug = served.run(FIRST_ROUND).splitlines()[-1]
    site.set_cookie("django_language", "nl")
    site.open(f"/tournaments/{slug}/")
    assert "2 in 2 spellen" in site.says()
    assert cut_off(site) == []


OF_THREE = """
from tests.halls import a_club, a_round, a_tournament, a_user, director_of
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
club = a_club("Circolo dei Tre", a_user("tristano"))
round_ = a_round(a_tournament(club, players=3, name="In tre", ruleset="buddha", table={}))
tally = {"lines": [{"bid": 5, "tricks": 5}, {"bid": 6, "tricks": 5}, {"bid": 4, "tricks": 4}]}
hands.record(round_.tables.get(), HandInput(number=1, tally=tally), by=director_of(round_.tournament))
print(round_.tournament.slug)
"""

PARTED = """
    const parted = [], texts = document.createTreeWalker(document.querySelector(".pad-frame"), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode;
        if (text.parentElement.closest(".unseen, .called, .name")) continue;
        for (const { 0: word, index } of text.data.matchAll(/\\S+/g)) {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            if (range.getClientRects().length > 1) parted.push(word);
        }
    }
    return parted;
"""


def test_on_a_phone_no_word_on_the_score_pad_of_three_is_parted(site, served):
    slug = served.run(OF_THREE).splitlines()[-1]
    site.size("phone")
    for language in ("en", "it", "es", "pt", "nl"):
        site.set_cookie("django_language", language)
        site.open(f"/tournaments/{slug}/rounds/1/tables/1/")
        assert site.ask("return document.querySelectorAll('.pad .tally').length") == 6
        assert site.ask(PARTED) == [], language


FINISHED = """
from django.utils.crypto import get_random_string
from tests.halls import a_club, a_round, a_tournament, a_user, director_of, play_out
from tournaments.actions.rounds import rounds
from tournaments.actions import sweep
mark = get_random_string(6, "abcdefghijk")
club = a_club(f"Circolo {mark}", a_user(f"olga-{mark}"))
round_ = a_round(a_tournament(club, players=4, name=f"Finale {mark}", rounds=1))
play_out(round_, [20, 10, 9, 1])
rounds.close_round(round_, by=director_of(round_.tournament))
sweep.refresh_stale_standings()
print(club.slug)
"""


def test_the_first_three_of_a_list_have_room_however_far_it_is_enlarged(site, served):
    club = served.run(FINISHED).splitlines()[-1]
    site.open(f"/clubs/{club}/")
    assert len(site.all(".events .picture")) == 1
    assert cut_off(site) == []
