"""Random tournaments of all games with all that an export can contain: stages, seasons, teams, phones, totals."""

import random
from contextlib import suppress
from datetime import timedelta
from decimal import Decimal

from django.db import transaction
from django.utils import timezone

from scoring.registry import RULESETS, find
from scoring.table import judge
from tests.games.any_game import default_options, usual_sides
from tests.games.dealing import deal
from tests.games.evenings import CASES, Case
from tests.games.random_evenings import ACTS, PAIRINGS, Evening
from tests.season_evenings import DECLARATION
from tests.table_sessions import a_phone, enter, say
from tournaments.actions.at_table import director_requests
from tournaments.actions.core.refusals import Refusal
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.hands import hands
from tournaments.actions.hands.announcements import announce
from tournaments.actions.hands.closing import Closing
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.people.registration import change_entry
from tournaments.actions.people.shown_names import show_player_as
from tournaments.actions.prizes.declared import declare_prizes
from tournaments.actions.round_repair.repairs import repair_round
from tournaments.actions.rounds import clock, rounds
from tournaments.actions.rounds.closed_tables import close_table, reopen_table
from tournaments.actions.rounds.departures import Departure, leave
from tournaments.actions.rounds.draws import drafts
from tournaments.actions.rounds.draws.constraints import change_constraints
from tournaments.actions.rounds.draws.jobs import draw_next_round
from tournaments.actions.seasons import seasons
from tournaments.actions.setup import tournaments
from tournaments.actions.setup.games import create_game
from tournaments.actions.stages.declaring import declare_stage
from tournaments.actions.stages.filling import fill_stage
from tournaments.actions.standings import standings
from tournaments.actions.standings.teams import declare_teams
from tournaments.models import BASES, Hand, Player, Tournament

HANDS = {"hands": 2}
POINTS = {"minimum": -10, "step": 5}
CHOSEN = [
    *CASES,
    *(Case("points", 9, (3, 3, 3), {"direction": way, "sides": 3, **POINTS}, HANDS) for way in ("low", "high")),
    *(Case("places", 10, (size, size), {"sides": size}, HANDS) for size in (4, 5)),
    *(Case("result", 5, (2, 2), {"players": 2, "best_of": best}, {"hands": 3}, partners=2) for best in (True, False)),
]


def usual(slug):
    """Two tables of a game as it is usually played, and one entry more."""
    sides = usual_sides(slug)
    return Case(
        slug, 2 * sides + 1, (sides, sides), table=HANDS, partners=find(slug).seats_per_side(default_options(slug))
    )


GAMES = [*CHOSEN, *map(usual, sorted({ruleset.slug for ruleset in RULESETS} - {case.slug for case in CHOSEN}))]


