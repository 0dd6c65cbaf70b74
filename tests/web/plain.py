"""A phone without scripts: it follows links and sends forms that a page shows, and no others."""

from html.parser import HTMLParser
from urllib.parse import urljoin

from django.test import Client

from tests.web.pages import text


class _Page(HTMLParser):
    """The links, forms, fields and buttons of a page, each with the words that it bears."""

    def __init__(self, markup):
        super().__init__()
        self.links, self.buttons, self.fields = {}, [], []
        self._forms, self._form, self._ids = [], None, {}
        self._words, self._open = [], None
        self.feed(markup)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "form":
            self._form = given
            self._forms.append(given)
            self._ids[given.get("id")] = given
        elif tag in ("input", "select"):
            self.fields.append((self._form, given | {"tag": tag}))
        elif tag == "option" and ("selected" in given or not self.fields[-1][1].get("value")):
            self.fields[-1][1]["value"] = given.get("value", "")
        elif tag in ("a", "button"):
            self._open, self._words = (tag, given, self._form), []

    def handle_data(self, data):
        self._words.append(data)

    def handle_endtag(self, tag):
        if tag == "form":
            self._form = None
        if self._open and tag == self._open[0]:
            kind, given, form = self._open
            words = " ".join("".join(self._words).split())
            if kind == "a":
                self.links[words] = given.get("href")
            else:
                self.buttons.append((words, given, form))
            self._open = None

    def button(self, words):
        found = [(g, form) for said, g, form in self.buttons if f"{said} ".startswith(f"{words} ")]
        assert found, (words, [said for said, *_more in self.buttons])
        given, form = found[0]
        return given, self._ids[given["form"]] if "form" in given else form

    def filled(self, form):
        """Return the values that an unchanged form sends."""
        sent = {}
        for owner, given in self.fields:
            if owner is not form or "name" not in given:
                continue
            if given.get("type") in ("radio", "checkbox") and "checked" not in given:
                continue
            sent[given["name"]] = given.get("value", "")
        return sent

    def names(self, form):
        return {given.get("name") for owner, given in self.fields if owner is form}


class PlainPhone:
    def __init__(self, address):
        self.client, self.address = Client(), address
        self._show(self.client.get(address, follow=True))

    def _show(self, response):
        self.response = response
        if response.redirect_chain:
            self.address = urljoin(self.address, response.redirect_chain[-1][0])
        self.page = _Page(response.content.decode())

    def says(self):
        return text(self.response)

    def go(self, words):
        """Follow the link with these words."""
        self.address = urljoin(self.address, self.page.links[words])
        self._show(self.client.get(self.address, follow=True))

    def press(self, words, **typed):
        """Press the button with these words, after filling in its form."""
        given, form = self.page.button(words)
        typed = {name.replace("_", "-"): value for name, value in typed.items()}
        assert typed.keys() <= self.page.names(form), self.page.names(form)
        sent = self.page.filled(form) | typed
        if "name" in given:
            sent[given["name"]] = given.get("value", "")
        assert form["method"] == "post"
        self.address = urljoin(self.address, form.get("action") or self.address)
        self._show(self.client.post(self.address, sent, follow=True))

    def reload(self):
        self._show(self.client.get(self.address, follow=True))
