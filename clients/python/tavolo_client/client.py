"""The client: all operations of the API, waiting for standings, and players' phones at a table."""

import time
from collections.abc import Mapping
from typing import Any, cast

from . import models
from .operations import Operations


class Tavolo(Operations):
    """A connection of a program to the API, with the secret of a token, or without a token for public data."""

    def wait_for_standings(self, slug: str, revision: int, *, seconds: float = 60) -> models.Standings:
        """Return the standings that include all changes up to a revision. Raise TimeoutError after `seconds`."""
        deadline = time.monotonic() + seconds
        while True:
            standings = cast("models.Standings", self.get_standings(slug, min_revision=revision))
            if standings["revision"] >= revision:
                return standings
            if time.monotonic() > deadline:
                raise TimeoutError(f"{slug} has no standings of revision {revision} after {seconds} s")
            time.sleep(0.2)

    def open_table(self, card: models.NewTableSession) -> "Phone":
        """Return a phone that has joined a table.

        `card` has the `secret` of the table's card, or its `code` with the `tournament` or the `club`.
        """
        return Phone(self.site, self.create_table_session(card), language=self.language)


class Phone(Operations):
    """A player's phone at a table; its permissions are those of its table `session`.

    The most common operations are methods that need no tournament, round and table.
    """

    def __init__(self, site: str, session: models.TableSessionWithSecret, *, language: str = "en") -> None:
        super().__init__(site, session["secret"], scheme="Table", language=language)
        self.session = session
        self.place = session["tournament"], session["round"], session["table"]

    def claim(self, seat: int, *, pin: str = "") -> models.HeldSeat:
        """Claim a seat for this phone."""
        return self.claim_seat(*self.place, seat, {"pin": pin})

    def enter(self, hand: int, seat: int, tally: Mapping[str, Any], *, if_match: str | None = None) -> models.Hand:
        """Enter a hand, or replace the version whose ETag is `if_match`."""
        body: models.Tally = {"lines": tally["lines"], "seat": seat}
        if "hand" in tally:
            body["hand"] = tally["hand"]
        return self.record_hand(*self.place, hand, body, if_match=if_match)

    def confirm(self, hand: models.Hand, seat: int) -> models.Hand:
        """Confirm this version of a hand, which another seat entered."""
        answer: models.HandAnswer = {"seat": seat, "version": hand["version"], "accept": True}
        return self.answer_hand(*self.place, hand["number"], answer)

    def leave(self) -> None:
        """End the session and close the connection."""
        self.delete_table_session()
        self.close()
