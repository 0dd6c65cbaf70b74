"""The form of a hand as a browser gets it: its address, its fields, and submitting it."""

import re

from django.urls import reverse

BY_SCRIPT = {"Accept": "application/json"}


def where(table, hand=1):
    return reverse("enter-hand", args=[table.round.tournament.slug, 1, table.number, hand])


def form_of(response):
    """The form of a page's tally."""
    return response.content.decode().partition('class="tally-form"')[2].partition("</form>")[0]


def fields(response):
    """Return the names of the fields of a page's tally."""
    found = re.findall(r'<(?:input|select)[^>]*\sname="((?:line|hand)-[^"]+)"', form_of(response))
    return sorted(set(found))


def sides(name, *values):
    return {f"line-{side}-{name}": value for side, value in enumerate(values)}