class EventfulEvening(Evening):
    """A random tournament; every other one of a game that a club can define is of the club's own."""

    pairings = (*PAIRINGS, "knock-out", "danish", "interval")

    def __init__(self, seed):
        self.totals = random.Random(f"totals {seed}").random() < 0.2
        super().__init__(seed, GAMES)

    def _made(self, plan):
        base = plan["ruleset"]
        if base in BASES and self.dice.random() < 0.5:
            game = create_game(self.club, {"name": "Our own", "base": base, "options": plan.pop("options")})
            plan["ruleset"] = game.slug
        plan["outlook"] = self.dice.random() < 0.2
        if self.totals:
            with suppress(Refusal), transaction.atomic():
                return super()._made({**plan, "kept": "totals"})
        return super()._made(plan)

    def _play(self, table):
        if table.round.is_by_totals:
            self._record_total(table)
        elif self.dice.random() < 0.2:
            self._play_by_phone(table)
        else:
            super()._play(table)

    def _tally(self, table):
        sides = len(set(table.seats.values_list("side", flat=True))) or table.seats.count()
        return deal(self.case.slug, self.dice, sides=sides, options=self.case.options)

    def _record_total(self, table):
        options, game = self.tournament.options, self.tournament.rules
        played = [judge(game, options, self._tally(table)) for _hand in range(self.tournament.table_hands or 2)]
        lines = [{"points": sum(points)} for points in zip(*(hand.scores for hand in played), strict=True)]
        with suppress(Refusal), transaction.atomic():
            hands.record(table, HandInput(number=1, tally={"lines": lines}), by=self.by)

    def _play_by_phone(self, table):
        """Hands that a seat enters and another confirms, counters, disputes or wants corrected."""
        phones = [a_phone(table, seat, f"{table.pk} {seat}") for seat in range(table.seats.count())]
        for number in range(1, (self.tournament.table_hands or 2) + 1):
            with suppress(Refusal), transaction.atomic():
                enter(phones[0], self._tally(table), number=number)
                answer = self.dice.choice(["agree", "agree", "dispute", "counter", "ask", "wait"])
                self._answer(phones, number, answer, self._tally(table))

    def _answer(self, phones, number, answer, tally):
        if answer in ("agree", "ask"):
            say(phones[1], number=number)
        if answer == "ask":
            requested = enter(phones[0], tally, number=number, replaces=1, reason="Misread")
            judge_request = self.dice.choice([director_requests.accept, director_requests.decline])
            judge_request(requested, by=self.by, reason="So it was")
        if answer == "counter":
            say(phones[1], accept=False, number=number, counter=tally)
        if answer == "dispute":
            with suppress(Refusal):
                enter(phones[1], tally, number=number)

    # how it ends

    def finish(self):
        """End in one of the states in which a tournament can be exported."""
        with suppress(Refusal, ValueError, IndexError), transaction.atomic():
            self.dice.choice([self._stay, self._stay, self._draft, self._in_play, self._in_play, self._next_stage])()
        for _act in range(self.dice.randint(0, 2)):
            self.act()
        standings.refresh(self.tournament.pk)
        return Tournament.objects.get(pk=self.tournament.pk)

    def _stay(self):
        pass

    def _draft(self):
        """A draw that is not public yet: scheduled, refused, or dropped."""
        current = Tournament.objects.get(pk=self.tournament.pk)
        draft = drafts.draw_round(current, by=self.by, seed=self.dice.randrange(99))
        then = timezone.now() + timedelta(hours=self.dice.randint(1, 9))
        if self.dice.random() < 0.6:
            rounds.schedule_round(draft, by=self.by, publish_at=then, closes_at=then + timedelta(hours=1))
        elif self.dice.random() < 0.5:
            rounds.drop_draft(draft, by=self.by)

    def _in_play(self):
        """A round in which only some tables have begun, and some hands are submitted or disputed."""
        current = Tournament.objects.get(pk=self.tournament.pk)
        round_ = rounds.publish_round(drafts.draw_round(current, by=self.by, seed=5), by=self.by, anyway=True)
        for table in round_.tables.all():
            if self.dice.random() < 0.6:
                self._play_by_phone(table) if not round_.is_by_totals else self._play(table)

    def _next_stage(self):
        """The best of the tournament go on to another one, which is exported."""
        for round_ in self.tournament.rounds.filter(state="published"):
            rounds.close_round(round_, by=self.by, anyway=True)
        standings.refresh(self.tournament.pk)
        plan = {**self.case.plan, "name": "Final", "pairing": "random", "tie_breaks": ["lot"]}
        final = tournaments.create_tournament(club=self.club, raw=plan, by=self.by)
        carry = self.dice.choice([{"carry": "nothing"}, {"carry": "points"}, {"carry": "share", "share": 50}])
        raw = {"sources": [self.tournament.slug], "last": self.dice.choice([4, 8]), **carry}
        declare_stage(final, raw, by=self.by)
        fill_stage(final, by=self.by)
        self.tournament = Tournament.objects.get(pk=final.pk)
        self.play_round()

    # what directors do beside what every evening has

    def _current(self):
        return Tournament.objects.get(pk=self.tournament.pk)

    def _open_table(self):
        tables = [table for each in self.tournament.rounds.filter(state="published") for table in each.tables.all()]
        return self.some(tables)

    def _players(self):
        return Player.objects.selectable().filter(club=self.club, entries__tournament=self.tournament).distinct()

    def erase(self, actor):
        erase_player(self.some(self._players()), by=actor)

    def hide_or_show(self, actor):
        number = self.dice.choice([None, 0, 1, 2])
        if number is None:
            standings.show_standings(self._current(), by=actor)
        else:
            standings.hide_standings(self._current(), by=actor, after_round=number)

    def show_otherwise(self, actor):
        how = self.dice.choice(["initials", "code"])
        show_player_as(self.some(self._players()), how, f"Code {self.dice.randrange(10**6)}", by=actor)

    def join_teams(self, actor):
        entries = list(self.tournament.entries.values_list("pk", flat=True))
        teams = [{"name": "Reds", "entries": entries[:2]}, {"name": "Blues", "entries": entries[2:4]}]
        declare_teams(self._current(), {"teams": teams, "best": self.dice.choice([None, 1])}, by=actor)

    def promise_prizes(self, actor):
        declare_prizes(self._current(), {"place": ["Ham", "Wine"][: self.dice.randint(1, 2)]}, by=actor)

    def keep_apart(self, actor):
        one, other, third = self.dice.sample(list(self.tournament.entries.values_list("pk", flat=True)), 3)
        change_constraints(self._current(), lambda c: c.kept_apart(one, other).fixed_at(third, 1), by=actor)

    def run_clock(self, actor):
        round_ = self.some(self.tournament.rounds.filter(state="published"))
        clock.start_clock(round_, by=actor, minutes=40)
        clock.give_time(round_, by=actor, minutes=5, table=1)
        self.dice.choice([clock.pause_clock, clock.end_clock, lambda *_round, **_by: None])(round_, by=actor)

    def close_or_reopen_table(self, actor):
        table = self._open_table()
        how = self.dice.choice([Closing(), Closing("field-average"), Closing("number", Decimal(2), "as-unplayed")])
        if table.closing:
            reopen_table(table, by=actor)
        else:
            close_table(table, how, by=actor)

    def depart(self, actor):
        table = self._open_table()
        player = self.some(Player.objects.filter(seat_players__seat__table=table, seat_players__to_hand=None))
        how = self.dice.choice([{"instead": None}, {"instead": None, "closing": Closing()}])
        leave(table, Departure(player=player.pk, returns=self.dice.random() < 0.5, reason="Ill", **how), by=actor)

    def repair(self, actor):
        repair_round(self.some(self.tournament.rounds.filter(state="published")), by=actor)

    def announce_bids(self, actor):
        table = self._open_table()
        lines = [{"bid": self.dice.randint(0, 5)} for _seat in range(table.seats.count())]
        announce(table, HandInput(number=1, tally={"lines": lines}), by=actor)

    def check_in(self, actor):
        change = self.dice.choice([{"checked_in": True}, {"home_club": "Circolo di là"}, {"card_number": "A 17"}])
        change_entry(self.some(self.tournament.entries.all()), change, by=actor)

    def count_in_season(self, actor):
        season = seasons.create_season(self.club, {"name": "2026", "declaration": DECLARATION}, by=actor)
        seasons.add_evening(season, self._current(), {}, by=actor)

    def draw_and_withdraw(self, actor):
        """A draw that a worker would do, and that is dropped."""
        rounds.drop_draft(draw_next_round(self._current(), by=actor, seed=3), by=actor)

    def judge_request(self, actor):
        requested = self.some(director_requests.open_requests(self.tournament))
        director_requests.decline(requested, by=actor, reason="No")

    def confirm_all(self, actor):
        table = self.some(table for each in self._public() for table in each.tables.all())
        submitted = table.hands.current().filter(state=Hand.State.SUBMITTED)
        hands.confirm_all(table, {hand.number: hand.version for hand in submitted}, by=actor)

    def acts_there_are(self):
        return [*ACTS, *MORE_ACTS]


MORE_ACTS = [
    *(EventfulEvening.erase, EventfulEvening.hide_or_show, EventfulEvening.show_otherwise, EventfulEvening.check_in),
    *(EventfulEvening.join_teams, EventfulEvening.promise_prizes, EventfulEvening.keep_apart, EventfulEvening.repair),
    *(EventfulEvening.close_or_reopen_table, EventfulEvening.depart, EventfulEvening.run_clock),
    *(EventfulEvening.announce_bids, EventfulEvening.count_in_season, EventfulEvening.draw_and_withdraw),
    *(EventfulEvening.judge_request, EventfulEvening.confirm_all),
]


def played(seed):
    """A random tournament with everything that directors and players do in between."""
    evening, dice = EventfulEvening(seed), random.Random(seed)
    for _round in range(evening.case.rounds):
        if not evening.play_round():
            break
        for _act in range(dice.randint(1, 4)):
            evening.act()
    return evening.finish()
