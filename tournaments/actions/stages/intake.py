"""The intake of a stage: who qualifies from the tournaments that it follows, by their published standings."""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import compress

from tournaments.models import Entry, PlayerMerge, Stage, Tournament
from tournaments.ranking.qualifying import Admission, Qualifier, StageCut, Verdict, intake

from ..ledger_kinds import ENTERING
from .places import Document, are_settled, holds_place
from .stage_reading import ancestors
from .stage_results import NO_PLACE, StageResult, latest_documents, persons_named, results_of

AWAY = (Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED)
Who = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StageCandidate:
    """A competitor of an earlier stage: whether it qualifies, the points carried over, and its entry in this stage.

    `named` is true if the director added it by name. `verdict` says why it does not qualify. A `substitute` plays here
    for a competitor that has left, and has its entry.
    """

    result: StageResult
    verdict: Verdict
    carried: Fraction
    entry: Entry | None
    named: bool = False
    substitute: bool = False

    @property
    def who(self) -> Who:
        """The ids of its players."""
        return self.result.who

    @property
    def qualifies(self) -> bool:
        """Whether it qualifies."""
        return self.named or self.verdict in ("goes", "lot")

    @property
    def is_in(self) -> bool:
        """Whether it has an entry of its own in this stage, which has not left; a substitute may play for it."""
        return self.entry is not None and self.entry.status not in AWAY and not self.substitute


@dataclass(frozen=True, slots=True)
class LevelChoice:
    """A choice for the director between competitors tied at a cut, with the number of `places` for them.

    `sources` are the stages in which the cut is.
    """

    sources: Sequence[Tournament]
    places: int
    level: Sequence[StageCandidate]

    @property
    def name(self) -> str:
        """The names of the stages, joined."""
        return ", ".join(each.name for each in self.sources)

    @property
    def chosen(self) -> int:
        """How many of the tied competitors the director has chosen."""
        return sum(each.named for each in self.level)


@dataclass(frozen=True)
class StageIntake:
    """A stage, the competitors of the earlier stages in order, and how many places stay free (`missing`).

    `open_sources` are the earlier stages in which qualifying places are still in play. `to_choose` is the number of
    tied competitors that the director must choose, by earlier stage; if the stages have one common cut, its key is 0.
    `entered` are the entries added by the action that returns the intake.
    """

    stage: Stage
    sources: Sequence[Tournament]
    candidates: Sequence[StageCandidate]
    missing: int
    seed: int
    open_sources: Sequence[Tournament] = ()
    to_choose: Mapping[int, int] = field(default_factory=dict)
    entered: Sequence[Entry] = ()

    @cached_property
    def counting(self) -> list[StageCandidate]:
        """Each competitor once, with its best result. So nobody is listed both as qualified and as not qualified."""
        best = {each.who: each for each in sorted(self.candidates, key=_rank, reverse=True)}
        return [each for each in self.candidates if best[each.who] is each]

    @cached_property
    def to_enter(self) -> list[StageCandidate]:
        """The qualified competitors that are not entered yet, in order of their place in any of the earlier stages."""
        new = [each for each in self.candidates if each.qualifies and each.entry is None]
        return sorted(new, key=lambda each: (each.result.place or NO_PLACE, each.result.merit))

    @cached_property
    def not_by_rule(self) -> list[StageCandidate]:
        """The entries that do not qualify by the rule: added by name, or entered before results were corrected."""
        return [each for each in self.candidates if each.is_in and not each.qualifies]

    @cached_property
    def with_outdated_points(self) -> list[StageCandidate]:
        """The entries whose carried points are no longer those that the results give."""
        return [
            each
            for each in self.candidates
            if each.is_in and each.entry and each.entry.carried != text_of(each.carried)
        ]

    @property
    def has_changed(self) -> bool:
        """Whether the stage has been filled and would now be filled differently."""
        return bool(self.stage.filled_at and (self.to_enter or self.not_by_rule or self.with_outdated_points))

    @property
    def has_room(self) -> bool:
        """Whether the only change is that an entry has left, so that the next competitor can take its place."""
        left = sum(each.entry is not None and each.entry.status in AWAY for each in self.candidates)
        results_changed = self.not_by_rule or self.with_outdated_points or len(self.to_enter) > left
        return self.has_changed and not results_changed

    @property
    def waiting(self) -> list[StageCandidate]:
        """The competitors tied at a cut among whom the director must still choose."""
        return [each for each in self.candidates if each.verdict == "level" and not each.named]

    @property
    def choices(self) -> list[LevelChoice]:
        """The choices between tied competitors that the director has."""
        level = [each for each in self.candidates if each.verdict == "level"]
        lists = {key: [each for each in self.sources if key in (0, each.pk)] for key in self.to_choose}
        return [
            LevelChoice(of, self.to_choose[key], [each for each in level if each.result.tournament in of])
            for key, of in lists.items()
        ]

    @property
    def digest(self) -> str:
        """A digest of the qualified competitors and their points.

        A form sends it back, so that no other list is confirmed.
        """
        coming = [
            [list(each.who), text_of(each.carried), each.entry is None] for each in self.candidates if each.qualifies
        ]
        return hashlib.sha256(json.dumps([coming, self.stage.pk]).encode()).hexdigest()[:16]


