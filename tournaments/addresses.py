"""What addresses of pages and of the API have in common."""

from django.urls import register_converter


class TournamentConverter:
    """A tournament's slug, with the key of its link where one is needed: `slug~key`."""

    regex = "[-a-zA-Z0-9_]+(?:~[-a-zA-Z0-9_]+)?"

    def to_python(self, value: str) -> str:
        """The address as it was typed."""
        return value

    def to_url(self, value: str) -> str:
        """The address as it is."""
        return value


register_converter(TournamentConverter, "tournament")
