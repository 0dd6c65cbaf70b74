"""The champions of a season. A director declares them at its end; the declaration is stored in the season's log."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, get_args

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_noop as _

from scoring.fields import unknown
from tournaments.models import EntryPlayer, PlayerMerge, Round, Season, SeasonChange, Tournament, Visibility
from tournaments.ranking.seasons import Who

from ..core.actor import Actor
from ..core.ledger import digest
from ..core.optimistic_locking import CHANGED
from ..core.refusals import Conflict, Invalid, Problem, Stale, refuse
from ..core.rows import locked
from . import log
from .evenings_left import agree_early
from .season_results import counts_now
from .standing import name_of, names_of, published

Rule = Literal["standing", "all_parts", "final"]
DECLARED: log.ChangeKind = "champions_declared"
WITHDRAWN: log.ChangeKind = "champions_withdrawn"
MOST_FINALS = 30
"""The most tournaments that are offered as the final."""


@dataclass(frozen=True, slots=True)
class Champions:
    """The winners of a season: all competitors that share first place.

    `rule` is `standing` for first place in the season, `all_parts` for first place in every part, and `final` for first
    place in a tournament; `final` and `final_name` are the tournament's slug and name.
    """

    rule: Rule
    whos: Sequence[Who]
    final: str = ""
    final_name: str = ""
    at: datetime | None = None

    @property
    def mark(self) -> str:
        """A digest of the champions. A form sends it back, so that nobody confirms champions other than those shown."""
        return digest([self.rule, self.whos])[:20]

    @property
    def names(self) -> list[str]:
        """The names of the champions, as far as they are public now."""
        shown = names_of(self.players)
        return [name_of(who, shown) for who in self.whos]

    @property
    def players(self) -> list[int]:
        """The ids of the players who are champions; [] if clubs are."""
        return [player for who in self.whos if isinstance(who, tuple) for player in who]


def possible_champions(season: Season) -> list[Champions]:
    """Return the possible champions: first place in the published standings, and first place in every part, if any."""
    document = json.loads(published(season) or b"{}")
    rows = document.get("rows", [])
    first = [_who(row) for row in rows if row["place"] == 1]
    of_all = [
        _who(row) for row in rows if row.get("parts") and all(part and part["place"] == 1 for part in row["parts"])
    ]
    found = (Champions("standing", first), Champions("all_parts", of_all))
    return [each for each in found if each.whos]


def possible_finals(season: Season) -> list[Tournament]:
    """Return the club's latest tournaments that may have been the final: over, public, not in the season.

    A tournament that was archived in a round is over when this round is closed.
    """
    return list(_finals(season)[:MOST_FINALS])


def _finals(season: Season) -> QuerySet[Tournament]:
    if season.declared.competitors == "clubs":
        return Tournament.objects.none()
    over = season.club.tournaments.filter(status__in=(Tournament.Status.FINISHED, Tournament.Status.ARCHIVED))
    over = over.exclude(Exists(Round.objects.in_play().filter(tournament=OuterRef("pk"))))
    shown = over.filter(visibility=Visibility.PUBLIC, standings_hidden_after=None)
    return shown.exclude(season_evenings__season=season).latest_first()


def declare_champions(season: Season, raw: Mapping[str, Any], *, by: Actor, seen: str | None = None) -> Champions:
    """Declare the champions by the rule `raw["by"]`, store the declaration in the log and return it.

    For the rule `final`, `raw["tournament"]` is the final. Raises Invalid for a rule without winners, Conflict if
    champions are already declared or a refresh of the standings is due, Stale if `seen` is the mark of other champions,
    and AgreementNeeded if evenings are still to be played.
    """
    with transaction.atomic():
        season = locked(Season.objects.select_related("club"), season.pk)
        refuse_if_over(season)
        refuse_if_due(season)
        champions = _by_rule(season, raw)
        if seen not in (None, champions.mark):
            raise Stale(Problem("changed_meanwhile", CHANGED))
        agree_early(season, _("Declare the champion now"), by=by)
        facts = {"rule": champions.rule, "champions": champions.whos, "final": champions.final}
        log.append(season, DECLARED, by=by, facts=facts)
    return champions


def withdraw_champions(season: Season, *, by: Actor) -> None:
    """Withdraw the declaration of the champions; the season continues. Raises Conflict if there is none."""
    with transaction.atomic():
        season = locked(Season.objects.all(), season.pk)
        if champions_of(season) is None:
            raise Conflict(Problem("no_champions", _("Nobody is declared champion.")))
        log.append(season, WITHDRAWN, by=by, facts={})


def refuse_if_over(season: Season) -> None:
    """Raise Conflict if the season is over, that is, its champions are declared."""
    if champions_of(season):
        message = _("The champion of %(season)s is declared, so this season is over: withdraw the champion first.")
        raise Conflict(Problem("season_is_over", message, {"season": season.name}))


def refuse_if_due(season: Season) -> None:
    """Raise Conflict if the published standings do not include all evenings that are over."""
    evenings = [each.tournament for each in season.evenings.select_related("tournament")]
    if season.published_revision < season.revision or any(counts_now(each) and each.is_stale for each in evenings):
        raise _refreshing()


def _refreshing() -> Conflict:
    return Conflict(Problem("refreshing", _("The standings are being computed: try again in a moment.")))


def champions_of(season: Season) -> Champions | None:
    """Return the declared champions of a season; None if there are none."""
    return champions_of_seasons([season.pk]).get(season.pk)


def champions_of_seasons(seasons: Iterable[int]) -> dict[int, Champions]:
    """Return the declared champions by season.

    A player's merged record is replaced by the record it was merged into.
    """
    changes = SeasonChange.objects.filter(season__in=seasons, kind__in=(DECLARED, WITHDRAWN)).order_by("number")
    last = {change.season_id: change for change in changes}
    declared = {pk: change for pk, change in last.items() if change.kind == DECLARED}
    if not declared:
        return {}
    facts = [change.facts for change in declared.values()]
    players = {player for each in facts for who in each["champions"] if isinstance(who, list) for player in who}
    merged = PlayerMerge.objects.persons(players)
    finals = Tournament.objects.filter(slug__in=[each["final"] for each in facts], visibility=Visibility.PUBLIC)
    names = dict(finals.values_list("slug", "name"))
    return {pk: _read(change, merged, names) for pk, change in declared.items()}


def seasons_won(seasons: Iterable[Season]) -> list[tuple[Season, Champions]]:
    """Return the seasons with declared champions, each with these."""
    listed = {season.pk: season for season in seasons}
    found = champions_of_seasons(listed)
    return [(season, found[pk]) for pk, season in listed.items() if pk in found]


def _read(change: SeasonChange, merged: Mapping[int, int], names: Mapping[str, str]) -> Champions:
    facts = change.facts
    whos = [
        who if isinstance(who, str) else tuple(merged.get(player, player) for player in who)
        for who in facts["champions"]
    ]
    final = facts["final"] if facts["final"] in names else ""
    return Champions(facts["rule"], whos, final, names.get(final, ""), change.at)


def _by_rule(season: Season, raw: Mapping[str, Any]) -> Champions:
    rule, problems = raw.get("by"), unknown(raw, ("by", "tournament"))
    if rule not in get_args(Rule):
        message = _("Choose one of: %(choices)s.")
        problems.append(Problem("not_a_choice", message, {"choices": ", ".join(get_args(Rule))}, ("by",)))
    refuse(problems)
    if rule == "final":
        return _winners(season, raw.get("tournament"))
    found = next((each for each in possible_champions(season) if each.rule == rule), None)
    if found is None:
        message = _("Nobody is first in every part.") if rule == "all_parts" else _("Nobody has a place yet.")
        raise Invalid(Problem("nobody", message, pointer=("by",)))
    return found


def _winners(season: Season, slug: object) -> Champions:
    """Return the winners of a final, as competitors of the season."""
    final = next((each for each in _finals(season) if each.slug == slug), None)
    if final and final.is_stale:
        raise _refreshing()
    last = final and final.standings.order_by("-after_round").first()
    entries = [row["entry"] for row in last.document["rows"] if row["place"] == 1] if last else []
    if final is None or not entries:
        message = _("Choose a tournament of the club that is over and public, and is not an evening of the season.")
        raise Invalid(Problem("no_final", message, pointer=("tournament",)))
    players: dict[int, list[int]] = {entry: [] for entry in entries}
    joined = season.joined()
    for entry, player in EntryPlayer.objects.filter(entry__in=entries).values_list("entry", "player"):
        players[entry].append(joined.get(player, player))
    pairs = [tuple(sorted(each)) for each in players.values()]
    alone = season.declared.competitors == "players"
    whos = [(player,) for pair in pairs for player in pair] if alone else pairs
    return Champions("final", whos, final.slug, final.name)


def _who(row: Mapping[str, Any]) -> Who:
    return tuple(row["players"]) or row["name"]
