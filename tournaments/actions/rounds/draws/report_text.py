"""The report of a draw as sentences."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.bidi import isolated
from tournaments import pairing
from tournaments.models import Round

from ...ledger_kinds.about_cuts import cut_sentence
from ...setup.pairing_methods import NOBODY_PLAYED
from .knock_out import KNOCK_OUT
from .records import is_by_earlier_version
from .teams_apart import OF_TEAM

MAX_PAIRS = 8
A_PAIR = 2
Fact = Mapping[str, Any]


def report_sentences(
    round_: Round, names: Mapping[int, str], *, to_directors: bool = True, keep: Callable[[str], str] = isolated
) -> list[str]:
    """Return sentences that explain how the tables of a round were drawn.

    Only directors are told who is kept apart. `keep` encloses names in marks for bidirectional text.
    """
    report = round_.report
    if not report:
        return []
    names = {entry: keep(name) for entry, name in names.items()}
    partners = report.get("partners_again", [])
    together = report.get("kept_apart_but_together", []) if to_directors else []
    return [
        *_knock_out_sentences(round_, names),
        *_repeats(report, names),
        *_name_pairs(_("%(one)s and %(other)s are partners again."), partners[:MAX_PAIRS], names),
        *_name_pairs(_("%(one)s and %(other)s sit together though they should not."), together, names),
        *_clubs_apart(round_),
        *_standing_sentences(report, nobody_played=is_drawn_without_scores(round_)),
        *(_sit_out(one, names) for one in _of_round(report.get("sit_outs", []), round_.number)),
        *_unusual(_of_round(report.get("unusual_tables", []), round_.number)),
        *_seats(report),
        *([_("Changed by hand after the draw.")] if round_.drawn else ()),
        _origin(report, changed=round_.drawn is not None),
    ]


def preview_sentences(report: Fact, names: Mapping[int, str]) -> list[str]:
    """Return sentences about the quality of a schedule before it is drawn."""
    return [
        *_repeats(report, names),
        *_name_pairs(
            _("%(one)s and %(other)s are partners again."), report.get("partners_again", [])[:MAX_PAIRS], names
        ),
        *_seats(report),
    ]


def _of_round(facts: Iterable[Fact], number: int) -> list[Fact]:
    return [fact for fact in facts if fact["round"] == number]


def _repeats(report: Fact, names: Mapping[int, str]) -> list[str]:
    pairs = report.get("repeated_pairs", [])
    if not pairs:
        return [_("Nobody meets anybody for a second time.")]
    distinct = list(dict.fromkeys(tuple(sorted(pair[:2])) for pair in pairs))
    sentence = ngettext("%(number)d pair meets again", "%(number)d pairs meet again", len(distinct))
    sentence %= {"number": len(distinct)}
    if len(pairs) > len(distinct):
        again = ngettext("%(number)d time in all", "%(number)d times in all", len(pairs))
        sentence = f"{sentence} ({again % {'number': len(pairs)}})"
    named = [f"{names.get(one, '?')} – {names.get(other, '?')}" for one, other in distinct]
    more = "…" if len(named) > MAX_PAIRS else "."
    sentences = [f"{sentence}: {', '.join(named[:MAX_PAIRS])}{more}"]
    if report.get("repeats") == report.get("repeats_lower_bound"):
        sentences.append(_("Fewer is not possible with these players."))
    return sentences


def _name_pairs(sentence: str, pairs: Iterable[Sequence[int]], names: Mapping[int, str]) -> list[str]:
    return [sentence % {"one": names.get(one, "?"), "other": names.get(other, "?")} for one, other, *_times in pairs]


def _clubs_apart(round_: Round) -> Iterator[str]:
    """Yield a sentence on whether players of one club or team sit apart, if the draw was to keep them apart.

    The sentence has no names, because everybody may read it.
    """
    entrants = round_.draw_inputs.get("entrants", ()) if round_.draw_inputs.get("avoid_same_club") else ()
    club_of = {each["id"]: each["club"] for each in entrants if each["club"] and each["active"]}
    if len(set(club_of.values())) == len(club_of):
        return
    if any(OF_TEAM in club for club in club_of.values()):
        yield _("Players of one team sit at different tables where there are enough tables.")
        return
    pairs = [pair for pair in round_.report.get("kept_apart_but_together", ()) if len({*map(club_of.get, pair)}) == 1]
    if not pairs:
        yield _("No two players of one club share a table.")
        return
    sentence = ngettext(
        "%(number)d pair of one club shares a table.", "%(number)d pairs of one club share a table.", len(pairs)
    )
    yield sentence % {"number": len(pairs)}


def is_drawn_without_scores(round_: Round) -> bool:
    """Whether a round was drawn by standings although no entry had a score yet."""
    scores = {each["score"] for each in round_.draw_inputs.get("entrants", ())}
    by_standing = round_.method in pairing.BY_STANDING and round_.method != KNOCK_OUT  # first by entry
    return by_standing and not round_.draw_inputs.get("history") and len(scores) < 2


def _standing_sentences(report: Fact, *, nobody_played: bool) -> list[str]:
    sentences = [_(each["message"]) % each["params"] for each in report.get("advice", [])]
    places = report.get("places_apart")
    if nobody_played:
        sentences.insert(0, _(NOBODY_PLAYED))
    elif places is not None:
        sentence = ngettext(
            "Players at one table are at most %(number)d place apart.",
            "Players at one table are at most %(number)d places apart.",
            places,
        )
        sentences.insert(0, sentence % {"number": places})
    return sentences


def _seats(report: Fact) -> list[str]:
    seats, players = report.get("seats"), report.get("entrants")
    if not seats:
        return []
    if seats["spread"] <= 1:
        return [_("The seats are shared evenly.")]
    sentence = _("%(even)d of %(players)d have had each seat equally often, give or take one.")
    return [sentence % {"even": seats["within_one"], "players": players}]


def _sit_out(fact: Fact, names: Mapping[int, str]) -> str:
    name, before = names.get(fact["entrant"], "?"), fact["before"]
    if not before:
        return _("%(name)s sits out, for the first time.") % {"name": name}
    return ngettext(
        "%(name)s sits out, after %(before)d earlier round without a seat.",
        "%(name)s sits out, after %(before)d earlier rounds without a seat.",
        before,
    ) % {"name": name, "before": before}


def _unusual(tables: Iterable[Fact]) -> list[str]:
    sizes = {(one["table"], one["seats"]) for one in tables}
    return [
        _("Table %(table)d has %(seats)d seats.") % {"table": table, "seats": seats} for table, seats in sorted(sizes)
    ]


def _origin(report: Fact, *, changed: bool) -> str:
    if report.get("method") == "scripted":
        return _("Set by hand.")
    sentence = _("Drawn with the number %(seed)s, which gives the same tables again.")
    if is_by_earlier_version(report):
        sentence = _("Drawn with the number %(seed)s by an earlier version of the program.")
    elif changed:
        sentence = _("Drawn with the number %(seed)s: the same number gives the same tables again.")
    return sentence % {"seed": report.get("seed")}


def _knock_out_sentences(round_: Round, names: Mapping[int, str]) -> Iterator[str]:
    """Yield the sentences about a draw of a knock-out; nothing for other draws."""
    report = round_.report
    if "plan" not in report:
        return
    of_pairs = round_.tournament_id is not None and round_.tournament.entry_size == A_PAIR
    yield _rounds_to_come(report["plan"], report["going_on"], of_pairs=of_pairs)
    for cut in report["cuts"]:
        yield cut_sentence(cut, lambda entries: ", ".join(names.get(entry, "?") for entry in entries))
    if report["plan"][0][2]:
        yield _byes(round_)


def _rounds_to_come(plan: Sequence[Sequence[int]], going_on: int, *, of_pairs: bool) -> str:
    if len(plan) == 1:
        return _("This is the final.")
    fields = " → ".join(str(players) for players, _tables, _byes in plan)
    sentence = ngettext(
        "%(number)d qualifies from each table: %(fields)s players, until the final.",
        "%(number)d qualify from each table: %(fields)s players, until the final.",
        going_on,
    )
    if of_pairs:
        sentence = ngettext(
            "%(number)d qualifies from each table: %(fields)s pairs, until the final.",
            "%(number)d qualify from each table: %(fields)s pairs, until the final.",
            going_on,
        )
    return sentence % {"number": going_on, "fields": fields}


def _byes(round_: Round) -> str:
    """Return the sentence on who gets the byes, which depends on whether there were standings before the draw."""
    if round_.number == 1 and round_.tournament_id is not None:
        entries = round_.tournament.entries
        scores = {Fraction(each["score"]) for each in round_.draw_inputs.get("entrants", ())}
        are_level = len(scores) < 2
        # The setting may have changed since the draw; without points carried over, only ratings differ from 0.
        may_be_ratings = round_.tournament.by_rating or not entries.exclude(carried="").exists()
        if not are_level and 0 not in scores and may_be_ratings:
            return _("There are no standings yet: byes go to those with the best ratings, who qualify without playing.")
        if are_level and entries.exclude(seed=None).exists():
            return _("There are no standings yet: byes go to the best of the qualifiers, who go on without playing.")
        if are_level:
            return _("There are no standings yet: byes go to those who entered first, who qualify without playing.")
    return _("Byes go to the best placed of those with the fewest byes: they qualify without playing.")
