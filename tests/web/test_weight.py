"""A public page with everything that it loads comes fast over a bad phone."""

import gzip
import re
from pathlib import Path

from django.contrib.staticfiles import finders

LIMIT = 60_000


def test_the_first_page_weighs_less_than_60_kb_with_everything(client, db):
    page = client.get("/").content
    assert compressed(page) + sum(weigh(part) for part in parts(page.decode())) < LIMIT


def parts(page):
    """Every file that a page asks for, once."""
    asked = re.findall(r'(?:href|src)="/static/([^"]+)"', page)
    return sorted(set(asked))


def weigh(name):
    body = Path(finders.find(name)).read_bytes()
    return len(body) if name.endswith(".woff2") else compressed(body)


def compressed(body):
    return len(gzip.compress(body, compresslevel=6))


def test_no_page_loads_anything_from_elsewhere(client, db):
    page = client.get("/").content.decode()
    assert re.findall(r'(?:src|<link[^>]*href)="(?!/)[^"]+"', page) == []


def test_the_policy_allows_nothing_inline(client, db):
    policy = client.get("/")["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "style-src 'self'" in policy
    assert "unsafe" not in policy