def text_of(points: Fraction) -> str:
    """Return carried points as they are stored: an exact number, or "" for none."""
    return str(points) if points else ""


def read_intake(
    stage: Stage, *, named: Collection[int] = (), supposed: Mapping[int, Document] | None = None
) -> StageIntake:
    """Return the intake of a stage by the published standings; `named` are entries that the director added.

    `supposed` has assumed standings of earlier stages, by id, which replace the published ones.
    """
    sources = list(stage.sources.select_related("game").order_by("pk"))
    documents = {**latest_documents(sources), **(supposed or {})}
    results = results_of(sources, documents)
    entries = entries_by_players(stage.tournament)
    elsewhere, declined = _in_parallel_stages(stage, sources)
    played_on = _played_on(sources, results)
    gone = declined | {who for who, entry in entries.items() if entry.status in AWAY}
    cut = StageCut(stage.first, stage.last, stage.of_each, stage.ties, sources[0].lot_seed if sources else 0)  # type: ignore[arg-type]
    by_entry = {each.row["entry"]: each for each in results}
    qualifiers = [_qualifier(each, gone, played_on, documents[each.tournament.pk], stage.first) for each in results]
    chosen = entries.keys() - gone - _substitutes(entries)
    found = intake(qualifiers, cut, entered=chosen, elsewhere=elsewhere)
    let_in = {*persons_named(stage)} | {by_entry[pk].who for pk in named if pk in by_entry}
    candidates = _once(
        [_candidate(stage, each, by_entry[each.qualifier.entry]) for each in found.admissions], entries, let_in
    )
    first = stage.first if stage.of_each or len(sources) == 1 else 1
    is_open = [not are_settled(each, documents.get(each.pk, {}), first) for each in sources]
    return StageIntake(
        stage, sources, candidates, found.missing, cut.seed, [*compress(sources, is_open)], found.to_choose
    )


def entries_by_players(tournament: Tournament) -> dict[Who, Entry]:
    """Return the entries of a tournament by the ids of their players.

    An entry with a substitute is also found by the players who were entered.
    """
    listed = {entry.pk: entry for entry in tournament.entries.order_by("number").with_players()}
    now = {players_of(entry): entry for entry in listed.values()}
    links = tournament.ledger.filter(kind__in=ENTERING).order_by("sequence").values_list("facts", flat=True)
    lines = [each for facts in links for each in facts["entries"] if each["entry"] in listed]
    entered = {each["entry"]: each["players"] for each in lines if "players" in each}  # old ledgers name no players
    merged = PlayerMerge.objects.persons({player for who in entered.values() for player in who})
    at_first = {tuple(sorted(merged.get(each, each) for each in who)): listed[pk] for pk, who in entered.items()}
    return {**at_first, **now}


