"""Texts for values in standings: tie-breaks, and results of the round in play."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext, gettext_lazy, ngettext

from scoring.ruleset import RuleSet
from tournaments import ranking
from tournaments.actions.standings.why import exact
from tournaments.ranking import REACHED, TIE_BREAKS

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
    """Texts for tie-breaks. Values are sums if all entries have played equally many rounds, otherwise averages."""

    def __init__(self, codes: Sequence[str], ruleset: RuleSet, head: Row) -> None:
        """Prepare the texts for these tie-breaks; `head` is the published document without its rows."""
        self._codes, self._ruleset = codes, ruleset
        self._figure = figures()
        self._texts_cache: dict[tuple[str, str, str | None, int | None], str] = {}
        self.evenly = head.get("played_evenly", True)
        self._is_knock_out = "knock_out" in head

    @property
    def titles(self) -> list[tuple[str, str]]:
        """The code and title of each tie-break, in order; in a knock-out, the round reached comes first."""
        reached = [(REACHED.code, translated(REACHED.title))] if self._is_knock_out else []
        return reached + [(code, self._title(code)) for code in self._codes]

    def _title(self, code: str) -> str:
        title = translated(TIE_BREAKS[code].title)
        if self.evenly or not TIE_BREAKS[code].by_round or code == "table_wins":
            return title
        return gettext("%(what)s per round") % {"what": title}

    def order(self, by_score: str) -> str:
        """Return sentences about the order of the standings; `by_score` says whether the highest score is best.

        In a knock-out, a sentence before them says what ranks before the score. If averages are compared, a last one
        says so.
        """
        if not self._is_knock_out:
            return f"{by_score} {self._sentence}"
        first = gettext("Ranked by the round reached, then by the place at the table in that round, then by the score.")
        return f"{first} {by_score} {self._sentence}"

    @property
    def _sentence(self) -> str:
        if not self._codes:
            return gettext("Those with the same score share a place.")
        criteria = [TIE_BREAKS[code] for code in self._codes]
        words = [gettext(each.explanation(low_wins=self._ruleset.low_wins)) for each in criteria]
        sentence = gettext("If scores are equal: %(criteria)s.") % {"criteria": gettext(", then ").join(words)}
        if self.evenly or not any(each.by_round for each in criteria):
            return sentence
        why = gettext("Not everybody has played the same number of rounds: averages per round are compared.")
        return f"{sentence} {why}"

    def figure(self, row: Row, code: str) -> str:
        """Return an entry's value of a tie-break as text, such as 2 of 3 or +12; a dash if it has none."""
        if code == REACHED.code:
            return str(row.get(code, "–"))
        value = row["tie_breaks"].get(code)
        if value is None:
            return "–"
        key = (code, value, _count(row, code), row.get("played"))
        if key not in self._texts_cache:  # most values occur many times in a long list
            self._texts_cache[key] = self._words(*key)
        return self._texts_cache[key]

    def number(self, row: Row, code: str) -> str | None:
        """Return the number in the text of `figure`, which a spreadsheet can add up; None if there is none."""
        if code == REACHED.code:
            return str(row[code]) if code in row else None
        value: str | None = row["tie_breaks"].get(code)
        count = _count(row, code)
        if count is None or not (self.evenly or code == "table_wins"):
            return value
        return ranking.decimal(Fraction(count))

    def _words(self, code: str, value: str, count: str | None, played: int | None) -> str:
        if code == "table_wins" and count is not None:
            return unbroken(gettext("%(won)s of %(played)s") % {"won": counted(count), "played": played})
        if TIE_BREAKS[code].signed and not value.startswith("-") and value != "0":
            return f"+{self._figure(value)}"
        return counted(count) if self.evenly and count is not None else self._figure(value)


def _count(row: Row, code: str) -> str | None:
    """Return the sum of a tie-break that counts something, over all rounds of an entry; None for other tie-breaks."""
    if not TIE_BREAKS[code].by_round or "counts" not in row:
        return None
    count: str | None = row["counts"].get(code, row["tie_breaks"].get(code))
    return count


def counted(number: str) -> str:
    """Return a number with its fraction as one character, such as 1⅓; as a decimal if there is no such character."""
    whole, part = divmod(Fraction(number), 1)
    if part and part not in PARTS:
        return figures()(ranking.decimal(Fraction(number)))
    return f"{whole or ''}{PARTS[part]}" if part else str(whole)


def remark(row: Row) -> str:
    """Return an entry's mark as text: disqualified, withdrawn, stand-in or not played; "" if it has none."""
    return next((str(words) for mark, words in REMARKS.items() if row.get(mark)), "")


