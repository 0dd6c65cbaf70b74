"""The declaration of a season as sentences, and its tie-breaks as text."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from tournaments.ranking import decimal
from tournaments.ranking.seasons import Declaration, SeasonPart, TieBreak

from .words import figure, translated

MAX_POINTS = 16
"""The most points of places that a sentence lists."""
TIE_BREAKS: Mapping[TieBreak, str] = {
    "head_to_head": _("direct meetings"),
    "difference": _("difference"),
    "scores": _("sum of the scores or victory points"),
    "wins": _("evenings won"),
    "best_results": _("best result, then the second best, and so on"),
    "last_evening": _("last evening, then the one before it, and so on"),
    "attended": _("evenings attended"),
    "lot": _("lot"),
}


def sentences(declared: Declaration) -> list[str]:
    """Return the rules of the season as sentences for members of the club."""
    return [*_worth(declared), *_counted(declared), *_compared(declared), *_ties(declared), *final_sentences(declared)]


def _worth(declared: Declaration) -> Iterator[str]:
    if declared.counts == "points":
        yield _points(declared)
        yield gettext("Those who share places share their points equally.")
    elif declared.counts == "score":
        yield gettext(
            "An evening counts with its score, or with its victory points if it was played for victory points."
        )
    elif declared.counts == "share":
        yield gettext("An evening counts with its share of the highest possible score, in per cent.")
    else:
        yield gettext("Each round counts on its own, with its score.")
    if declared.low_wins:
        yield gettext("The lowest score is best. Those with fewer counted results come behind.")
    if declared.last_factor != 1:
        yield gettext("The last evening counts %(factor)s times.") % {"factor": figure(decimal(declared.last_factor))}
    if declared.coming:
        text = gettext("Each evening attended adds %(points)s, even if its result is dropped.")
        yield text % {"points": figure(decimal(declared.coming))}


def _points(declared: Declaration) -> str:
    if declared.points is None:
        return gettext("The last place of an evening is worth 1 point, each better place one point more.")
    listed = [figure(decimal(number)) for number in declared.points[:MAX_POINTS]]
    more = ["…"] if len(declared.points) > MAX_POINTS else []
    text = gettext("The places of an evening are worth %(points)s points, all others 0.")
    return text % {"points": ", ".join([*listed, *more])}


def _counted(declared: Declaration) -> Iterator[str]:
    for number, part in enumerate(declared.parts, 1):
        results = part.evenings * (declared.rounds_each or 1)
        best = part.best or (declared.best if len(declared.parts) == 1 else None)
        values = {"part": part_name(part, number), "best": best or results, "number": results}
        if len(declared.parts) > 1 and best:
            text = ngettext(
                "%(part)s: the best of %(number)d results counts.",
                "%(part)s: the best %(best)d of %(number)d results count.",
                best,
            )
            yield text % values
        elif len(declared.parts) > 1:
            yield gettext("%(part)s: all results count, at most %(number)d.") % values
        elif best:
            text = ngettext(
                "The best of %(number)d results counts.", "The best %(best)d of %(number)d results count.", best
            )
            yield text % values
        else:
            yield gettext("All results count: at most %(number)d.") % values
    if declared.best and (len(declared.parts) > 1 or declared.parts[0].best):
        yield ngettext(
            "In the whole season the best of these results counts.",
            "In the whole season the best %(best)d of these results count.",
            declared.best,
        ) % {"best": declared.best}
    if least := declared.minimum:
        yield ngettext(
            "A place needs at least %(count)d evening.", "A place needs at least %(count)d evenings.", least
        ) % {"count": least}


def part_name(part: SeasonPart, number: int) -> str:
    """Return the name of a part, or its number."""
    return part.name or gettext("Part %(number)d") % {"number": number}


def part_names(declared: Declaration) -> list[str]:
    """Return the names of all parts, in order."""
    return [part_name(part, number) for number, part in enumerate(declared.parts, 1)]


def _compared(declared: Declaration) -> Iterator[str]:
    if declared.competitors == "players":
        yield gettext("Partners are listed one by one, each with the result of the pair.")
    elif declared.competitors == "clubs":
        text = ngettext(
            "Clubs are listed: on each evening the best result of a club counts.",
            "Clubs are listed: on each evening the best %(number)d results of a club are added up.",
            declared.of_each_club or 1,
        )
        yield text % {"number": declared.of_each_club}
    else:
        yield gettext("Partners are listed together: a pair counts only when the two play together.")
    if declared.listed == "members":
        yield gettext("Only members of the club are listed; guests keep their places on the evening.")
    elif declared.listed == "category":
        text = gettext(
            "Only the category %(name)s is listed (players: %(count)d); the others keep their places on the evening."
        )
        yield text % {"name": declared.category_name, "count": len(declared.category)}


def _ties(declared: Declaration) -> Iterator[str]:
    if declared.tie_breaks:
        words = "; ".join(translated(TIE_BREAKS[code]) for code in declared.tie_breaks)
        yield gettext("Ties are decided in this order: %(words)s.") % {"words": words}
        if len(declared.parts) > 1 and declared.tie_breaks != ("lot",):
            yield gettext("Ties in a part are decided by the evenings of this part alone.")
    if "lot" not in declared.tie_breaks:
        yield gettext("Those who are still tied share the place.")


def final_sentences(declared: Declaration) -> list[str]:
    """Return the rules of the final as sentences; [] if the season has no final."""
    return list(_final(declared))


def _final(declared: Declaration) -> Iterator[str]:
    if first := declared.final_first:
        yield ngettext(
            "The first of the season qualifies for the final.",
            "The first %(number)d of the season qualify for the final.",
            first,
        ) % {"number": first}
    if first := declared.final_of_part:
        text = ngettext(
            "The first of each part qualifies for the final; those already qualified are skipped in later parts.",
            "The first %(number)d of each part qualify for the final; those already qualified are skipped in "
            "later parts.",
            first,
        )
        yield text % {"number": first}
    if least := declared.final_minimum:
        yield ngettext(
            "The final needs at least %(count)d evening.", "The final needs at least %(count)d evenings.", least
        ) % {"count": least}
    if declared.final_only_if_needed:
        yield gettext(
            "If the same competitor wins all parts, there is no final: that competitor is the champion, and the other "
            "places follow the standings of the season."
        )