def players_of(entry: Entry) -> Who:
    """Return the ids of an entry's present players, ascending."""
    return tuple(sorted(place.player_id for place in entry.entry_players.all()))


def _substitutes(entries: Mapping[Who, Entry]) -> set[Who]:
    """Return the competitors that have the entry of another one."""
    taken_over = {entry.pk for who, entry in entries.items() if who != players_of(entry)}
    return {players_of(entry) for entry in entries.values() if entry.pk in taken_over}


def _in_parallel_stages(stage: Stage, sources: Sequence[Tournament]) -> tuple[set[Who], set[Who]]:
    """Return the competitors that play in a parallel stage after these tournaments, and those that left one."""
    playing, left = set[Who](), set[Who]()
    for other in siblings(stage, sources):
        for who, entry in entries_by_players(other.tournament).items():
            (left if entry.status in AWAY else playing).add(who)
    return playing, left


def siblings(stage: Stage, sources: Sequence[Tournament]) -> list[Stage]:
    """Return the parallel stages: other stages after these tournaments, neither before nor after this stage."""
    before = {stage.tournament_id, *ancestors(sources)}
    others = Stage.objects.filter(sources__in=sources).exclude(tournament__in=before).distinct()
    listed = others.select_related("tournament")
    return [each for each in listed if stage.tournament_id not in ancestors([each.tournament])]


def _played_on(sources: Sequence[Tournament], results: Sequence[StageResult]) -> set[int]:
    """Return the entries of earlier stages that went on to another of these stages, where their place counts."""
    found = set[int]()
    for later in Stage.objects.filter(tournament__in=sources):
        before = ancestors(list(later.sources.all()))
        there = {each.who for each in results if each.tournament.pk == later.tournament_id}
        found |= {each.row["entry"] for each in results if each.tournament.pk in before and each.who in there}
    return found


def _qualifier(
    result: StageResult, gone: Collection[Who], played_on: Collection[int], document: Document, first: int
) -> Qualifier:
    place, entry = result.place or NO_PLACE, result.row["entry"]
    out = result.out or result.who in gone
    again, holds = entry in played_on, holds_place(result, document, first)
    return Qualifier(result.who, entry, result.tournament.pk, place, result.merit, out, again, holds)


def _candidate(stage: Stage, admission: Admission, result: StageResult) -> StageCandidate:
    return StageCandidate(result, admission.verdict, _carried(stage, result), None)


def _once(
    candidates: Sequence[StageCandidate], entries: Mapping[Who, Entry], let_in: Collection[Who]
) -> list[StageCandidate]:
    """Return these competitors with their entries in this stage.

    A competitor with results in several stages gets its entry only with the result that counts.
    """
    counts = {each.who: each.result for each in sorted(candidates, key=_rank, reverse=True)}
    substitutes = _substitutes(entries)
    return [
        replace(
            each,
            entry=entries.get(each.who),
            named=not each.qualifies and each.who in let_in,
            substitute=each.who in substitutes,
        )
        if each.result is counts[each.who]
        else each
        for each in candidates
    ]


def _rank(candidate: StageCandidate) -> tuple[bool, bool, int]:
    """Return a sort key for a competitor's results: first the result by which it qualifies, then the best result."""
    return not candidate.qualifies, candidate.verdict in ("elsewhere", "out"), candidate.result.place or NO_PLACE


def _carried(stage: Stage, result: StageResult) -> Fraction:
    """Return the points that a competitor carries over. A bonus is subtracted if low scores win."""
    if stage.carry == Stage.Carry.ALL:
        return result.score
    if stage.carry == Stage.Carry.SHARE:
        return result.score * (stage.share or 0) / 100
    place = result.place
    if stage.carry == Stage.Carry.BONUS and place and place <= len(stage.bonus):
        bonus = Fraction(stage.bonus[place - 1])
        return -bonus if stage.tournament.low_score_wins else bonus
    return Fraction(0)