def unplaced(document: Row) -> dict[str, Any]:
    """Return the standings of a first round in play without places, in the order of `in_order_of_hands`."""
    return {**document, "rows": [{**row, "place": None, "moved": None} for row in in_order_of_hands(document["rows"])]}


def in_order_of_hands(rows: Iterable[Row]) -> list[Row]:
    """Return the rows with most hands first; rows with equally many hands stay in order."""
    return sorted(rows, key=lambda row: -row["hands"])


class PlayedNow:
    """Texts about each entry's results in the rounds after the last full round."""

    def __init__(self, document: Row | None, *, after_round: int) -> None:
        """Store the standings of the round in play; None if there is none."""
        self.round = document["after_round"] if document else None
        self.playing = document["outstanding_tables"] if document else 0
        self._figure, self.leads_after = figures(), after_round
        self._texts_cache: dict[tuple[tuple[str, str, int], ...], str] = {}
        self._rows = {row["entry"]: row for row in document["rows"]} if document else {}

    def __bool__(self) -> bool:
        """Whether a round is in play."""
        return self.round is not None

    @property
    def _several(self) -> bool:
        """Whether more than one round comes after the last full one."""
        return self.round is not None and self.round > self.leads_after + 1

    @property
    def sentence(self) -> str:
        """The sentence about the rounds in play and the tables that are still playing.

        An earlier round can be in play while the latest is full, so of several rounds none is named as the one in play.
        """
        if self._several:
            sentence = ngettext(
                "One table of rounds %(first)s to %(number)s is still playing.",
                "%(tables)s tables of rounds %(first)s to %(number)s are still playing.",
                self.playing,
            )
        else:
            sentence = ngettext(
                "Round %(number)s is in play: one table is still playing.",
                "Round %(number)s is in play: %(tables)s tables are still playing.",
                self.playing,
            )
        return sentence % {"first": self.leads_after + 1, "number": self.round, "tables": self.playing}

    @property
    def places(self) -> str:
        """The sentence that says from which round the places are, or why there are none yet."""
        if self.leads_after:
            return gettext("The places are those after round %(number)s.") % {"number": self.leads_after}
        return gettext(
            "There are no places before everybody has finished the round. Until then the rows are in the order of "
            "hands played, most first; rows with equally many hands are in the order of the scores so far."
        )

    @property
    def title(self) -> str:
        """The title of the column of the rounds after the last full one."""
        title = (
            gettext("Rounds %(first)s to %(number)s so far") if self._several else gettext("Round %(number)s so far")
        )
        return title % {"first": self.leads_after + 1, "number": self.round}

    def words(self, entry: int) -> str:
        """Return an entry's score so far in the rounds in play, with its number of hands; a dash if it has no score."""
        rounds = [score for score in self.rounds(entry) if score["score"] is not None]
        if not rounds:
            return "–"
        key = (*((each["source"], each.get("exact") or each["score"], each.get("hands", 0)) for each in rounds),)
        if key not in self._texts_cache:
            self._texts_cache[key] = self._score_words(rounds)
        return self._texts_cache[key]

    def hands(self, entry: int) -> int:
        """Return how many hands an entry has played in the rounds in play."""
        return sum(each.get("hands", 0) for each in self.rounds(entry) if each["source"] not in AWAY)

    def remark(self, entry: int) -> str:
        """Return a text about an entry's result in the round in play that was not made at a table; "" if it was."""
        rounds = self.rounds(entry)
        if not rounds or rounds[-1]["source"] == "table":
            return ""
        return f"{self.title}: {self.words(entry)}"

    def _score_words(self, rounds: Sequence[Row]) -> str:
        if (source := rounds[-1]["source"]) in AWAY:
            return str(AWAY[source])
        score = self._figure(ranking.decimal(sum(map(exact, rounds), Fraction(0))))
        if rounds[-1]["source"] == "award":
            return gettext("awarded: %(score)s") % {"score": score}
        hands = sum(each.get("hands", 0) for each in rounds)
        if not hands:
            return score
        message = ngettext("%(score)s in %(hands)d hand", "%(score)s in %(hands)d hands", hands)
        return message % {"score": score, "hands": hands}

    def rounds(self, entry: int) -> list[Row]:
        """Return an entry's rounds in play, as published; `[]` if it has no row."""
        row = self._rows.get(entry)
        return [score for score in row["rounds"] if score["round"] > self.leads_after] if row else []

    def newcomers(self, listed: Sequence[Row]) -> list[dict[str, Any]]:
        """Return the entries that play but are not in these standings yet: most hands first, then by score."""
        listed_entries = {row["entry"] for row in listed}
        new = in_order_of_hands(row for row in self._rows.values() if row["entry"] not in listed_entries)
        return [{**row, **NOTHING} for row in new]
