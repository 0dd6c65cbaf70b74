"""Tags and filters for templates: seats, suits, scores and translated texts."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template import engines
from django.urls import reverse
from django.utils.http import escape_leading_slashes
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from scoring import counter
from scoring.packs import LATIN_SUITS
from scoring.problems import Problem, distinct_texts
from scoring.ruleset import RuleSet
from tournaments.actions.hands.disputes import decided_hands
from tournaments.actions.hands.tables import TableInPlay
from tournaments.actions.people.family_names import listed_name
from tournaments.actions.undoing.last_action import undo_line
from tournaments.models import Seat, Tournament
from tournaments.web.at_table.confirmers import confirmer_after_sending
from tournaments.web.desk.pending_decisions import counter_proposal, disputes
from tournaments.web.hands import score_pad
from tournaments.wording import words
from tournaments.wording.names import as_name, together, with_names
from tournaments.wording.of_hands import hand_state, of_hand
from tournaments.wording.standing_words import PlayedNow, TieBreakWords

T = TypeVar("T")

register = template.Library()

register.filter("webcal", lambda path: f"webcal://{settings.TAVOLO_URL.partition('://')[2]}{path}")
register.filter("absolute", lambda path: settings.TAVOLO_URL + path)
register.filter("figure", words.figure)
register.filter("amount", words.amount)
register.filter("score_so_far", words.score_so_far)
register.filter("hand_words", words.hand_words)
register.filter("played_now", PlayedNow.words)
register.filter("listed", listed_name)
register.filter("as_name", as_name)
register.filter("with_names", with_names)
register.filter("together", together, is_safe=True)
register.filter("seal", words.seal)
register.filter("suit_file", words.suit_file)
register.filter("card_suit_file", words.card_suit_file)
register.filter("translated", words.translated)
register.filter("unbroken", words.unbroken)
register.filter("hand_state", hand_state)
register.filter("units", words.units)
register.filter("partners", words.partners)
register.filter("cell_notes", score_pad.cell_notes)
register.filter("always_noted", score_pad.always_noted)
register.filter("pad_class", score_pad.pad_class)
register.filter("fact_notes", score_pad.fact_notes)
register.filter("deciding_facts", score_pad.deciding_facts)
register.filter("brief", score_pad.brief)
register.simple_tag(confirmer_after_sending)
register.simple_tag(counter_proposal)
register.simple_tag(decided_hands)
register.simple_tag(disputes)
register.simple_tag(undo_line)
register.simple_tag(of_hand)
register.simple_tag(words.progress)
register.simple_tag(words.seat_name)
register.simple_tag(score_pad.line_words)


@register.filter
def entrants(number: int, tournament: Tournament) -> str:
    """Return a number of players or pairs in a tournament as text."""
    return words.entrants(number, tournament.entry_size)


@register.filter
def text(problem: Problem) -> str:
    """Return the problem's message in the reader's language."""
    return problem.text(gettext)


@register.filter
def texts(problems: Iterable[Problem]) -> list[str]:
    """Return the problems' messages in the reader's language, each once."""
    return distinct_texts(problems, gettext)


@register.filter
def quoted(said: object) -> str:
    """Return a text in the quotation marks of the reader's language."""
    return gettext("“%s”") % said


@register.filter
def fault_count(errors: Mapping[str, Sequence[object]]) -> int:
    """Return how many errors a form has; a field can have several."""
    return sum(map(len, errors.values()))


@register.filter
def at(values: Sequence[T], place: int) -> T:
    """Return the value at an index. Raises IndexError."""
    return values[place]


@register.filter
def of(values: Mapping[int, T], key: int) -> T | None:
    """Return the value for a key, None if it is missing."""
    return values.get(key)


@register.filter
def place(values: Sequence[T], at: int) -> T | None:
    """Return the value at an index, None if it is out of range."""
    return values[at] if at < len(values) else None


@register.filter
def name_at(seat: Seat, hand: int) -> str:
    """Return the name of the player who sat in a seat in this hand."""
    return seat.name_at(hand)


@register.filter
def names(side: Sequence[Seat]) -> str:
    """Return the names of the players of a side."""
    return " – ".join(seat.name for seat in side)


@register.filter
def leader(play: TableInPlay) -> str:
    """Return the players of the side that leads the next hand; `""` if it is unknown."""
    return _names(play, play.state.next_lead)


@register.filter
def dealer(play: TableInPlay, ruleset: RuleSet) -> str:
    """Return the players of the side that deals the next hand; `""` if the rules do not say it."""
    return _names(play, ruleset.next_dealer(play.state))


@register.filter
def trumps(play: TableInPlay, number: int) -> str:
    """Return the trump suit of this hand; `""` if the cards decide it."""
    return words.translated(play.rules.trumps(play.state.rules, number))


@register.filter
def trumps_in_turn(play: TableInPlay) -> str:
    """Return the trump suits of the first hands, until they repeat, joined by `|` for a script."""
    return "|".join(trumps(play, number) for number in range(1, len(LATIN_SUITS) + 1))


def _names(play: TableInPlay, side: int | None) -> str:
    seats = () if side is None else play.sides[side]
    return names(seats)


@register.simple_tag(takes_context=True)
def long(context: template.RequestContext, name: str) -> SafeString:
    """Return a long list, rendered by a Jinja2 template with the context of this template."""
    values = cast("dict[str, Any]", context.flatten())
    return mark_safe(engines["jinja2"].get_template(name).render(values))  # noqa: S308 - it escapes what it is given


@register.simple_block_tag(name="oneline")
def one_line(content: str) -> SafeString:
    """Return the content on one line, so that it fits in an attribute, and can be used several times in a template."""
    return mark_safe(" ".join(content.split()))  # noqa: S308 - a template has made it


@register.filter
def form_page(request: HttpRequest) -> str:
    """Return the URL of the page to return to: this page or, after a form was sent, the page with the form."""
    full, page = request.get_full_path(), urlsplit(str(request.META.get("HTTP_REFERER", "")))
    if request.method != "POST" or page.netloc != request.get_host():
        return full
    return escape_leading_slashes(page.path) + (f"?{page.query}" if page.query else "")


@register.simple_tag
def tie_figure(ties: TieBreakWords, row: Mapping[str, Any], code: str) -> str:
    """Return an entry's value of a tie-break as text."""
    return ties.figure(row, code)


@register.simple_tag(takes_context=True)
def own_side_first(context: template.Context, values: Sequence[T]) -> list[T]:
    """Return the values by side; the reader's own side comes first."""
    return words.rotated(values, context.get("own_side"))


@register.simple_tag(takes_context=True)
def own_seat_first(context: template.Context, values: Sequence[T]) -> list[T]:
    """Return the values by seat; the reader's own seat comes first."""
    return words.rotated(values, context.get("own_seat"))


@register.simple_tag(takes_context=True)
def places_own_first(context: template.Context, play: TableInPlay) -> list[tuple[int, tuple[Seat, ...], int]]:
    """Return place, seats and total of each side; among equal places the reader's side comes first."""
    own, count = context.get("own_side") or 0, len(play.sides)
    return sorted(play.placed, key=lambda row: (row[0], (row[1][0].side - own) % count))


@register.simple_tag
def counter_address(tournament: Tournament) -> str:
    """Return the URL of the card counter for a tournament's game; `""` if it has none."""
    if counter.usual_pack(tournament.rules) is None:
        return ""
    players = tournament.options.get("players")
    query = f"?players={players}" if players else ""
    return reverse("count", args=[tournament.ruleset]) + query
