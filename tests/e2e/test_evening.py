"""A whole evening, from the first owner's link to the public standings, with a browser alone."""

import re

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.e2e.reader import Reader

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]
PASSWORD = "denari-coppe-9"
NAMES = ["Anna Riva", "Berto Sala", "Carla Neri", "Dino Costa", "Emma Testa", "Ida Longo", "Ugo Ferri", "Zoe Greco"]


def set_up(director, served):
    """The first owner makes an account, a club and a tournament."""
    welcome = next(line for line in served.said if "/welcome/" in line)
    director.browser.set_window_size(1280, 900)
    director.open(re.search(r"http\S+/welcome/\S+", welcome).group())
    director.fill("Username", "olga")
    director.fill("Password", PASSWORD)
    director.fill("Password confirmation", PASSWORD)
    director.press("Create the account")
    director.press("Create a club")
    director.fill("Name of the club", "Circolo del Re")
    director.press("Create the club")
    director.press("Create a tournament")
    director.press("Busca (Accademia)")
    director.fill("Name of the tournament", "Serata di busca")
    director.fill("Rounds", "1")
    director.fill("Hands (optional)", "2")
    director.press("Create the tournament")


def enter_results(director, table):
    director.open("/tournaments/serata-di-busca/desk/")
    director.fill("Results of table", table)
    director.press("Enter")
    for hand, points in enumerate(((8, 11, 2, 19), (10, 10, 10, 10)), 1):
        director.type(*points)
        director.wait_for("Total 40, right")
        director.wait_for(" in all")
        director.press(f"Save hand {hand}")


@pytest.mark.slow
def test_an_evening(browser, new_browser, serve):
    served = serve()
    director = Reader(browser, served.address)
    set_up(director, served)
    for name in NAMES:
        director.focused()
        director.browser.switch_to.active_element.send_keys(name, Keys.ENTER)
        director.wait_for(f"{name} is entered.")
    director.press("Back to the desk")
    director.press("Draw the tables")
    assert "Nobody meets anybody for a second time." in director.says()
    director.press("Publish round 1")

    public = Reader(new_browser(), served.address)
    public.open("/")
    public.press("Serata di busca")
    public.press("Round 1")
    assert [name for name in NAMES if name in public.says()] == NAMES
    standings = "/tournaments/serata-di-busca/"

    for table in ("1", "2"):
        enter_results(director, table)
    director.open("/tournaments/serata-di-busca/desk/")
    director.press("Close round 1")
    assert "All rounds are played" in director.says()

    public.wait(lambda: public.open(standings) or "Final standings." in public.says(), 60)
    scores = [cell.text for cell in public.browser.find_elements(By.CSS_SELECTOR, ".standings th + td")]
    assert scores == ["1"] * 6 + ["3"] * 2


def test_a_hand_without_javascript(director, hall, without_javascript):
    reader, browser = director, director.browser
    reader.open(f"/tournaments/{hall.playing}/rounds/2/tables/2/hands/2/")
    reader.type(8, 11, 2, 18)
    reader.press("Preview")
    assert "Total 39: add 1" in reader.says()
    last = browser.find_element(By.NAME, "line-3-points")
    last.clear()
    last.send_keys("19")
    reader.press("Preview")
    assert "2 buscas" in reader.says()
    reader.press("Save hand 2")
    assert "2 buscas." in reader.says()


def test_two_taps_change_two_places(director, hall):
    director.size("phone")
    director.open(f"/tournaments/{hall.drafted}/rounds/1/draft/")
    before = players(director)
    for place in (0, 5):
        box = director.all(".tap")[place]
        director.ask("arguments[0].scrollIntoView({block: 'center'})", box)
        box.click()
    director.wait_for("have changed places")
    after = players(director)
    assert (after[0], after[5]) == (before[5], before[0])


def players(reader):
    return [name.text.split("\n")[-1] for name in reader.all(".tap .name")]


def test_a_table_is_found_while_one_types(director, hall):
    director.size("phone")
    director.open(f"/tournaments/{hall.playing}/rounds/2/")
    director.browser.find_element(By.ID, "q").send_keys("zzz")
    director.wait_for("Nobody called “zzz” sits in this round.")
    assert director.browser.current_url.endswith("?q=zzz")


def test_known_players_are_offered_while_one_types(director, hall):
    director.open(f"/tournaments/{hall.empty}/registration/")
    director.browser.find_element(By.ID, "name0").send_keys("0003")
    director.wait(lambda: offered(director) == {"Player 0003"})


def offered(reader):
    return {option.get_attribute("value") for option in reader.all("#known option")}


def test_the_theme_and_the_language_are_kept(site):
    site.open("/rules/")
    site.press("Dark")
    assert site.ask("return document.documentElement.dataset.theme") == "dark"
    assert site.ask("return getComputedStyle(document.body).backgroundColor") == "rgb(16, 22, 19)"
    site.press("Italiano")
    site.open("/rules/buraco/")
    assert site.ask("return document.documentElement.lang") == "it"


def test_the_standings_follow_the_play(site, served):
    """A page shows a hand soon after it is recorded, without any action of the reader."""
    script = (
        "from tests.halls import a_club, a_round, a_tournament, a_user; import secrets;"
        "club = a_club('Segue', a_user('segue-' + secrets.token_hex(3)));"
        "print(a_round(a_tournament(club, name='Segue')).tournament.slug)"
    )
    slug = served.run(script).splitlines()[-1]
    site.open(f"/tournaments/{slug}/")
    site.ask("window.untouched = true")
    play = (
        "from tests.halls import play; from tournaments.models import Table;"
        f"play(Table.objects.get(round__tournament__slug='{slug}', number=1), 1, [8, 11, 2, 19])"
    )
    served.run(play)
    site.wait(lambda: any("2 in 1" in row.text for row in site.all(".standings tbody tr")), seconds=60)
    assert site.ask("return window.untouched") is True
    assert site.ask("return document.getElementById('news').textContent") != ""
