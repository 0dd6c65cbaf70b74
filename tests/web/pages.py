"""Reading pages in tests as a reader would."""

import html
import re

from scoring.bidi import plain


def text(response):
    """Return the text of a page without its markup; a name inside a sentence is a word of it."""
    bare = re.sub(r"<(script|style|title)\b.*?</\1>", " ", response.content.decode(), flags=re.S)
    bare = re.sub(r"</?bdi\b[^>]*>", "", bare)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", bare)).split())


def told(response):
    """The messages on the page that a redirect leads to, as they read there."""
    return [plain(str(message)) for message in response.context["messages"]]


def faults(response):
    """Every fault on a page, each once."""
    found = re.findall(r'class="fault[^"]*"[^>]*>(.*?)<', response.content.decode())
    return [html.unescape(fault) for fault in dict.fromkeys(found)]


def to_mend(response):
    """Return the problems listed above a form."""
    listed = response.content.decode().partition('id="faults"')[2].partition("</div>")[0]
    return [text_of(line) for line in re.findall(r"<li>(.*?)</li>", listed)]


def text_of(markup):
    """A piece of a page without its markup."""
    return html.unescape(re.sub(r"<[^>]+>", "", markup)).strip()


def agreeing(question):
    """Return the values sent by the only button of a page with a question."""
    page = question.content.decode()
    hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page)
    return dict([*hidden, *re.findall(r'<button [^>]*name="(agreed)" value="([^"]*)"', page)])
