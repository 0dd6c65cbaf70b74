"""An evening in which anything may happen, by chance."""

from decimal import Decimal

from tests.halls import a_round, a_tournament, agreed, busca, director_of, play_out
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.people import penalties, players, registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import reseating, rounds
from tournaments.actions.rounds.draws import drafts
from tournaments.actions.setup import tournaments
from tournaments.models import Entry, Hand, Player, Round, Tournament

TALLIES = [(10, 10, 10, 10), (37, 1, 1, 1), (1, 37, 1, 1), (13, 13, 13, 1)]


TIE_BREAKS = ["table_wins", "clean_hands", "card_points", "head_to_head", "opponents", "last_round", "lot"]


class Evening:
    """A tournament in which anything may happen, by chance."""

    def __init__(self, chance):
        self.chance = chance
        self.tournament = a_tournament(
            players=9, rounds=4, tie_breaks=chance.sample(TIE_BREAKS, 4), outlook=chance.random() < 0.5
        )
        self.by = director_of(self.tournament)
        play_out(a_round(self.tournament), points=[37, 1, 1, 1])

    def take(self, step):
        """Take a step, again in the same way and agreed to where it changes published standings."""
        before, by = self.chance.getstate(), self.by

        def as_before(agreeing):
            self.chance.setstate(before)
            self.by = agreeing
            step(self)

        try:
            agreed(by, as_before)
        finally:
            self.by = by

    def some(self, rows):
        """One of these rows, by chance; IndexError where there is none."""
        return self.chance.choice(list(rows))

    def hand(self):
        """A hand recorded or corrected, at any table of any round."""
        tables = [table for round_ in self.tournament.rounds.all() for table in round_.tables.all()]
        table, number = self.some(tables), self.chance.choice([1, 2])
        standing = table.hands.current().filter(number=number).first()
        entered = HandInput(
            number=number,
            tally=busca(self.chance.choice(TALLIES)),
            reason="Counted again",
            replaces=standing.version if standing else None,
        )
        hands.record(table, entered, by=self.by)

    def judge(self):
        hand = self.some(Hand.objects.current())
        self.chance.choice([hands.dispute, hands.confirm])(hand, by=self.by)

    def void(self):
        hands.void(self.some(Hand.objects.current()), by=self.by, reason="Cards were missing")

    def penalise(self):
        round_ = self.chance.choice([None, *self.tournament.rounds.published()])
        penalties.penalise(
            self.some(self.tournament.entries.all()), amount=Decimal("0.5"), reason="Late", by=self.by, round_=round_
        )

    def cancel(self):
        penalties.cancel_penalty(self.some(self.tournament.penalties.in_force()), by=self.by)

    def change_entry(self):
        status = self.chance.choice(Entry.Status.values)
        changes = self.chance.choice([{"status": status}, {"stand_in": self.chance.random() < 0.5}])
        registration.change_entry(self.some(self.tournament.entries.all()), changes, by=self.by)

    def rename(self):
        players.rename_player(self.some(Player.objects.all()), f"Renamed {self.chance.random()}", by=self.by)

    def come_late(self):
        late = Candidate(names=(f"Late {self.chance.random()}",))
        registration.register(self.tournament, [late], by=self.by)

    def rank_otherwise(self):
        plan = self.some(
            [
                {"scoring": {"method": "places"}},
                {"scoring": {"method": "total"}},
                {"tie_breaks": ["opponents", "lot"]},
                {"outlook": True},
            ]
        )
        tournaments.update_tournament(Tournament.objects.get(pk=self.tournament.pk), plan, by=self.by)

    def begin_round(self):
        rounds.publish_round(self.drawn(), by=self.by)

    def drop_round(self):
        rounds.drop_draft(self.drawn(), by=self.by)

    def reseat(self):
        round_ = self.drawn()
        if self.chance.random() < 0.5:
            round_ = rounds.publish_round(round_, by=self.by)
        tables = [list(t.seats.values_list("entry_id", flat=True)) for t in round_.tables.all()]
        reseating.reseat(round_, [tables[0][::-1], *tables[1:]], by=self.by)

    def drawn(self):
        current = Tournament.objects.get(pk=self.tournament.pk)
        for round_ in self.tournament.rounds.filter(state=Round.State.PUBLISHED):
            rounds.close_round(round_, by=self.by, anyway=True)
        return drafts.draw_round(current, by=self.by, seed=self.chance.randrange(99))

    def close_or_reopen(self):
        round_ = self.some(self.tournament.rounds.published())
        if round_.state == Round.State.CLOSED:
            rounds.reopen_round(round_, by=self.by)
        else:
            rounds.close_round(round_, by=self.by, anyway=True)

    STEPS = (
        *(hand,) * 6, judge, judge, void, penalise, cancel, change_entry, rename, come_late, rank_otherwise,
        begin_round, begin_round, drop_round, reseat, close_or_reopen,
    )  # fmt: skip
