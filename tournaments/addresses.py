"""Converters that the addresses of pages and API share."""

from django.urls import register_converter
from django.urls.converters import StringConverter


class TournamentConverter(StringConverter):
    """A tournament's slug, followed by the key of its link if it is needed: `slug~key`."""

    regex = "[-a-zA-Z0-9_]+(?:~[-a-zA-Z0-9_]+)?"


register_converter(TournamentConverter, "tournament")
