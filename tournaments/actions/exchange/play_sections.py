"""The exported sections about rounds, tables, hands, decisions and standings."""

from django.db.models import Q

from tournaments.models import (
    Announcement,
    Clock,
    Decision,
    Hand,
    LedgerEntry,
    Penalty,
    Round,
    Ruling,
    Seat,
    SeatPlayer,
    SitOut,
    Standing,
    Table,
)

from .section import ExportSection, at_path, same

OF_TABLE = {"round": "table__round__number", "table": "table__number"}
VERSION_COLUMNS = ("number", "version", "is_current", "lines", "seat", "source", "recorded_at")
GIVEN = ("id", "amount", "reason", "issued_at", "cancelled_at")

OF_PLAY = (
    ExportSection(
        "rounds",
        Round,
        same(
            *("number", "state", "publish_at", "closes_at", "published_at", "closed_at", "kept", "method"),
            *("closing", "seed", "draw_inputs", "report", "ahead", "drawn", "refusal"),
        ),
        at_path("tournament"),
        ("number",),
        private=frozenset({"publish_at", "seed", "draw_inputs", "report", "ahead", "drawn", "refusal"}),
        left_out=frozenset(
            {
                *("id", "tournament", "expected_seconds", "draw_started_at", "draw_percent", "draw_beat_at"),
                *("replay_asked_at", "replayed_at", "replayed_same", "created_at"),
            }
        ),
        state="state",
    ),
    ExportSection(
        "clocks",
        Clock,
        {"round": "round__number", **same("minutes", "extra", "left", "runs_since", "ended_at", "tables", "version")},
        at_path("round__tournament"),
        ("round__number",),
        left_out=frozenset({"id"}),
        state="round__state",
    ),
    ExportSection(
        "tables",
        Table,
        {"round": "round__number", **same("number", "first_lead", "other_pack", "closing")},
        at_path("round__tournament"),
        ("round__number", "number"),
        left_out=frozenset({"id"}),
        state="round__state",
    ),
    ExportSection(
        "seats",
        Seat,
        {**OF_TABLE, **same("number", "side"), "entry": "entry_id", "lineups": "lineups"},
        at_path("round__tournament"),
        ("table__round__number", "table__number", "number"),
        left_out=frozenset({"id"}),
        state="round__state",
    ),
    ExportSection(
        "seat_players",
        SeatPlayer,
        {"round": "round__number", "entry": "seat__entry_id", "player": "player_id", **same("from_hand", "to_hand")},
        at_path("round__tournament"),
        ("round__number", "seat__entry_id", "from_hand", "id"),
        left_out=frozenset({"id", "seat"}),
        state="round__state",
    ),
    ExportSection(
        "sit_outs",
        SitOut,
        {"round": "round__number", "entry": "entry_id", "own_name": "own_name"},
        at_path("round__tournament"),
        ("round__number", "id"),
        left_out=frozenset({"id"}),
        state="round__state",
    ),
    ExportSection(
        "sit_out_players",
        SitOut.players.through,
        {"round": "sitout__round__number", "entry": "sitout__entry_id", "player": "player_id"},
        at_path("sitout__round__tournament"),
        ("sitout__round__number", "sitout__entry_id", "id"),
        left_out=frozenset({"id", "sitout"}),
        state="sitout__round__state",
    ),
    ExportSection(
        "announcements",
        Announcement,
        {**OF_TABLE, **same(*VERSION_COLUMNS)},
        at_path("table__round__tournament"),
        ("table__round__number", "table__number", "number", "version"),
        left_out=frozenset({"id", "device", "recorded_by"}),
        result_of="table__round__number",
        state="table__round__state",
        seen=Q(is_current=True),
    ),
    ExportSection(
        "hands",
        Hand,
        {**OF_TABLE, **same(*VERSION_COLUMNS, "state", "facts", "scores", "confirmed_seat", "reason", "confirmed_at")},
        at_path("table__round__tournament"),
        ("table__round__number", "table__number", "number", "version"),
        left_out=frozenset({"id", "device", "recorded_by"}),
        result_of="table__round__number",
        state="table__round__state",
    ),
    ExportSection(
        "rulings",
        Ruling,
        {
            "round": "requested__table__round__number",
            "table": "requested__table__number",
            "number": "requested__number",
            "version": "requested__version",
            **same("accepted", "reason", "ruled_at"),
        },
        at_path("requested__table__round__tournament"),
        ("requested__table__round__number", "requested__table__number", "requested__number", "requested__version"),
        private=frozenset({"reason"}),
        left_out=frozenset({"id", "requested", "ruled_by"}),
        result_of="requested__table__round__number",
        state="requested__table__round__state",
    ),
    ExportSection(
        "penalties",
        Penalty,
        {**same(*GIVEN), "entry": "entry_id", "round": "round_number"},
        at_path("tournament"),
        ("id",),
        left_out=frozenset({"tournament", "issued_by", "cancelled_by"}),
        result_of="round_number",
    ),
    ExportSection(
        "decisions",
        Decision,
        {**same(*GIVEN, "kind"), "entry": "entry_id", "round": "round_number"},
        at_path("tournament"),
        ("id",),
        left_out=frozenset({"tournament", "issued_by", "cancelled_by"}),
        result_of="round_number",
    ),
    ExportSection(
        "ledger",
        LedgerEntry,
        same("sequence", "kind", "at", "facts", "commitment", "previous", "digest"),
        at_path("tournament"),
        ("sequence",),
        private=frozenset({"facts", "commitment"}),  # the salted commitment keeps others from guessing facts
        left_out=frozenset({"id", "tournament"}),
    ),
    ExportSection(
        "standings",
        Standing,
        same("after_round", "revision", "published_at", "digest", "body"),
        at_path("tournament"),
        ("after_round",),
        left_out=frozenset({"id", "tournament"}),
        result_of="after_round",
    ),
)
