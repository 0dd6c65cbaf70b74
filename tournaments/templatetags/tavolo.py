"""What templates need to speak of cards: seats, suits, scores and translated sources."""

from collections.abc import Mapping, Sequence
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
from scoring.problems import Problem
from scoring.ruleset import RuleSet
from tournaments.actions.hands.disputes import decided_hands
from tournaments.actions.hands.tables import TableInPlay
from tournaments.actions.people.family_names import listed_name
from tournaments.actions.undoing.offers import undo_line
from tournaments.models import Seat, Tournament
from tournaments.web.at_table.asked import asked_after
from tournaments.web.desk.pending_decisions import counter_proposal, disputes
from tournaments.web.hands import deciding_words, score_pad
from tournaments.wording import words
from tournaments.wording.names import kept, told
from tournaments.wording.standing_words import PlayedNow, TieBreakWords
from tournaments.wording.together import together

T = TypeVar("T")

register = template.Library()

register.filter("webcal", lambda path: f"webcal://{settings.TAVOLO_URL.partition('://')[2]}{path}")
register.filter("absolute", lambda path: settings.TAVOLO_URL + path)
register.filter("figure", words.figure)
register.filter("amount", words.amount)
register.filter("score_so_far", words.score_so_far)
register.filter("hand_words", words.hand_words)
register.filter("told_of", PlayedNow.words)
register.filter("listed", listed_name)
register.filter("kept", kept)
register.filter("told", told)
register.filter("together", together, is_safe=True)
register.filter("seal", words.seal)
register.filter("suit_file", words.suit_file)
register.filter("card_suit_file", words.card_suit_file)
register.filter("translated", words.translated)
register.filter("unbroken", words.unbroken)
register.filter("units", words.units)
register.filter("partners", words.partners)
register.filter("cell_notes", score_pad.cell_notes)
register.filter("always_noted", score_pad.always_noted)
register.filter("pad_class", score_pad.pad_class)
register.filter("fact_notes", score_pad.fact_notes)
register.filter("deciding_facts", deciding_words.deciding_facts)
register.filter("brief", score_pad.brief)
register.simple_tag(asked_after)
register.simple_tag(counter_proposal)
register.simple_tag(decided_hands)
register.simple_tag(disputes)
register.simple_tag(undo_line)
register.simple_tag(words.progress)
register.simple_tag(words.seat_name)
register.simple_tag(deciding_words.line_words)


@register.filter
def entrants(number: int, tournament: Tournament) -> str:
    """How many players a tournament has entered, or pairs."""
    return words.entrants(number, tournament.entry_size)


@register.filter
def text(problem: Problem) -> str:
    """A problem in the reader's language."""
    return problem.text(gettext)


@register.filter
def quoted(said: object) -> str:
    """What somebody wrote, between the marks of the reader's language."""
    return gettext("“%s”") % said


@register.filter
def fault_count(errors: Mapping[str, Sequence[object]]) -> int:
    """How many faults a form has: a field can have more than one."""
    return sum(map(len, errors.values()))


@register.filter
def at(values: Sequence[T], place: int) -> T:
    """The value at a place."""
    return values[place]


@register.filter
def of(values: Mapping[int, T], key: int) -> T | None:
    """What a mapping holds for a key, None where it holds nothing."""
    return values.get(key)


@register.filter
def place(values: Sequence[T], at: int) -> T | None:
    """The value at a place, none where there is no such place."""
    return values[at] if at < len(values) else None


@register.filter
def name_at(seat: Seat, hand: int) -> str:
    """Who sat on a seat in a hand."""
    return seat.name_at(hand)


@register.filter
def names(side: Sequence[Seat]) -> str:
    """Who plays for a side."""
    return " – ".join(seat.name for seat in side)


@register.filter
def leader(play: TableInPlay) -> str:
    """Who leads the next hand."""
    return _names(play, play.state.next_lead)


@register.filter
def dealer(play: TableInPlay, ruleset: RuleSet) -> str:
    """Who deals the next hand; nothing where the rules do not say."""
    return _names(play, ruleset.next_dealer(play.state))


@register.filter
def trumps(play: TableInPlay, number: int) -> str:
    """The suit that is trumps in the hand of this number; nothing where the cards settle it."""
    return words.translated(play.table.round.tournament.rules.trumps(play.state.rules, number))


@register.filter
def trumps_in_turn(play: TableInPlay) -> str:
    """The trumps of the first hands to the last suit, for a script that goes on to the next hand by itself."""
    return "|".join(trumps(play, number) for number in range(1, len(LATIN_SUITS) + 1))


def _names(play: TableInPlay, side: int | None) -> str:
    seats = () if side is None else play.sides[side]
    return names(seats)


@register.simple_tag(takes_context=True)
def long(context: template.RequestContext, name: str) -> SafeString:
    """A long list, by a template of Jinja2 that knows what this one knows."""
    known = cast("dict[str, Any]", context.flatten())
    return mark_safe(engines["jinja2"].get_template(name).render(known))  # noqa: S308 - it escapes what it is given


@register.simple_block_tag(name="oneline")
def one_line(content: str) -> SafeString:
    """What stands between, on one line, so that it can stand in an attribute and in more than one place."""
    return mark_safe(" ".join(content.split()))  # noqa: S308 - a template has made it


@register.filter
def form_page(request: HttpRequest) -> str:
    """The page to come back to: for a form that was sent, the one that it stood on, not the address that it goes to."""
    full, page = request.get_full_path(), urlsplit(str(request.META.get("HTTP_REFERER", "")))
    if request.method != "POST" or page.netloc != request.get_host():
        return full
    return escape_leading_slashes(page.path) + (f"?{page.query}" if page.query else "")


@register.simple_tag
def tie_figure(ties: TieBreakWords, row: Mapping[str, Any], code: str) -> str:
    """What a row has by a tie-break, as people count it."""
    return ties.figure(row, code)


@register.simple_tag(takes_context=True)
def own_side_first(context: template.Context, values: Sequence[T]) -> list[T]:
    """What each side has, beginning with the side of whoever reads."""
    return words.rotated(values, context.get("own_side"))


@register.simple_tag(takes_context=True)
def own_seat_first(context: template.Context, values: Sequence[T]) -> list[T]:
    """What each seat has, beginning with the seat of whoever reads."""
    return words.rotated(values, context.get("own_seat"))


@register.simple_tag(takes_context=True)
def places_own_first(context: template.Context, play: TableInPlay) -> list[tuple[int, tuple[Seat, ...], int]]:
    """Place, seats and total of each side; of those that share a place the side of whoever reads comes first."""
    own, count = context.get("own_side") or 0, len(play.sides)
    return sorted(play.placed, key=lambda row: (row[0], (row[1][0].side - own) % count))


@register.simple_tag
def counter_address(tournament: Tournament) -> str:
    """The card counter for a tournament's game and its pack, nothing where it has none."""
    if counter.usual_pack(tournament.rules) is None:
        return ""
    players = tournament.options.get("players")
    query = f"?players={players}" if players else ""
    return reverse("count", args=[tournament.ruleset]) + query
