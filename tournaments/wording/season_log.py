"""The log of a season in sentences: what was changed, when and by whom."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.seasons.standing import name_of, names_of
from tournaments.models import Club, SeasonChange, Tournament, User
from tournaments.ranking import decimal

from .names import filled
from .words import figure


@dataclass(frozen=True, slots=True)
class SeasonLogLine:
    """A change of a season as text, with the name of the account that made it."""

    number: int
    at: datetime
    sentence: str
    who: str


def season_log(changes: Sequence[SeasonChange]) -> Iterator[SeasonLogLine]:
    """Yield these changes as text for a director."""
    users = User.objects.in_bulk([change.facts["by"] for change in changes if change.facts["by"]])
    slugs = {str(change.facts.get(name, "")) for change in changes for name in ("slug", "after", "final")}
    slugs |= {slug for change in changes for slug in change.facts.get("corrected", ())}
    evenings = dict(Tournament.objects.filter(slug__in=slugs).values_list("slug", "name"))
    asked = {str(change.facts["club"]) for change in changes if "club" in change.facts}
    clubs = dict(Club.objects.filter(slug__in=asked).values_list("slug", "name"))
    declared = (who for change in changes for who in _champions(change) if isinstance(who, tuple))
    joined = (into for change in changes for _player, into in change.facts.get("persons", ()))
    players = names_of({*(pk for who in declared for pk in who), *joined})
    for change in changes:
        user = users.get(change.facts["by"])
        who = user.username if user else _("automatically") if change.facts["source"] == "clock" else ""
        named = [*_champions(change), *((into,) for _player, into in change.facts.get("persons", ()))]
        subjects = clubs if "club" in change.facts else evenings
        sentence = _sentence(change, subjects, [name_of(each, players) for each in named])
        yield SeasonLogLine(change.number, change.at, sentence, who)


def _champions(change: SeasonChange) -> list[tuple[int, ...] | str]:
    return [each if isinstance(each, str) else tuple(each) for each in change.facts.get("champions", ())]


def _sentence(change: SeasonChange, subjects: Mapping[str, str], names: Sequence[str]) -> str:
    facts: dict[str, Any] = change.facts
    slug = facts.get("after") if change.kind == "places_moved" else facts.get("slug", facts.get("club"))
    about = {
        **{name: facts.get(name, "") for name in ("version", "part")},
        "factor": figure(decimal(Fraction(facts.get("factor", 1)))),
        "name": subjects.get(str(slug), str(slug or "–")),
        "names": ", ".join(names),
    }
    if change.kind == "places_moved":
        number = facts["number"]
        text = ngettext(
            "%(number)s place moved in the standings after %(name)s.",
            "%(number)s places moved in the standings after %(name)s.",
            number,
        )
        corrected = ", ".join(subjects.get(slug, slug) for slug in facts.get("corrected", ()))
        results = filled(_("Results changed in %(names)s."), {"names": corrected}) if corrected else ""
        return " ".join(filter(None, (filled(text, {**about, "number": number}), results)))
    return filled(_of_kind(change.kind), about)


def _of_kind(kind: str) -> str:
    return {
        "created": _("The season was declared."),
        "renamed": _("The season got another name."),
        "declared": _("The declaration was changed: version %(version)s."),
        "evening_added": _("%(name)s was added: part %(part)s, × %(factor)s."),
        "evening_changed": _("%(name)s was changed: part %(part)s, × %(factor)s."),
        "evening_removed": _("%(name)s was taken out."),
        "evening_closed": _("%(name)s no longer counts: it was hidden, closed to the public, or opened again."),
        "evening_opened": _("%(name)s counts now: it was shown, opened to the public, or ended."),
        "persons_joined": _("The results of another club’s record now count for %(names)s."),
        "persons_parted": _("The results of another club’s record no longer count for %(names)s."),
        "club_asked": _("%(name)s was asked whether its evenings may count."),
        "club_agreed": _("%(name)s agreed that its evenings count."),
        "club_refused": _("%(name)s does not agree that its evenings count."),
        "club_removed": _("The request to %(name)s was ended."),
        "final_filled": _("The qualifiers were entered in the final: %(name)s."),
        "champions_declared": _("The champion was declared: %(names)s."),
        "champions_withdrawn": _("The champion was withdrawn."),
    }[kind]
