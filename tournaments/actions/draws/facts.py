"""What the ledger is told of a round: who sits where, when it is played, what it was drawn from."""

from __future__ import annotations

import json
from typing import Any

from tournaments.models import Round

from .. import ledger
from .changed_tables import tables_of

TIMES = ("publish_at", "closes_at", "published_at", "closed_at")
DRAW = ("draw_inputs", "report", "ahead", "drawn")


def round_facts(round_: Round) -> dict[str, Any]:
    """A round that has its tables, entries in seat order, as its rows are now."""
    return {
        "round": round_.number,
        "tables": tables_of(round_),
        "sit_out": list(round_.sit_outs.order_by("pk").values_list("entry_id", flat=True)),
        "times": times_of(round_),
        "draw": draw_digest(round_),
    }


def times_of(round_: Round) -> dict[str, str | None]:
    """When the round is, or was, published and closed."""
    return {name: ledger.moment(getattr(round_, name)) for name in TIMES}


def draw_digest(round_: Round) -> str:
    """The digest of what the draw began with, of its report and of the rounds drawn with it."""
    return json_digest({name: getattr(round_, name) for name in DRAW})


def json_digest(value: object) -> str:
    """The digest of a value as it is when it has been stored as JSON and read again."""
    return ledger.digest(json.loads(json.dumps(value)))
