"""A round as the ledger records it: who sits where, when it is played, what it was drawn from."""

import json
from typing import Any

from tournaments.actions import ledger
from tournaments.actions.draws.changed_tables import read_seating
from tournaments.models import Round

TIMES = ("publish_at", "closes_at", "published_at", "closed_at")
DRAW = ("draw_inputs", "report", "ahead", "drawn")


def round_facts(round_: Round) -> dict[str, Any]:
    """A round that has its tables, entries in seat order, as its rows are now."""
    return {
        "round": round_.number,
        "tables": read_seating(round_),
        "sit_out": list(round_.sit_outs.order_by("pk").values_list("entry_id", flat=True)),
        "times": round_times(round_),
        "draw": draw_digest(round_),
    }


def round_times(round_: Round) -> dict[str, str | None]:
    """When the round is, or was, published and closed."""
    return {name: ledger.moment(getattr(round_, name)) for name in TIMES}


def draw_digest(round_: Round) -> str:
    """The digest of what the draw began with, of its report and of the rounds drawn with it."""
    return json_digest({name: getattr(round_, name) for name in DRAW})


def json_digest(value: object) -> str:
    """The digest of a value as it is when it has been stored as JSON and read again."""
    return ledger.digest(json.loads(json.dumps(value)))
