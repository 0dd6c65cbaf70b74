"""Whole tournaments at random, with all that directors do in between, asked about earlier standings or not."""

import random
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal

from django.db import transaction

from tests.games.dealing import deal
from tests.games.evenings import OWN_LIMITS, Case
from tests.halls import a_club, a_user, by
from tournaments.actions.core.refusals import ChangesPublished, Refusal
from tournaments.actions.hands import hands
from tournaments.actions.hands.closing import Closing
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.people import decisions, merging, penalties, registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds, substitutes
from tournaments.actions.rounds.draws import drafts
from tournaments.actions.setup import tournaments
from tournaments.actions.standings import standings
from tournaments.actions.undoing.last_action import last_action, undo
from tournaments.models import Player, Tournament

GAMES = [
    Case("busca-accademia", 9, (4,), table={"hands": 2}),
    Case("buddha", 9, (4,), table={"hands": 4}),
    Case("brisca", 5, (2,), table={"hands": 2}, partners=2),
    Case("buraco", 5, (2,), table={"hands": 2}, partners=2),
    Case("brisca", 6, (2,), options={"players": 2}, table={"hands": 3}),
]
ANY_GAME = [{"method": "total"}, {"method": "places"}, {"method": "places", "points": [5, 2, 1]}]
TWO_SIDES = [{"method": "match-points"}, {"method": "victory-points", "vp_limits": OWN_LIMITS}]
ABSENT = [{}, {"absent": 3}, {"absent": "5/2", "sit_out": "field-average"}, {"sit_out": 2}]
TIE_BREAKS = ["table_wins", "head_to_head", "opponents", "last_round", "lot"]
PAIRINGS = ("swiss", "schedule", "random", "mitchell", "round-robin", "individual")


