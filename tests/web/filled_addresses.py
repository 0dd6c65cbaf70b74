"""The address of each page, filled in with known values."""

from django.urls import reverse

from tournaments.web.urls import urlpatterns

OF_A_DRAFT = {
    "draft",
    "rounds-ahead",
    "print-ahead",
    "check-draw",
    "swap-seats",
    "publish-round",
    "drop-draft",
    "draw-again",
}
CLUBS = {
    "club",
    "ratings",
    "game-ratings",
    "player-rating",
    "rate-game",
    "club-calendar",
    "club-poster",
    "club-frame",
    "frame-line",
    "club-year-csv",
    "champions-csv",
    "club-year",
    "champions",
    "edit-club",
    "members",
    "change-role",
    "withdraw-invitation",
    "webhooks",
    "create-tournament",
    "create-tournament-as",
    "formats",
    "import-results",
    "club-cards",
    "print-club-cards",
    "replace-club-card",
    "club-seasons",
    "answer-season",
    "club-games",
    "define-game",
    "game-example",
    "club-game",
    "export-game",
    "delete-game",
    "hide-game",
    "show-game",
    "vp-tables",
    "vp-table",
    "vp-table-csv",
    "delete-vp-table",
}
SEASONS = {"season", "season-csv", "print-season", "season-calendar", "season-poster", "season-frame", "edit-season"}
SEASONS |= {"player-year", "add-evening", "next-evening", "change-evening", "remove-evening", "delete-season"}
SEASONS |= {"season-places", "season-final", "replace-finalist", "season-log"}
SEASONS |= {"ask-club", "end-request"}
SEASONS |= {"season-champion", "withdraw-champion", "join-persons", "part-person"}
RATED = {"game-ratings", "player-rating", "rate-game"}
PARTS = {name: pattern.pattern.regex.groupindex for name, pattern in ((p.name, p) for p in urlpatterns)}


def address(name, known):
    kwargs = {}
    for part in PARTS[name]:
        value = known[part]
        if part == "slug":
            value = known["slug"].get(name, known["tournament"])
        elif part == "table" and name in CLUBS:
            value = known["vp_table"]
        elif part == "game" and name in RATED:
            value = known["ruleset"]
        elif part == "number":
            value = known["number"][name in OF_A_DRAFT]
        elif part == "pk":
            value = value[name]
        kwargs[part] = "gone" if name == "welcome" else value
    return reverse(name, kwargs=kwargs)
