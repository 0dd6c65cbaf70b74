"""Every address of the site, and what each kind of person is answered there."""

from django.urls import reverse

from tournaments.web.urls import urlpatterns

WHO = ("anybody", "stranger", "scorer", "director", "owner", "host")
EVERYBODY = (200,) * 6
SIGNED_IN = (302, 200, 200, 200, 200, 200)
SCORERS = (403, 403, 200, 200, 200, 200)
DIRECTORS = (403, 403, 403, 200, 200, 200)
DIRECTORS_ACT = (403, 403, 403, 302, 302, 302)
DRAFT_ACT = (404, 404, 404, 302, 302, 302)
SCORERS_ACT = (403, 403, 302, 302, 302, 302)
OWNERS = (403, 403, 403, 403, 200, 200)
OWNERS_ACT = (403, 403, 403, 403, 302, 302)

READ = {
    "home": EVERYBODY,
    "privacy": EVERYBODY,
    "rules": EVERYBODY,
    "glossary": EVERYBODY,
    "about-figures": EVERYBODY,
    "game": EVERYBODY,
    "count": EVERYBODY,
    "game-in": EVERYBODY,
    "clubs": EVERYBODY,
    "season": EVERYBODY,
    "season-csv": EVERYBODY,
    "season-places": EVERYBODY,
    "player-year": (404,) * 6,  # without a result
    "print-season": (404,) * 6,  # before the first evening
    "season-calendar": EVERYBODY,
    "season-poster": EVERYBODY,
    "season-frame": EVERYBODY,
    "club": EVERYBODY,
    "club-year": EVERYBODY,
    "champions": EVERYBODY,
    "ratings": EVERYBODY,
    "game-ratings": EVERYBODY,
    "player-rating": (404,) * 6,  # without a rated table
    "club-calendar": EVERYBODY,
    "player-calendar": EVERYBODY,
    "player": EVERYBODY,
    "club-poster": EVERYBODY,
    "player-poster": EVERYBODY,
    "tournament-poster": EVERYBODY,
    "club-frame": EVERYBODY,
    "club-year-csv": EVERYBODY,
    "champions-csv": EVERYBODY,
    "player-csv": EVERYBODY,
    "standings-csv": EVERYBODY,
    "standings-after-csv": EVERYBODY,
    "players-csv": EVERYBODY,
    "entry-csv": EVERYBODY,
    "round-csv": EVERYBODY,
    "table-csv": EVERYBODY,
    "table-totals-csv": EVERYBODY,
    "picture-csv": EVERYBODY,
    "victory-points-csv": EVERYBODY,
    "tournament": EVERYBODY,
    "standings-after": EVERYBODY,
    "players": EVERYBODY,
    "pictures": EVERYBODY,
    "tournament-ledger": EVERYBODY,
    "entry": EVERYBODY,
    "round": EVERYBODY,
    "table": EVERYBODY,
    "sign-in": (200, 302, 302, 302, 302, 302),
    "account": SIGNED_IN,
    "password": SIGNED_IN,
    "new-password": EVERYBODY,
    "tokens": SIGNED_IN,
    "welcome": (410,) * 6,
    "invitation": EVERYBODY,
    "create-club": (302, 403, 403, 403, 403, 200),
    "create-club-before": (301, 301, 301, 301, 301, 301),
    "edit-club": OWNERS,
    "members": OWNERS,
    "webhooks": OWNERS,
    "webhook": OWNERS,
    "create-tournament": DIRECTORS,
    "create-tournament-as": DIRECTORS,
    "formats": DIRECTORS,
    "rename-player": DIRECTORS,
    "show-player-as": DIRECTORS,
    "merge-player": DIRECTORS,
    "lasting-pin": DIRECTORS,
    "erase-player": DIRECTORS,
    "import-results": DIRECTORS,
    "frame-line": DIRECTORS,
    "club-cards": DIRECTORS,
    "print-club-cards": DIRECTORS,
    "club-seasons": DIRECTORS,
    "edit-season": DIRECTORS,
    "season-log": DIRECTORS,
    "change-evening": DIRECTORS,
    "season-final": DIRECTORS,
    "club-games": DIRECTORS,
    "season-champion": DIRECTORS,
    "own-page": (404,) * 6,  # with another secret
    "define-game": DIRECTORS,
    "game-example": DIRECTORS,
    "club-game": DIRECTORS,
    "export-game": EVERYBODY,
    "vp-tables": DIRECTORS,
    "vp-table": DIRECTORS,
    "vp-table-csv": DIRECTORS,
    "edit-tournament": DIRECTORS,
    "desk": SCORERS,
    "desk-latest": DIRECTORS_ACT,
    "registration": DIRECTORS,
    "registered": DIRECTORS,
    "fees": DIRECTORS,
    "prizes": DIRECTORS,
    "print-prizes": (403, 403, 403, 404, 404, 404),  # without a prize
    "prizes-csv": EVERYBODY,
    "teams": EVERYBODY,
    "teams-csv": EVERYBODY,
    "edit-teams": DIRECTORS,
    "fees-csv": DIRECTORS,
    "ledger-csv": DIRECTORS,
    "undo": DIRECTORS,
    "known-players": DIRECTORS,
    "paste-players": DIRECTORS,
    "constraints": DIRECTORS,
    "draw": DIRECTORS_ACT,  # on to the draft that waits
    "draft": (404, 404, 404, 200, 200, 200),
    "schedule-round": DIRECTORS,
    "rounds-ahead": (404, 404, 404, 200, 200, 200),
    "print-ahead": (404, 404, 404, 200, 200, 200),
    "preview-rounds": DIRECTORS_ACT,  # on to an address with a seed
    "print-preview": (403, 403, 403, 409, 409, 409),  # a draft waits
    "close-round": DIRECTORS,
    "repair-round": DIRECTORS,
    "exchange-seats": DIRECTORS,
    "start-clock": DIRECTORS,
    "give-time": DIRECTORS,
    "penalties-was": DIRECTORS_ACT,
    "decide": DIRECTORS,
    "departure": DIRECTORS,
    "what-if": DIRECTORS,
    "close-table": DIRECTORS,
    "screens": DIRECTORS,
    "change-screen": DIRECTORS,
    "open-screen": (302,) * 6,
    "screen": (302,) * 6,  # an address that is no screen's leads to a new one
    "screen-news": (200,) * 6,
    "results": SCORERS,
    "desk-news": SCORERS,
    "enter-hand": SCORERS,
    "table-sheet": SCORERS,
    "round-totals": SCORERS,
    "table-cards": DIRECTORS,
    "print-cards": DIRECTORS,
    "print-slips": DIRECTORS,
    "print-round": DIRECTORS,
    "print-standings": EVERYBODY,
    "print-why": EVERYBODY,
    "stages": EVERYBODY,
    "stages-csv": EVERYBODY,
    "print-stages": (404,) * 6,  # of one stage
    "print-teams": (404,) * 6,  # without teams
    "stage": (403, 403, 403, 302, 302, 302),  # to the declaration
    "declare-stage": DIRECTORS,
    "next-stage": DIRECTORS,
    "make-groups": DIRECTORS,
}
ACT = {
    "preferences": (302,) * 6,
    "replace-comer": DIRECTORS_ACT,
    "remove-stage": DIRECTORS_ACT,
    "play-for-places": DIRECTORS_ACT,
    "add-evening": (403, 403, 403, 422, 422, 422),  # without saying which
    "next-evening": DIRECTORS_ACT,
    "replace-finalist": DIRECTORS_ACT,
    "remove-evening": DIRECTORS_ACT,
    "withdraw-champion": DIRECTORS_ACT,
    "delete-season": DIRECTORS_ACT,
    "part-players": DIRECTORS_ACT,
    "tick-everybody": DIRECTORS_ACT,
    "withdraw-everybody": DIRECTORS_ACT,
    "change-fee": DIRECTORS_ACT,
    "pay-fee": DIRECTORS_ACT,
    "substitute": (403, 403, 403, 404, 404, 404),  # without saying whom
    "enter-again": (403, 403, 403, 404, 404, 404),  # without saying whose
    "sign-out": (302,) * 6,
    "revoke-token": (302, 404, 404, 404, 404, 302),
    "change-role": OWNERS_ACT,
    "withdraw-invitation": OWNERS_ACT,
    "switch-webhook": OWNERS_ACT,
    "delete-webhook": OWNERS_ACT,
    "send-again": OWNERS_ACT,
    "archive-tournament": DIRECTORS_ACT,
    "newest-game": DIRECTORS_ACT,
    "renew-link": DIRECTORS_ACT,
    "delete-tournament": DIRECTORS_ACT,
    "change-entry": DIRECTORS_ACT,
    "swap-seats": DRAFT_ACT,
    "check-draw": DRAFT_ACT,
    "keep-draw": DIRECTORS_ACT,
    "redraw-round": DIRECTORS_ACT,
    "publish-round": DRAFT_ACT,
    "drop-draft": DRAFT_ACT,
    "draw-again": DRAFT_ACT,
    "end-tournament": DIRECTORS_ACT,
    "change-clock": DIRECTORS_ACT,
    "agree-on-pack": DIRECTORS_ACT,
    "reopen-round": DIRECTORS_ACT,
    "keep-round": DIRECTORS_ACT,
    "reopen-table": DIRECTORS_ACT,
    "cancel-penalty": DIRECTORS_ACT,
    "take-back-decision": DIRECTORS_ACT,
    "delete-game": DIRECTORS_ACT,
    "rate-game": DIRECTORS_ACT,
    "hide-game": DIRECTORS_ACT,
    "show-game": DIRECTORS_ACT,
    "delete-vp-table": DIRECTORS_ACT,
    "decide-dispute": (403, 403, 403, 404, 404, 404),  # it names no version
    "undo-decision": DIRECTORS_ACT,
    "confirm-table": DIRECTORS_ACT,
    "void-hand": DIRECTORS_ACT,
    "rotate-card": DIRECTORS_ACT,
    "replace-club-card": (403, 403, 403, 404, 404, 404),  # of a table that has none yet
    "free-seat": (403, 403, 403, 404, 404, 404),  # no phone has it
    "accept-alike": (403, 403, 403, 404, 404, 404),
    "open-codes": DIRECTORS_ACT,
    "hold-screen": DIRECTORS_ACT,
    "part-screen": DIRECTORS_ACT,
    "bring-screen": DIRECTORS_ACT,
    "hide-standings": DIRECTORS_ACT,
    "show-standings": DIRECTORS_ACT,
    "renew-pin": DIRECTORS_ACT,
    "start-kiosk": DIRECTORS_ACT,
    "end-kiosk": DIRECTORS_ACT,
    "answer-call": SCORERS_ACT,
    "decide-correction": DIRECTORS_ACT,
}
BY_CARD = {
    "table-worker": 200,
    "at-table": 200,
    "at-table-typed": 302,
    "at-club-table": 200,
    "at-club-table-typed": 302,
    "table-manifest": 200,
    "table-news": 200,
    "table-clock": 200,
    "table-hand": 302,
    "kiosk-tables": 404,
    "kiosk-news": 404,
    "choose-table": 404,
}
BY_CARD_ACT = {
    "open-table": 422,
    "open-club-table": 422,
    "claim-seat": 302,
    "stand-up": 302,
    "call-director": 302,
    "subscribe-phone": 302,
    "unsubscribe-phone": 302,
    "preview-hand": 302,
    "answer-hand": 302,
    "agree-to-all": 302,
}
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
SEASONS |= {"season-champion", "withdraw-champion"}
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
