"""Taps on the form of a hand, counted."""

from selenium.webdriver.common.by import By


class Thumb:
    """Taps on the form of a game, counted."""

    def __init__(self, site, tables):
        self.site, self.tables, self.taps = site, tables, 0

    def sit_down(self, game, hand=1):
        self.site.open(f"{self.tables[game]}hands/{hand}/")

    def tap(self, element):
        self.taps += 1
        self.site.ask("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def keys(self, typed):
        for key in typed:
            name = "next" if key == ">" else key
            self.taps += 1
            self.site.browser.find_element(By.CSS_SELECTOR, f"[data-key='{name}']").click()

    def tick(self, name, value):
        one = self.site.browser.find_element(By.CSS_SELECTOR, f"[name='{name}'][value='{value}']")
        self.tap(one.find_element(By.XPATH, ".."))

    def unfold(self, title):
        self.tap(self.site.browser.find_element(By.XPATH, f"//summary[normalize-space()='{title}']"))

    def numbers(self):
        """Return the values of the fields beside the names; computed values are in brackets."""
        return self.site.ask("""
            return [...document.querySelectorAll(".tally-rows input[data-most]")]
                .map((one) => one.value || (one.placeholder && `(${one.placeholder})`));
        """)

    def tall(self, selector):
        """Which of these need more than a line."""
        return self.site.ask(
            """
            const line = { ".tabs ul": 60 }[arguments[0]] ?? 30;
            const all = [...document.querySelectorAll(arguments[0])];
            return all.filter((one) => one.offsetHeight > line).map((one) => one.textContent);
            """,
            selector,
        )

    def save(self):
        self.tap(self.site.browser.find_element(By.CSS_SELECTOR, "button[data-onward]"))

    def told(self, words):
        self.site.wait_for(words)
