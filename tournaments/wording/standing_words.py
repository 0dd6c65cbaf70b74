"""Texts for the figures of standings: tie-breaks, and the round in play."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext, gettext_lazy, ngettext

from scoring.ruleset import RuleSet
from tournaments import ranking
from tournaments.actions.standings.why import exact
from tournaments.ranking import CRITERIA

from .words import Words, figures, translated, unbroken

Row = Mapping[str, Any]
REMARKS: Mapping[str, Words] = {
    "disqualified": gettext_lazy("disqualified"),
    "withdrawn": gettext_lazy("withdrawn"),
    "stand_in": gettext_lazy("stand-in"),
    "not_played": gettext_lazy("has not played"),
}
PARTS = {Fraction(unicodedata.numeric(sign)).limit_denominator(6): sign for sign in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚"}
NOTHING: Row = {"place": None, "moved": None, "score": "0", "hands": 0, "tie_breaks": {}, "counts": {}}
AWAY: Mapping[str, Words] = {
    "sit-out": gettext_lazy("sits out"),
    "absent": gettext_lazy("absent"),
    "forfeit": gettext_lazy("forfeited"),
}


class TieBreakWords:
    """Texts for tie-breaks: counts if all entries have played equally many rounds, else means."""

    def __init__(self, codes: Sequence[str], ruleset: RuleSet, head: Row) -> None:
        """Take the codes and the snapshot, of which the head is enough."""
        self._codes, self._ruleset = codes, ruleset
        self._figure = figures()
        self._told: dict[tuple[str, str, str | None, int | None], str] = {}
        self.evenly = head.get("played_evenly", True)

    @property
    def titles(self) -> list[tuple[str, str]]:
        """The code and the title of each, in the order in which they are tried."""
        return [(code, self._title(code)) for code in self._codes]

    def _title(self, code: str) -> str:
        title = translated(CRITERIA[code].title)
        if self.evenly or not CRITERIA[code].by_round or code == "table_wins":
            return title
        return gettext("%(what)s per round") % {"what": title}

    @property
    def sentence(self) -> str:
        """How ties are broken, in the order in which it is tried; and that means are compared where they are."""
        if not self._codes:
            return gettext("Those with the same score share a place.")
        criteria = [CRITERIA[code] for code in self._codes]
        words = [gettext(each.looks_at(low_wins=self._ruleset.low_wins)) for each in criteria]
        sentence = gettext("The same score: %(criteria)s.") % {"criteria": gettext(", then ").join(words)}
        if self.evenly or not any(each.by_round for each in criteria):
            return sentence
        why = gettext("Not everybody has played the same number of rounds: what is counted is compared per round.")
        return f"{sentence} {why}"

    def figure(self, row: Row, code: str) -> str:
        """An entry's value of a tie-break, such as 2 of 3 or +12."""
        value = row["tie_breaks"].get(code)
        if value is None:
            return "–"
        told = (code, value, _count(row, code), row.get("played"))
        if told not in self._told:  # most of a long list have what others have too
            self._told[told] = self._words(*told)
        return self._told[told]

    def number(self, row: Row, code: str) -> str | None:
        """The number behind `figure`, so that a spreadsheet can add the column up; None without a value."""
        value: str | None = row["tie_breaks"].get(code)
        count = _count(row, code)
        if count is None or not (self.evenly or code == "table_wins"):
            return value
        return ranking.decimal(Fraction(count))

    def _words(self, code: str, value: str, count: str | None, played: int | None) -> str:
        if code == "table_wins" and count is not None:
            return unbroken(gettext("%(won)s of %(played)s") % {"won": counted(count), "played": played})
        if CRITERIA[code].signed and not value.startswith("-") and value != "0":
            return f"+{self._figure(value)}"
        return counted(count) if self.evenly and count is not None else self._figure(value)


def _count(row: Row, code: str) -> str | None:
    """An entry's count by a counting tie-break, over all its rounds."""
    if not CRITERIA[code].by_round or "counts" not in row:
        return None
    count: str | None = row["counts"].get(code, row["tie_breaks"].get(code))
    return count


def counted(number: str) -> str:
    """A whole number with the shared fraction, such as 1⅓."""
    whole, part = divmod(Fraction(number), 1)
    if part and part not in PARTS:
        return figures()(ranking.decimal(Fraction(number)))
    return f"{whole or ''}{PARTS[part]}" if part else str(whole)


