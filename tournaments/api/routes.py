"""Parts of the API's URLs, and the actions of a view at each URL."""

from collections.abc import Mapping

from django.urls import URLPattern, path, register_converter
from django.urls.converters import IntConverter

from tournaments import addresses  # noqa: F401 - the converter of tournaments

from .resource import Resource


class NumberConverter(IntConverter):
    """A whole number from 1, small enough for every column of the database."""

    regex = "[1-9][0-9]{0,8}"


class IdConverter(IntConverter):
    """The id of a row."""

    regex = "[1-9][0-9]{0,17}"


class SeatConverter(IntConverter):
    """A seat, counted from 0."""

    regex = "0|[1-9][0-9]?"


register_converter(NumberConverter, "number")
register_converter(SeatConverter, "seat")
register_converter(IdConverter, "id")

CLUB = "clubs/<slug:club>/"
SEASON = "seasons/<slug:slug>/"
TOURNAMENT = "tournaments/<tournament:slug>/"
ROUND = TOURNAMENT + "rounds/<number:number>/"
TABLE = ROUND + "tables/<number:table>/"
CORRECTIONS = TOURNAMENT + "correction-requests/"
HAND = TABLE + "hands/<number:hand>/"

COLLECTION = {"get": "list", "post": "create"}
ITEM = {"get": "retrieve", "patch": "partial_update", "delete": "destroy"}


def at(address: str, view: type[Resource], name: str, **actions: str) -> URLPattern:
    """Return a URL pattern that calls these actions of the view, by HTTP method."""
    return path(address, view.as_view({**actions}), name=name)


def collection(address: str, view: type[Resource], name: str) -> URLPattern:
    """Return the URL pattern of a list, whose view lists and creates objects, if it has these actions."""
    return at(address, view, name, **_available(view, COLLECTION))


def item(address: str, view: type[Resource], name: str) -> URLPattern:
    """Return the URL pattern of an object, whose view reads, changes and deletes it, if it has these actions."""
    return at(address, view, name, **_available(view, ITEM))


def _available(view: type[Resource], actions: Mapping[str, str]) -> dict[str, str]:
    return {method: action for method, action in actions.items() if hasattr(view, action)}
