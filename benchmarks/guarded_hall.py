"""A hall in this process, in which the requests of phones and readers are counted and timed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

JSON = "application/json"
HANDS = 40
TALLY = {"lines": [{"points": 10}] * 4, "seat": 0}

Work = Callable[[], object]


class Hall:
    """A round that is in play at all tables; some tables have two phones."""

    def __init__(self, size: int) -> None:
        from tests.halls import a_club, a_round, a_tournament, a_user
        from tournaments.actions.standings import standings
        from tournaments.models import Club

        club = Club.objects.first() or a_club(owner=a_user())
        self._tournament = a_tournament(club, players=size, table={"hands": HANDS}, visibility="public")
        tables = [range(start, start + 4) for start in range(0, size, 4)]
        round_ = a_round(self._tournament, tables=tables)
        standings.refresh(self._tournament.pk)
        self._home = f"/api/v1/tournaments/{self._tournament.slug}/"
        self._phones = [self._sit_down(table) for table in round_.tables.order_by("number")[:25]]
        self._entered = self._confirmed = 0

    def _sit_down(self, table: Any) -> list[str]:
        from tournaments.actions.at_table import keys, seats, table_sessions

        (card,) = keys.cards(self._tournament, [table.number])
        opened = [table_sessions.open_by_secret(card.secret, device=f"{table.pk} {seat}") for seat in (0, 1)]
        for seat, each in enumerate(opened):
            seats.claim_seat(each.session, seat)
        return [each.secret for each in opened]

    def works(self) -> dict[str, Work]:
        """Return the API requests of phones and followers, by name."""
        return {
            "record a hand": self._record,
            "confirm a hand": self._confirm,
            "live/": lambda: self._get("live/"),
            "standings": lambda: self._get("standings/"),
        }

    def reads(self) -> dict[str, Work]:
        """Return requests whose responses are not cached.

        The baseline is a request that reads nothing of any tournament.
        """
        page = f"/tournaments/{self._tournament.slug}/"
        return {
            "a game's description": lambda: ask("GET", "/api/v1/games/buddha/"),
            "a page of 200 rows": lambda: ask("GET", page),
        }

    def _get(self, path: str) -> None:
        ask("GET", self._home + path)

    def _hand(self, number: int) -> tuple[str, list[str]]:
        table, hand = number % 25, number // 25
        return f"{self._home}rounds/1/tables/{table + 1}/hands/{hand + 1}/", self._phones[table]

    def _record(self) -> None:
        path, (phone, _other) = self._hand(self._entered)
        ask("PUT", path, TALLY, phone, key=f"{self._entered}")
        self._entered += 1

    def _confirm(self) -> None:
        """Confirm the next unconfirmed hand. If there is none, record one first; its cost is then included."""
        if self._confirmed == self._entered:
            self._record()
        path, (_phone, other) = self._hand(self._confirmed)
        accepted = {"seat": 1, "version": 1, "accept": True}
        ask("POST", f"{path}confirmations/", accepted, other, key=f"c{self._confirmed}")
        self._confirmed += 1


def ask(method: str, path: str, body: object = None, phone: str = "", key: str = "") -> None:
    """Send a request; fail if the response is not a success."""
    from django.test import Client

    headers = {"Authorization": f"Table {phone}", "Idempotency-Key": key} if phone else {}
    answer = Client().generic(method, path, "" if body is None else json.dumps(body), JSON, headers=headers)
    assert answer.status_code in (200, 201), (method, path, answer.status_code, answer.content)
