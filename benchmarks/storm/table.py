"""Playing at a table: one phone enters a hand, others confirm it.

Some hands are disputed, contradicted or corrected.
"""

from __future__ import annotations

import asyncio
import time
from itertools import pairwise
from random import Random

from .phones import Caller, Log, Place

SEATS = 4
POINTS = 40
LEAVES, TWICE = 0.03, 0.05
"""The fractions of writes that a phone abandons and retries, and of those that it sends twice."""
STORIES = {"confirmed": 0.75, "confirmed by all": 0.19, "disputed": 0.02, "countered": 0.02, "corrected": 0.02}
"""What happens to hands after they were entered, with the fraction of each case."""


class Table:
    """Four phones at a table in one round."""

    def __init__(self, slug: str, place: tuple[int, int], phones: list[Caller], director: Caller, log: Log) -> None:
        self._round, self._table = place
        self._path = f"/api/v1/tournaments/{slug}/rounds/{self._round}/tables/{self._table}/"
        self._requests = f"/api/v1/tournaments/{slug}/correction-requests/"
        self._phones, self._director, self._log = phones, director, log
        self._dice = Random(f"{self._round} {self._table}")

    async def play(self, hands: int) -> None:
        """Play all hands, one after another."""
        for number in range(1, hands + 1):
            await self._play_hand((self._round, self._table, number))

    async def _play_hand(self, place: Place) -> None:
        first, *others = self._dice.sample(range(SEATS), SEATS)
        path = f"{self._path}hands/{place[2]}/"
        hand = await self._write(place, first, "PUT", path, {**self._tally(), "seat": first})
        story = self._dice.choices(list(STORIES), list(STORIES.values()))[0]
        if story == "disputed":
            await self._say(place, others[0], hand, accept=False, reason="I remember it otherwise")
            await self._director_corrects(place, path)
        elif story == "countered":
            hand = await self._say(place, others[0], hand, accept=False, **self._tally())
            await self._say(place, first, hand)
        else:
            saying = others if story == "confirmed by all" else others[:1]
            await asyncio.gather(*(self._say(place, seat, hand) for seat in saying))
        self._log.confirmed[place] = time.monotonic()
        if story == "corrected":
            await self._ask_for_correction(place, first, path)
            self._log.confirmed[place] = time.monotonic()

    async def _say(self, place: Place, seat: int, hand: dict[str, object], **more: object) -> dict[str, object]:
        body = {"seat": seat, "version": hand.get("version", 1), "accept": True, **more}
        return await self._write(place, seat, "POST", f"{self._path}hands/{place[2]}/confirmations/", body)

    async def _write(
        self, place: Place, seat: int, method: str, path: str, body: object, more: str = ""
    ) -> dict[str, object]:
        leave, twice = self._dice.random() < LEAVES, self._dice.random() < TWICE
        hand = await self._phones[seat].write(method, path, body, more=more, leave=leave, twice=twice)
        if hand:
            self._log.keep(place, hand)
        return hand

    async def _director_corrects(self, place: Place, path: str) -> None:
        body = {**self._tally(), "reason": "Misread"}
        hand = await self._director.write("PUT", path, body, more=await self._having_seen(path))
        if hand:
            self._log.keep(place, hand)

    async def _ask_for_correction(self, place: Place, seat: int, path: str) -> None:
        """Ask for the correction of a confirmed hand, which the director accepts."""
        body = {**self._tally(), "seat": seat, "reason": "Counted again"}
        requested = await self._write(place, seat, "PUT", path, body, await self._having_seen(path))
        if requested:
            hand = await self._director.write("POST", f"{self._requests}{await self._id_of(place)}/accept/", {})
            if hand:
                self._log.keep(place, hand)

    async def _having_seen(self, path: str) -> str:
        return f"If-Match: {(await self._director.read(path)).etag.decode()}\r\n"

    async def _id_of(self, place: Place) -> int:
        return next(
            each["id"]
            for each in (await self._director.read_list(self._requests))
            if (each["round"], each["table"], each["number"]) == place
        )

    def _tally(self) -> dict[str, object]:
        """Return a realistic hand: all 40 points, distributed at random."""
        cuts = [0, *sorted(self._dice.randint(0, POINTS) for _cut in range(SEATS - 1)), POINTS]
        return {"lines": [{"points": high - low} for low, high in pairwise(cuts)]}
