"""A stage as text: who qualifies, which points are carried over, and why others do not qualify."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.actions.stages.intake import StageCandidate
from tournaments.actions.stages.order import StageInOrder, is_provisional
from tournaments.actions.stages.stage_outlooks import public_outlook
from tournaments.models import Stage, Tournament
from tournaments.ranking import decimal, parse_number
from tournaments.ranking.qualifying import Verdict

from .standing_words import remark
from .words import figure, translated

PLACES = _("places %(first)s to %(last)s")
"""The part of a stage's name that says which places are played for."""
HALF = 50
MAX_POINTS = 16
"""The most points of a bonus that a sentence lists."""
VERDICTS: Mapping[Verdict, str] = {
    "goes": _("qualifies"),
    "lot": _("qualifies by lot"),
    "lot_out": _("tied for the last place: out by lot"),
    "cut": _("placed below those who qualify"),
    "before": _("placed above these places"),
    "elsewhere": _("plays in another stage"),
    "out": _("does not come"),
    "level": _("tied for the last place: the director decides"),
}
GOES_ON: Mapping[bool | None, str] = {
    True: _("certainly qualifies"),
    False: _("can no longer qualify"),
    None: _("may still qualify"),
}
TIES: Mapping[str, str] = {
    Stage.Ties.LOT: _("If several are tied for the last place after the tie-breaks, the lot decides."),
    Stage.Ties.ALL: _("If several are tied for the last place after the tie-breaks, all of them qualify."),
    Stage.Ties.DECIDE: _("If several are tied for the last place after the tie-breaks, the director decides."),
}


def sentence(stage: Stage, sources: Sequence[Tournament], name: str, *, shown: Collection[int] | None = None) -> str:
    """Return the rules of the stage `name`, which follows these tournaments, as one text.

    Only tournaments whose ids are in `shown` are named; if it is None, all are.
    """
    said = [_who(stage, _where(stage, sources, shown), name), _carried(stage)]
    if stage.last:
        said.append(translated(TIES[stage.ties]))
    return " ".join(said)


def sentence_among(each: StageInOrder, stages: Sequence[StageInOrder]) -> str:
    """Return the rules of a stage, naming only tournaments among `stages`; "" if it follows none."""
    shown = {other.tournament.pk for other in stages}
    return sentence(each.stage, list(each.stage.sources.all()), each.tournament.name, shown=shown) if each.stage else ""


def _who(stage: Stage, where: str, name: str) -> str:
    values = {"where": where, "stage": name, "first": stage.first, "last": stage.last}
    if stage.last == 0:
        return gettext("The director names who qualifies for %(stage)s.") % values
    if stage.last is None and stage.first == 1:
        return gettext("All who have played qualify for %(stage)s.") % values
    if stage.last is None:
        return gettext("Everyone in place %(first)s or lower %(where)s plays in %(stage)s.") % values
    if stage.first == stage.last == 1:
        return gettext("The best %(where)s qualifies for %(stage)s.") % values
    if stage.first == 1:
        return gettext("The best %(last)s %(where)s qualify for %(stage)s.") % values
    if stage.first == stage.last:
        return gettext("Place %(first)s %(where)s plays in %(stage)s.") % values
    return gettext("Places %(first)s to %(last)s %(where)s play in %(stage)s.") % values


def _where(stage: Stage, sources: Sequence[Tournament], shown: Collection[int] | None) -> str:
    if len(sources) == 1 and shown is not None and sources[0].pk not in shown:
        return gettext("of an earlier stage")
    if len(sources) == 1:
        return gettext("of %(name)s") % {"name": sources[0].name}
    if Stage.objects.filter(tournament__in=sources).exists():  # such as a repechage, which is no group
        return gettext("of each earlier stage") if stage.of_each else gettext("of all earlier stages together")
    return gettext("of each group") if stage.of_each else gettext("of all groups together")


def _carried(stage: Stage) -> str:
    if stage.carry == Stage.Carry.ALL:
        return gettext("All of their points go with them.")
    if stage.carry == Stage.Carry.SHARE and stage.share == HALF:
        return gettext("Half of their points go with them.")
    if stage.carry == Stage.Carry.SHARE:
        return gettext("Of their points %(share)s %% go with them.") % {"share": stage.share}
    if stage.carry == Stage.Carry.BONUS:
        points = [figure(decimal(parse_number(each) or 0)) for each in stage.bonus[:MAX_POINTS]]
        more = ["…"] if len(stage.bonus) > MAX_POINTS else []
        return gettext("They start with a bonus by place: %(points)s.") % {"points": ", ".join([*points, *more])}
    return gettext("They start again without points.")


def state_of_order(stages: Sequence[StageInOrder]) -> str:
    """Return the sentence that says whether the overall standings can still change."""
    return (
        gettext("Provisional: not all stages are over.") if is_provisional(stages) else gettext("All stages are over.")
    )


def verdict_words(candidate: StageCandidate) -> str:
    """Return a text about whether a competitor qualifies, and if not, why."""
    if candidate.named:
        return gettext("entered by the director")
    no_place = remark(candidate.result.row) if candidate.verdict == "out" else ""
    return no_place or translated(VERDICTS[candidate.verdict])


def with_cut(tournament: Tournament, document: Mapping[str, Any], texts: Mapping[int, str]) -> dict[int, str]:
    """Return the texts by entry, with an addition where it is certain whether the entry qualifies.

    This is about the next round of a knock-out, or about a public stage that takes the best. In any other tournament
    the texts are unchanged.
    """
    qualified = {row["entry"]: row["goes_on"] for row in document["rows"] if "goes_on" in row}
    return with_qualification(texts, qualified or public_outlook(tournament, document))


def cut_sentences(tournament: Tournament, document: Mapping[str, Any]) -> dict[int, list[str]]:
    """Return, by entry, sentences about whether it qualifies; {} if there is no cut."""
    return {entry: [f"{capfirst(text)}."] for entry, text in with_cut(tournament, document, {}).items()}


def with_qualification(texts: Mapping[int, str], qualified: Mapping[int, bool | None]) -> dict[int, str]:
    """Return the texts by entry, with an addition that says whether the entry qualifies."""
    said = {entry: gettext(GOES_ON[goes_on]) for entry, goes_on in qualified.items()}
    both = {entry: " · ".join(filter(None, (texts.get(entry), said.get(entry)))) for entry in {*texts, *said}}
    return {entry: text for entry, text in both.items() if text}
