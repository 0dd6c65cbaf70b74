"""The exported sections about the tournament, its people and its entries."""

from django.db.models import Q

from tournaments.models import (
    SETTINGS,
    Club,
    ClubGame,
    Entry,
    EntryPlayer,
    FixedTable,
    KeptApart,
    Player,
    SeasonEvening,
    SeatPlayer,
    SitOut,
    Stage,
    Tournament,
)

from .section import ExportSection, at_path, same

OF_FIELD = (
    ExportSection(
        "club",
        Club,
        same("id", "slug", "name", "city", "time_zone", "language"),
        at_path("tournaments"),
        ("id",),
        left_out=frozenset({"by_family_name", "paper_size", "created_at"}),
        is_one=True,
    ),
    ExportSection(
        "game",
        ClubGame,
        same("slug", "version", "name", "unit", "base", "options", "table", "scoring", "tie_breaks"),
        at_path("tournaments"),
        ("id",),
        left_out=frozenset({"id", "club", "hidden", "created_at"}),
        is_one=True,
    ),
    ExportSection(
        "tournament",
        Tournament,
        same(
            *("id", "slug", "name", "status", "lot_seed", "created_at", "standings_hidden_after", "prizes", "teams"),
            *("revision", "published_revision", "settled_round", "ledger_length", "ledger_head", *SETTINGS),
        ),
        at_path("pk"),
        ("id",),
        private=frozenset({"lot_seed", "prizes", "teams"}),
        left_out=frozenset({"club", "game", "link_key", "standings_due_at", "championship", "origin"}),
        is_one=True,
    ),
    ExportSection(
        "stage",
        Stage,
        same("of_each", "first", "last", "carry", "share", "bonus", "ties", "filled_at"),
        at_path("tournament"),
        ("id",),
        left_out=frozenset({"id", "tournament", "named"}),
        is_one=True,
    ),
    ExportSection(
        "seasons",
        SeasonEvening,
        {"slug": "season__slug", "name": "season__name", **same("part", "factor")},
        at_path("tournament"),
        ("id",),
        left_out=frozenset({"id", "season", "tournament", "results", "read_revision"}),
    ),
    ExportSection(
        "players",
        Player,
        same("id", "name", "shown_as", "alias", "erased_at"),
        lambda pk: (
            Q(pk__in=EntryPlayer.objects.filter(tournament=pk).values("player"))
            | Q(pk__in=SeatPlayer.objects.filter(round__tournament=pk).values("player"))
            | Q(pk__in=SitOut.players.through.objects.filter(sitout__round__tournament=pk).values("player"))
        ),
        ("id",),
        private=frozenset({"shown_as", "alias"}),
        left_out=frozenset({"club", "name_key", "pin_generation", "created_at"}),
    ),
    ExportSection(
        "entries",
        Entry,
        same(
            *("id", "number", "name", "status", "from_round", "until_round", "gaps", "benched_in", "carried"),
            *("checked_in", "stand_in", "seed", "card_number", "home_club", "salt"),
        ),
        at_path("tournament"),
        ("id",),
        private=frozenset({"card_number", "home_club", "salt", "checked_in", "seed", "benched_in"}),
        left_out=frozenset({"tournament", "pin_generation", "pin_failures", "created_at"}),
    ),
    ExportSection(
        "entry_players",
        EntryPlayer,
        {"entry": "entry_id", "player": "player_id", "position": "position"},
        at_path("tournament"),
        ("entry_id", "position"),
        left_out=frozenset({"id", "tournament"}),
    ),
    ExportSection(
        "kept_apart",
        KeptApart,
        {"one": "one_id", "other": "other_id"},
        at_path("one__tournament"),
        ("one_id", "other_id"),
        private=frozenset({"one", "other"}),
        left_out=frozenset({"id"}),
    ),
    ExportSection(
        "fixed_tables",
        FixedTable,
        {"entry": "entry_id", "number": "number"},
        at_path("entry__tournament"),
        ("entry_id",),
        private=frozenset({"entry", "number"}),
        left_out=frozenset({"id"}),
    ),
)
