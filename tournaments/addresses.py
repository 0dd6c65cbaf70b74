"""What addresses of pages and of the API have in common."""

from django.urls import register_converter
from django.urls.converters import StringConverter


class TournamentConverter(StringConverter):
    """A tournament's slug, with the key of its link where one is needed: `slug~key`."""

    regex = "[-a-zA-Z0-9_]+(?:~[-a-zA-Z0-9_]+)?"


register_converter(TournamentConverter, "tournament")
