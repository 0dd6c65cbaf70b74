"""Converters for URLs, shared by pages and API."""

from django.urls import register_converter
from django.urls.converters import StringConverter


class TournamentConverter(StringConverter):
    """A tournament's slug; if its link has a key, followed by this key: `slug~key`."""

    regex = "[-a-zA-Z0-9_]+(?:~[-a-zA-Z0-9_]+)?"


register_converter(TournamentConverter, "tournament")
