"""A browser that is used by labels, texts of buttons, and the text of a page."""

import re

from selenium.common.exceptions import StaleElementReferenceException, TimeoutException, WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

POLL = 0.1  # seconds between two looks at a page
BEARS = 'normalize-space(translate(., "\u00a0", " "))'
BUSY = """
window.asks = window.fetch;
window.fetch = (address, options) => options?.method === "POST"
  ? Promise.resolve(new Response("<p>Too busy</p>", { status: 503 })) : asks(address, options);
"""
"""Until `window.fetch = asks`, the server has no time for what the scripts of a page send."""


class Reader:
    def __init__(self, browser, address):
        self.browser, self.address = browser, address

    def open(self, path):
        self.browser.get(path if path.startswith("http") else self.address + path)

    def sign_in(self, session):
        self.set_cookie("sessionid", session)

    def set_cookie(self, name, value):
        """Set a cookie before any page is opened."""
        cookie = {"name": name, "value": value, "url": self.address}
        assert self.browser.execute_cdp_cmd("Network.setCookie", cookie)["success"]

    def ask(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def fill(self, label, value):
        path = f'//label[{BEARS}="{label}"]'
        owner = self.browser.find_element(By.XPATH, path).get_attribute("for")
        one = self.browser.find_element(By.ID, owner)
        self.wait(one.is_displayed)
        one.clear()
        one.send_keys(value)

    def focused(self):
        """Wait for the field that is ready: a browser comes to it a moment after the page."""
        self.wait(lambda: self.all("input:focus"))

    def type(self, *values):
        """Type into the field that is ready, and on into those after it."""
        self.focused()
        for value in values:
            self.browser.switch_to.active_element.send_keys(str(value), Keys.TAB)

    def press(self, words):
        """Press the element with these words, and wait for the page that follows."""
        path = f'//*[self::button or self::a][{BEARS}="{words}"]'
        page = self.browser.find_element(By.TAG_NAME, "html")
        self.browser.find_element(By.XPATH, path).click()
        WebDriverWait(self.browser, 15, POLL).until(lambda _browser: _is_gone(page))

    def says(self):
        """Return the visible text; nothing while another page is loading."""
        try:
            return " ".join(self.browser.find_element(By.TAG_NAME, "body").text.split())
        except WebDriverException as error:
            return _unless_between_pages(error, "")

    def reads(self, words):
        """Return whether these words are visible.

        The page's `innerText` is checked first, because that takes a sixth of the time; it contains some invisible
        words too.
        """
        letters = self.ask("return document.body?.innerText ?? ''")
        return _letters(words) in _letters(letters) and words in self.says()

    def wait_for(self, words, seconds=15):
        self.wait(lambda: self.reads(words), seconds)

    def wait(self, condition, seconds=15, pause=POLL):
        def holds(_browser):
            try:
                return condition()
            except WebDriverException as error:
                return _unless_between_pages(error, False)

        try:
            WebDriverWait(self.browser, seconds, pause).until(holds)
        except TimeoutException as error:
            raise TimeoutException(f"{self.browser.current_url} says: {self.says()}") from error


def _letters(text):
    return re.sub(r"\W", "", text)


def _is_gone(page):
    try:
        return not page.is_enabled()
    except WebDriverException as error:
        return _unless_between_pages(error, True)


def _unless_between_pages(error, answer):
    """The answer if a page made way for another just then; Chromium has two words for that."""
    stale = isinstance(error, StaleElementReferenceException)
    if stale or "does not belong to the document" in (error.msg or ""):
        return answer
    raise error