class Evening:
    """A tournament drawn, played and directed by dice; every act is agreed to or not, as they fall."""

    pairings = PAIRINGS

    def __init__(self, seed, games=GAMES):
        self.dice = random.Random(seed)
        self.case = self.dice.choice(games)
        scorings = ANY_GAME + (TWO_SIDES if self.case.sizes == (2,) else [])
        scoring = {**self.dice.choice(scorings), **self.dice.choice(ABSENT)}
        self.case = replace(self.case, scoring=scoring, rounds=self.dice.randint(2, 4))
        owner = a_user(f"owner {seed}")
        self.by, self.club = by(owner), a_club(f"Club {seed}", owner=owner)
        self.tournament = self._open(seed)
        self.acts, self.asked, self.agreed = [], 0, 0

    def _open(self, seed):
        plan = {**self.case.plan, "tie_breaks": self.dice.sample(TIE_BREAKS, 3)}
        pairings = self.dice.sample(self.pairings, len(self.pairings))
        if {*self.case.sizes} == {4} and seed % 4:
            pairings.sort(key="schedule".__eq__)  # to search one for nine takes longer than the rest of the evening
        for pairing in pairings:
            try:
                with transaction.atomic():
                    return self._made({**plan, "pairing": pairing})
            except Refusal as refusal:
                refused = refusal
        raise refused

    def _made(self, plan):
        made = tournaments.create_tournament(club=self.club, raw=plan, by=self.by)
        people = [tuple(f"P{place}{number}" for place in range(made.entry_size)) for number in range(self.case.entries)]
        registration.register(made, [Candidate(names=names) for names in people], by=self.by)
        return made

    def acts_there_are(self):
        return ACTS

    def some(self, rows):
        return self.dice.choice(list(rows))

    def act(self):
        """One act; whether published standings may be others after it."""
        kind = self.dice.choice(self.acts_there_are())
        before, agrees = self.dice.getstate(), self.dice.random() < 0.4
        actor = self.by
        self.acts.append(kind.__name__)
        for _time in range(5):
            try:
                with transaction.atomic():
                    kind(self, actor)
                    return actor is not self.by
            except ChangesPublished as asked:
                self.asked += 1
                if not agrees:
                    return False
                self.dice.setstate(before)
                self.dice.random()
                actor = replace(self.by, agreed=asked.agreement, reason="Agreed to")
                self.agreed += 1
            except (Refusal, IndexError):
                return False
        raise AssertionError(f"{kind.__name__} is asked again and again")

    def play_round(self):
        """The next round, one of its tables perhaps left without a hand; False where none can be drawn."""
        current = Tournament.objects.get(pk=self.tournament.pk)
        try:
            with transaction.atomic():
                draft = drafts.draw_round(current, by=self.by, seed=self.dice.randrange(99))
                round_ = rounds.publish_round(draft, by=self.by, anyway=True)
        except (Refusal, ValueError):
            return False
        tables = list(round_.tables.order_by("number"))
        left_out = self.dice.choice([None, None, tables[-1] if len(tables) > 1 else None])
        for table in tables:
            if table != left_out:
                self._play(table)
        for _act in range(self.dice.randint(0, 2)):
            self.act()
        rounds.close_round(round_, by=self.by, anyway=True)
        return True

    def _play(self, table):
        seats = table.seats.count()
        reckoned = self.case.plain_table(len(set(table.seats.values_list("side", flat=True))) or seats)
        dealt = random.Random(self.dice.random())
        for number in range(1, (self.tournament.table_hands or 2) + 1):
            tally = deal(self.case.slug, dealt, sides=reckoned.sides, options=self.case.options)
            with suppress(Refusal), transaction.atomic():
                hands.record(table, HandInput(number=number, tally=tally), by=self.by)

    # what directors do

    def come_late(self, actor):
        size = self.tournament.entry_size
        names = tuple(f"Late {self.dice.randrange(10**6)}" for _place in range(size))
        registration.register(self.tournament, [Candidate(names=names)], by=actor)

    def leave(self, actor):
        entry = self.some(self.tournament.entries.exclude(status="disqualified"))
        status = self.dice.choice(["withdrawn", "withdrawn", "paused", "active", "active"])
        registration.change_entry(entry, {"status": status}, by=actor)

    def leave_earlier(self, actor):
        entry = self.some(self.tournament.entries.filter(status="withdrawn"))
        registration.change_entry(entry, {"until_round": self.dice.randint(0, 3)}, by=actor)

    def everybody_leaves(self, actor):
        gone = registration.withdraw_all(self.tournament, absent=False, by=actor)
        registration.return_all(self.tournament, self.tournament.entries.filter(pk__in=gone), by=actor)

    def stand_in(self, actor):
        registration.change_entry(
            self.some(self.tournament.entries.all()), {"stand_in": self.dice.random() < 0.5}, by=actor
        )

    def begin_earlier(self, actor):
        registration.change_entry(
            self.some(self.tournament.entries.all()), {"from_round": self.dice.randint(1, 3)}, by=actor
        )

    def substitute(self, actor):
        entry = self.some(self.tournament.entries.all())
        coming = Candidate(names=(f"S{self.dice.randrange(10**6)}",))
        substitutes.substitute(entry, entry.players.first(), coming, by=actor)

    def replace_entry(self, actor):
        entry, size = self.some(self.tournament.entries.all()), self.tournament.entry_size
        names = tuple(f"R{self.dice.randrange(10**6)}" for _place in range(size))
        substitutes.replace_entry(entry, Candidate(names=names), by=actor)

    def merge(self, actor):
        name = f"Twice {self.dice.randrange(10**6)}"
        other = Player.objects.create(club=self.club, name=name, name_key=name.lower())
        kept = self.some(Player.objects.selectable().filter(club=self.club, entries__tournament=self.tournament))
        merging.merge_players(*self.dice.sample([kept, other], 2), by=actor)

    def decide(self, actor):
        kind = self.dice.choice(["award", "forfeit", "absent", "disqualified"])
        amount = Decimal(self.dice.randint(-4, 9)) / 2 if kind == "award" or self.dice.random() < 0.3 else None
        how = {"amount": amount, "reason": "Decided", "by": actor}
        decisions.decide(self.some(self.tournament.entries.all()), kind, round_=self.some(self._public()), **how)

    def take_back(self, actor):
        decisions.take_back(self.some(self.tournament.decisions.in_force()), by=actor)

    def penalise(self, actor):
        round_ = self.dice.choice([None, *self._public()])
        entry, amount = self.some(self.tournament.entries.all()), Decimal(self.dice.randint(1, 6)) / 2
        penalties.penalise(entry, amount=amount, reason="Late", by=actor, round_=round_)

    def cancel(self, actor):
        penalties.cancel_penalty(self.some(self.tournament.penalties.in_force()), by=actor)

    def correct(self, actor):
        hand = self._hand()
        sides = len(hand.scores)
        tally = deal(self.case.slug, self.dice, sides=sides, options=self.case.options)
        entered = HandInput(number=hand.number, tally=tally, reason="Misread", replaces=hand.version)
        hands.record(hand.table, entered, by=actor)

    def strike(self, actor):
        hands.void(self._hand(), by=actor, reason="Cards were missing")

    def dispute(self, actor):
        self.dice.choice([hands.dispute, hands.confirm])(self._hand(), by=actor)

    def rank_otherwise(self, actor):
        plan = self.dice.choice(
            [{"tie_breaks": self.dice.sample(TIE_BREAKS, 2)}, {"scoring": {**self.case.scoring, "absent": 1}}]
        )
        tournaments.update_tournament(Tournament.objects.get(pk=self.tournament.pk), plan, by=actor)

    def reopen(self, actor):
        """The last round in play again, something done in it, and closed again, all of it or nothing."""
        round_ = self.some(self.tournament.rounds.order_by("-number")[:1])
        rounds.reopen_round(round_, by=actor)
        self.dice.choice([Evening.correct, Evening.strike, Evening.decide, Evening.leave])(self, actor)
        rounds.close_round(round_, by=actor, anyway=True, closing=Closing("number", Decimal(self.dice.randint(0, 3))))

    def undo(self, actor):
        thing = last_action(self.tournament)
        if thing is None or thing.link.kind == "round_closed":
            raise IndexError
        undo(self.tournament, thing.link.sequence, by=actor)

    def plan_rounds(self, actor):
        number = self.dice.randint(1, self.case.rounds)
        tournaments.update_tournament(Tournament.objects.get(pk=self.tournament.pk), {"rounds": number}, by=actor)

    def end(self, actor):
        tournaments.end_after_round(self.tournament, by=actor)

    def _public(self):
        return list(self.tournament.rounds.published())

    def _hand(self):
        table = self.some(table for round_ in self._public() for table in round_.tables.all())
        return self.some(table.hands.current())

    def settled(self):
        """The published rows of each round that is over."""
        standings.refresh(self.tournament.pk)
        over = self.tournament.rounds.filter(state="closed").values("number")
        rows = self.tournament.standings.filter(after_round__in=over)
        return {each.after_round: [_kept(row) for row in each.document["rows"]] for each in rows}


def _kept(row):
    return {name: value for name, value in row.items() if name not in ("name", "outlook")}


ACTS = [
    *(Evening.come_late, Evening.leave, Evening.leave, Evening.leave_earlier, Evening.everybody_leaves),
    *(Evening.stand_in, Evening.begin_earlier, Evening.substitute, Evening.replace_entry, Evening.merge),
    *(Evening.decide, Evening.decide, Evening.take_back, Evening.penalise, Evening.cancel),
    *(Evening.correct, Evening.correct, Evening.strike, Evening.dispute, Evening.rank_otherwise),
    *(Evening.reopen, Evening.reopen, Evening.undo, Evening.plan_rounds, Evening.end),
]
