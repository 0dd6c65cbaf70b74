"""A draw's report in the words of a director."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MOST_PAIRS = 8


def told(report: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    """Why the tables are as they are, sentence by sentence."""
    return [
        *_repeats(report, names),
        *_apart(report, names),
        *_sit_outs(report, names),
        *_unusual(report),
        _lot(report),
    ]


def _repeats(report: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    pairs = report.get("repeated_pairs", [])
    if not pairs:
        return [_("Nobody meets anybody for a second time.")]
    sentence = ngettext(
        "%(number)d pair meets again", "%(number)d pairs meet again", len(pairs)
    ) % {"number": len(pairs)}
    named = [f"{names.get(one, '?')} – {names.get(other, '?')}" for one, other, *_times in pairs]
    more = "…" if len(named) > MOST_PAIRS else "."
    sentences = [f"{sentence}: {', '.join(named[:MOST_PAIRS])}{more}"]
    if report.get("repeats") == report.get("repeats_lower_bound"):
        sentences.append(_("Fewer is not possible with these players."))
    return sentences


def _apart(report: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    return [
        _("%(one)s and %(other)s sit together though they should not.")
        % {"one": names.get(one, "?"), "other": names.get(other, "?")}
        for one, other in report.get("kept_apart_but_together", [])
    ]


def _sit_outs(report: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    return [
        _sit_out(names.get(one["entrant"], "?"), one["before"])
        for one in report.get("sit_outs", [])
    ]


def _sit_out(name: str, before: int) -> str:
    if not before:
        return _("%(name)s sits out, for the first time.") % {"name": name}
    return ngettext(
        "%(name)s sits out, having done so %(before)d time before.",
        "%(name)s sits out, having done so %(before)d times before.",
        before,
    ) % {"name": name, "before": before}


def _unusual(report: Mapping[str, Any]) -> list[str]:
    sizes = {(one["table"], one["seats"]) for one in report.get("unusual_tables", [])}
    return [
        _("Table %(table)d has %(seats)d seats.") % {"table": table, "seats": seats}
        for table, seats in sorted(sizes)
    ]


def _lot(report: Mapping[str, Any]) -> str:
    if report.get("method") == "scripted":
        return _("Set by hand.")
    return _("Drawn with the number %(seed)s, which gives the same tables again.") % {
        "seed": report.get("seed")
    }