def remark(row: Row) -> str:
    """The reason why an entry is below those still in that have played; empty for these."""
    return next((str(words) for mark, words in REMARKS.items() if row.get(mark)), "")


def unplaced(document: Row) -> dict[str, Any]:
    """A standing of a first round that is being played, without places: see `in_order_of_hands`."""
    return {**document, "rows": [{**row, "place": None, "moved": None} for row in in_order_of_hands(document["rows"])]}


def in_order_of_hands(rows: Iterable[Row]) -> list[Row]:
    """Sort by hands, most first, then by score, so that fewer hands are no advantage."""
    return sorted(rows, key=lambda row: -row["hands"])


class PlayedNow:
    """Texts for each entry's results in the rounds after the last full one."""

    def __init__(self, document: Row | None, *, after_round: int) -> None:
        """Take the standing of the round in play, if there is one."""
        self.round = document["after_round"] if document else None
        self.playing = document["outstanding_tables"] if document else 0
        self._figure, self.leads_after = figures(), after_round
        self._told: dict[tuple[tuple[str, str, int], ...], str] = {}
        self._rows = {row["entry"]: row for row in document["rows"]} if document else {}

    def __bool__(self) -> bool:
        """Whether a round is in play."""
        return self.round is not None

    @property
    def told(self) -> str:
        """The sentence on the rounds in play."""
        told = ngettext(
            "Round %(number)s is in play: one table is still playing.",
            "Round %(number)s is in play: %(tables)s tables are still playing.",
            self.playing,
        )
        return told % {"number": self.round, "tables": self.playing}

    @property
    def places(self) -> str:
        """The sentence on their effect on the places."""
        if self.leads_after:
            return gettext("The places are those after round %(number)s.") % {"number": self.leads_after}
        return gettext(
            "There are no places before everybody has finished it: until then whoever has played the most hands "
            "stands first, and of those with as many, who is ahead so far."
        )

    @property
    def title(self) -> str:
        """The title of the column."""
        return gettext("Round %(number)s so far") % {"number": self.round}

    def words(self, entry: int) -> str:
        """Its score of these rounds so far, with how many hands; a dash where there is nothing yet."""
        rounds = [score for score in self.rounds(entry) if score["score"] is not None]
        if not rounds:
            return "–"
        told = (*((each["source"], each.get("exact") or each["score"], each.get("hands", 0)) for each in rounds),)
        if told not in self._told:
            self._told[told] = self._told_words(rounds)
        return self._told[told]

    def hands(self, entry: int) -> int:
        """In how many hands it got that."""
        return sum(each.get("hands", 0) for each in self.rounds(entry) if each["source"] not in AWAY)

    def remark(self, entry: int) -> str:
        """The reason for a result that does not come from the table; empty for others."""
        rounds = self.rounds(entry)
        if not rounds or rounds[-1]["source"] == "table":
            return ""
        return f"{self.title}: {self.words(entry)}"

    def _told_words(self, rounds: Sequence[Row]) -> str:
        if (source := rounds[-1]["source"]) in AWAY:
            return str(AWAY[source])
        score = self._figure(ranking.decimal(sum(map(exact, rounds), Fraction(0))))
        if rounds[-1]["source"] == "award":
            return gettext("awarded: %(score)s") % {"score": score}
        hands = sum(each.get("hands", 0) for each in rounds)
        if not hands:
            return score
        told = ngettext("%(score)s in %(hands)d hand", "%(score)s in %(hands)d hands", hands)
        return told % {"score": score, "hands": hands}

    def rounds(self, entry: int) -> list[Row]:
        """The rounds in play as the snapshot has them for an entry."""
        row = self._rows.get(entry)
        return [score for score in row["rounds"] if score["round"] > self.leads_after] if row else []

    def newcomers(self, listed: Sequence[Row]) -> list[dict[str, Any]]:
        """Entries without a place that only play now, sorted by hands, most first, then by score."""
        known = {row["entry"] for row in listed}
        new = in_order_of_hands(row for row in self._rows.values() if row["entry"] not in known)
        return [{**row, **NOTHING} for row in new]
