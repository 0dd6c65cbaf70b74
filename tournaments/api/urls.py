"""Every address of the API."""

from collections.abc import Mapping

from django.urls import URLPattern, include, path, re_path, register_converter
from django.urls.converters import IntConverter

from tournaments import addresses  # noqa: F401 - the converter below

from .resource import Resource
from .views import (
    announcements,
    calls,
    clock,
    closed_tables,
    club_cards,
    club_games,
    club_history,
    clubs,
    coming_rounds,
    confirmations,
    decisions,
    documentation,
    draws,
    entries,
    entry_lists,
    events,
    exports,
    fees,
    figures,
    fitting_formats,
    games,
    hands,
    imports,
    ledger,
    live,
    log,
    members,
    paper,
    place_stages,
    plan_costs,
    players,
    prizes,
    problems,
    push,
    ratings,
    repairs,
    round_results,
    rounds,
    screens,
    season_champions,
    season_final,
    season_namesakes,
    season_standings,
    seasons,
    stages,
    standings,
    table_cards,
    table_sessions,
    tables,
    teams,
    totals,
    tournaments,
    trees,
    vp_tables,
    webhooks,
    what_if,
    why,
)

app_name = "api"


class NumberConverter(IntConverter):
    """A whole number from 1, small enough for every column of the database."""

    regex = "[1-9][0-9]{0,8}"


class IdConverter(IntConverter):
    """The id of a row."""

    regex = "[1-9][0-9]{0,17}"


class SeatConverter(IntConverter):
    """A seat, counted from 0."""

    regex = "0|[1-9][0-9]?"


register_converter(NumberConverter, "number")
register_converter(SeatConverter, "seat")
register_converter(IdConverter, "id")

CLUB = "clubs/<slug:club>/"
SEASON = "seasons/<slug:slug>/"
TOURNAMENT = "tournaments/<tournament:slug>/"
ROUND = TOURNAMENT + "rounds/<number:number>/"
TABLE = ROUND + "tables/<number:table>/"
CORRECTIONS = TOURNAMENT + "correction-requests/"
HAND = TABLE + "hands/<number:hand>/"

COLLECTION = {"get": "list", "post": "create"}
ITEM = {"get": "retrieve", "patch": "partial_update", "delete": "destroy"}


def at(address: str, view: type[Resource], name: str, **actions: str) -> URLPattern:
    """An address, with the view's action for each HTTP method."""
    return path(address, view.as_view({**actions}), name=name)


def collection(address: str, view: type[Resource], name: str) -> URLPattern:
    """An address that lists objects and creates objects, if the view has these actions."""
    return at(address, view, name, **_available(view, COLLECTION))


def item(address: str, view: type[Resource], name: str) -> URLPattern:
    """An address that reads, changes and deletes one object, if the view has these actions."""
    return at(address, view, name, **_available(view, ITEM))


def _available(view: type[Resource], actions: Mapping[str, str]) -> dict[str, str]:
    return {method: action for method, action in actions.items() if hasattr(view, action)}


version_1 = [
    item("", documentation.Index, "index"),
    collection("games/", games.Games, "games"),
    item("games/<slug:ruleset>/", games.Games, "game"),
    at("games/<slug:ruleset>/score/", games.Calculations, "score", post="score"),
    at("games/<slug:ruleset>/count/", games.Calculations, "count", post="count"),
    collection("clubs/", clubs.Clubs, "clubs"),
    item(CLUB, clubs.Clubs, "club"),
    collection(CLUB + "members/", members.Members, "members"),
    item(CLUB + "members/<id:pk>/", members.Members, "member"),
    collection(CLUB + "invitations/", members.Invitations, "invitations"),
    item(CLUB + "invitations/<id:pk>/", members.Invitations, "invitation"),
    at("invitations/accept/", members.Invitations, "accept-invitation", post="accept"),
    collection(CLUB + "players/", players.Players, "players"),
    item(CLUB + "players/<id:pk>/", players.PlayerDetail, "player"),
    collection(CLUB + "players/<id:pk>/merged/", players.MergedPlayers, "merged-players"),
    item(CLUB + "players/<id:pk>/merged/<id:other>/", players.MergedPlayers, "merged-player"),
    at(
        CLUB + "players/<id:pk>/pin/",
        club_cards.LastingPin,
        "lasting-pin",
        get="retrieve",
        post="give",
        delete="destroy",
    ),
    collection(CLUB + "cards/", club_cards.ClubCards, "club-cards"),
    at(CLUB + "cards/<number:table>/replace/", club_cards.ClubCards, "replace-club-card", post="replace"),
    at(CLUB + "paper/cards/", club_cards.ClubPaper, "paper-club-cards", get="cards"),
    at("club-game-schema/", club_games.ClubGameSchema, "club-game-schema", get="retrieve"),
    collection(CLUB + "games/", club_games.ClubGames, "club-games"),
    item(CLUB + "games/<slug:game>/", club_games.ClubGames, "club-game"),
    at(CLUB + "games/<slug:game>/hide/", club_games.ClubGames, "hide-game", post="hide"),
    at(CLUB + "games/<slug:game>/show/", club_games.ClubGames, "show-game", post="show"),
    collection(CLUB + "players/<id:pk>/results/", club_history.PlayerResults, "player-results"),
    collection(CLUB + "years/", club_history.Years, "club-years"),
    collection(CLUB + "years/<number:year>/", club_history.PastTournaments, "club-year"),
    collection(CLUB + "champions/", club_history.ClubChampions, "club-champions"),
    collection(CLUB + "ratings/", ratings.RatedGames, "ratings"),
    at(CLUB + "ratings/<slug:game>/", ratings.RatedGames, "game-ratings", get="retrieve", put="rate", delete="destroy"),
    item(CLUB + "ratings/<slug:game>/<id:pk>/", ratings.PlayerRatings, "player-rating"),
    collection(CLUB + "vp-tables/", vp_tables.VpTables, "vp-tables"),
    item(CLUB + "vp-tables/<slug:table>/", vp_tables.VpTables, "vp-table"),
    collection(CLUB + "webhooks/", webhooks.Webhooks, "webhooks"),
    item("webhooks/<id:pk>/", webhooks.Webhooks, "webhook"),
    collection("webhooks/<id:pk>/deliveries/", webhooks.Deliveries, "deliveries"),
    at("webhooks/<id:pk>/deliveries/<id:other>/replay/", webhooks.Deliveries, "replay-delivery", post="replay"),
    collection(CLUB + "formats/", fitting_formats.Formats, "formats"),
    collection(CLUB + "imports/", imports.Imports, "imports"),
    at(CLUB + "tournaments/import/", exports.TournamentImports, "import-tournament", post="create"),
    collection(CLUB + "seasons/", seasons.Seasons, "seasons"),
    item(SEASON, seasons.Seasons, "season"),
    at(SEASON + "evenings/", seasons.SeasonEvenings, "season-evenings", post="create"),
    at(SEASON + "final/", season_final.SeasonFinal, "season-final", get="retrieve", post="fill"),
    at(SEASON + "final/replace/", season_final.SeasonFinal, "replace-finalist", post="replace"),
    collection(SEASON + "namesakes/", season_namesakes.SeasonNamesakes, "season-namesakes"),
    at(SEASON + "next-evening/", seasons.SeasonEvenings, "next-evening", post="create_next"),
    item(SEASON + "evenings/<slug:tournament>/", seasons.SeasonEvenings, "season-evening"),
    at(
        SEASON + "champion/",
        season_champions.SeasonChampions,
        "season-champion",
        get="retrieve",
        put="declare",
        delete="destroy",
    ),
    item(SEASON + "standings/", season_standings.SeasonStandings, "season-standings"),
    collection(SEASON + "log/", season_standings.SeasonLog, "season-log"),
    item(SEASON + "verification/", season_standings.SeasonVerification, "season-verification"),
    collection("tournaments/", tournaments.Tournaments, "tournaments"),
    item(TOURNAMENT, tournaments.Tournaments, "tournament"),
    at(TOURNAMENT + "link/", tournaments.Tournaments, "renew-link", post="renew_link"),
    at(TOURNAMENT + "newest-game/", tournaments.Tournaments, "newest-game", post="take_newest_game"),
    at(TOURNAMENT + "plan-cost/", plan_costs.PlanCosts, "plan-cost", post="preview"),
    at(TOURNAMENT + "end/", tournaments.Tournaments, "end-tournament", post="end"),
    at(TOURNAMENT + "archive/", tournaments.Tournaments, "archive-tournament", post="archive"),
    at(TOURNAMENT + "undo/", log.Undo, "undo", get="retrieve", post="undo"),
    collection(TOURNAMENT + "entries/", entries.Entries, "entries"),
    at(TOURNAMENT + "entries/list/", entry_lists.EntryLists, "entry-list", post="create"),
    at(TOURNAMENT + "entries/again/", entry_lists.PastPlayers, "entries-again", post="create"),
    at(TOURNAMENT + "entries/check-in/", entries.Entries, "check-in", post="check_in"),
    at(TOURNAMENT + "entries/withdraw/", entries.Entries, "withdraw-entries", post="withdraw"),
    item(TOURNAMENT + "entries/<id:pk>/", entries.Entries, "entry"),
    at(TOURNAMENT + "entries/<id:pk>/substitute/", entries.Entries, "substitute", post="substitute"),
    item(TOURNAMENT + "constraints/", draws.DrawConstraints, "constraints"),
    item(TOURNAMENT + "draw/", draws.NextDraw, "draw"),
    item(TOURNAMENT + "draw/rounds/", coming_rounds.PreviewedRounds, "preview-rounds"),
    collection(TOURNAMENT + "rounds/", rounds.Rounds, "rounds"),
    item(ROUND, rounds.Rounds, "round"),
    item(ROUND + "draw/", draws.RoundDraw, "round-draw"),
    at(ROUND + "replay/", draws.RoundDraw, "replay-round", post="replay"),
    at(ROUND + "ahead/", coming_rounds.RoundsAhead, "rounds-ahead", get="retrieve"),
    at(ROUND + "repair/", repairs.Repairs, "repair", get="retrieve", post="repair"),
    at(ROUND + "changed-results/", repairs.Corrections, "changed-results", get="retrieve"),
    at(ROUND + "underneath/", repairs.FormerCorrections, "underneath", get="retrieve"),
    at(ROUND + "keep/", repairs.Corrections, "keep-draw", post="keep"),
    at(ROUND + "redraw/", repairs.Corrections, "redraw-round", post="redraw"),
    at(ROUND + "exchange/", repairs.Exchanges, "exchange", post="exchange"),
    at(ROUND + "publish/", rounds.Rounds, "publish-round", post="publish"),
    at(ROUND + "close/", rounds.Rounds, "close-round", post="close"),
    at(ROUND + "reopen/", rounds.Rounds, "reopen-round", post="reopen"),
    at(ROUND + "results/", round_results.RoundResults, "round-results", put="record"),
    collection(ROUND + "tables/", tables.Tables, "tables"),
    item(TABLE, tables.Tables, "table"),
    collection(TABLE + "seats/", table_sessions.Seats, "seats"),
    at(TABLE + "seats/<seat:seat>/accept/", table_sessions.Seats, "accept-alike", post="accept"),
    at(TABLE + "seats/<seat:seat>/claim/", table_sessions.Seats, "seat-claim", post="claim", delete="release"),
    at(TABLE + "confirmations/", confirmations.TableConfirmations, "table-confirmations", post="answer"),
    at(TABLE + "departures/", closed_tables.Departures, "departures", post="leave"),
    at(TABLE + "close/", closed_tables.ClosedTables, "close-table", post="close"),
    at(TABLE + "reopen/", closed_tables.ClosedTables, "reopen-table", post="reopen"),
    at(TABLE + "help/", calls.Calls, "help", get="retrieve", post="call", delete="answer"),
    collection(TABLE + "hands/", hands.Hands, "hands"),
    at(TABLE + "total/", totals.TableTotal, "total", get="retrieve", put="record"),
    at(HAND, hands.Hands, "hand", get="retrieve", put="record"),
    at(HAND + "announcement/", announcements.AnnouncementDetail, "announcement", get="retrieve", put="lock"),
    collection(HAND + "versions/", hands.Versions, "versions"),
    at(HAND + "confirmations/", confirmations.Confirmations, "confirmations", post="answer"),
    at(HAND + "dispute/", confirmations.Disputes, "dispute", get="retrieve"),
    at(HAND + "decision/", confirmations.Rulings, "decide-dispute", post="decide"),
    at(HAND + "decision/undo/", confirmations.Rulings, "undo-decision", post="undo"),
    at(HAND + "void/", hands.Hands, "void-hand", post="void"),
    item(TOURNAMENT + "standings/", standings.Standings, "standings"),
    item(TOURNAMENT + "tree/", trees.Trees, "tree"),
    item(TOURNAMENT + "figures/", figures.Figures, "figures"),
    collection(TOURNAMENT + "meetings/", figures.Meetings, "meetings"),
    at(TOURNAMENT + "standings/hide/", tournaments.StandingsVisibility, "hide-standings", post="hide"),
    at(TOURNAMENT + "standings/show/", tournaments.StandingsVisibility, "show-standings", post="show"),
    at(TOURNAMENT + "paper/cards/", paper.SecretPaper, "paper-cards", get="cards"),
    at(TOURNAMENT + "paper/slips/", paper.SecretPaper, "paper-slips", get="slips"),
    at(TOURNAMENT + "paper/preview/", paper.PreviewPaper, "paper-preview", get="preview"),
    at(TOURNAMENT + "paper/standings/", paper.StandingsPaper, "paper-standings", get="standings"),
    at(TOURNAMENT + "paper/why/", paper.StandingsPaper, "paper-why", get="why"),
    at(TOURNAMENT + "paper/stages/", paper.StagesPaper, "paper-stages", get="order"),
    at(SEASON + "paper/standings/", paper.SeasonPaper, "paper-season", get="standings"),
    at(ROUND + "paper/wall-list/", paper.RoundPaper, "paper-wall-list", get="wall_list"),
    at(ROUND + "paper/score-sheets/", paper.RoundPaper, "paper-score-sheets", get="score_sheets"),
    at(ROUND + "paper/everything/", paper.RoundPaper, "paper-everything", get="everything"),
    at(ROUND + "paper/ahead/", paper.RoundPaper, "paper-ahead", get="ahead"),
    item(TOURNAMENT + "live/", live.Live, "live"),
    at(TOURNAMENT + "clock/", clock.ClockDetail, "clock", get="retrieve", post="create", delete="destroy"),
    at(TOURNAMENT + "clock/pause/", clock.ClockDetail, "pause-clock", post="pause"),
    at(TOURNAMENT + "clock/resume/", clock.ClockDetail, "resume-clock", post="resume"),
    at(TOURNAMENT + "clock/more/", clock.ClockDetail, "give-time", post="give"),
    collection(TOURNAMENT + "screens/", screens.Screens, "screens"),
    item(TOURNAMENT + "screens/<id:pk>/", screens.Screens, "screen"),
    at(TOURNAMENT + "screens/<id:pk>/here/", screens.Screens, "bring-screen", post="bring"),
    at(TOURNAMENT + "stages/", stages.Stages, "stages", get="retrieve"),
    at(TOURNAMENT + "stage/", stages.StageDetail, "stage", get="retrieve", put="declare", delete="destroy"),
    at(TOURNAMENT + "stage/fill/", stages.StageDetail, "fill-stage", post="fill"),
    at(TOURNAMENT + "stage/replace/", stages.StageDetail, "replace-comer", post="replace"),
    at(TOURNAMENT + "stage/places/", place_stages.PlaceStages, "place-stages", get="list", post="create"),
    at(TOURNAMENT + "groups/", stages.StageDetail, "groups", post="split"),
    at(TOURNAMENT + "prizes/", prizes.PrizesDetail, "prizes", get="retrieve", put="replace"),
    at(TOURNAMENT + "teams/", teams.TeamsDetail, "teams", get="retrieve", put="replace"),
    at(TOURNAMENT + "teams/standings/", teams.TeamStandingsDetail, "team-standings", get="retrieve"),
    at(TOURNAMENT + "paper/teams/", teams.TeamsPaper, "paper-teams", get="teams"),
    at(TOURNAMENT + "paper/prizes/", paper.PrizesPaper, "paper-prizes", get="prizes"),
    item(TOURNAMENT + "fees/", fees.Fees, "fees"),
    at(TOURNAMENT + "fees/<id:pk>/", fees.Fees, "fee", patch="change"),
    item(TOURNAMENT + "standings/<id:pk>/", why.Why, "why"),
    at(TOURNAMENT + "what-if/", what_if.WhatIfs, "what-if", post="suppose"),
    collection(TOURNAMENT + "decisions/", decisions.Decisions, "decisions"),
    item(TOURNAMENT + "decisions/<id:pk>/", decisions.Decisions, "decision"),
    collection(TOURNAMENT + "penalties/", decisions.Penalties, "penalties"),
    item(TOURNAMENT + "penalties/<id:pk>/", decisions.Penalties, "penalty"),
    item(TOURNAMENT + "ledger/", ledger.Ledger, "ledger"),
    at(TOURNAMENT + "events/", events.Events, "events", get="retrieve"),
    item(TOURNAMENT + "export/", exports.Export, "export"),
    at(TOURNAMENT + "log/", log.Log, "log", get="retrieve"),
    item(TOURNAMENT + "ledger/verification/", ledger.Verification, "verification"),
    collection(TOURNAMENT + "help/", calls.Calls, "calls"),
    collection(CORRECTIONS, calls.CorrectionRequests, "correction-requests"),
    at(CORRECTIONS + "<id:pk>/accept/", calls.CorrectionRequests, "accept-correction", post="accept"),
    at(CORRECTIONS + "<id:pk>/decline/", calls.CorrectionRequests, "decline-correction", post="decline"),
    collection(TOURNAMENT + "cards/", table_cards.Cards, "cards"),
    at(TOURNAMENT + "cards/<number:table>/rotate/", table_cards.Cards, "rotate-card", post="rotate"),
    item(TOURNAMENT + "codes/", table_cards.Codes, "codes"),
    at(TOURNAMENT + "codes/open/", table_cards.Codes, "open-codes", post="open_again"),
    collection(TOURNAMENT + "refusals/", calls.RejectedAttempts, "refusals"),
    collection(TOURNAMENT + "pins/", table_cards.Pins, "pins"),
    at(TOURNAMENT + "entries/<id:pk>/pin/", table_cards.Pins, "entry-pin", get="retrieve", post="renew"),
    collection("table-sessions/", table_sessions.TableSessions, "table-sessions"),
    item("table-sessions/current/", table_sessions.CurrentSession, "table-session"),
    at("table-sessions/current/push/", push.Push, "push", get="retrieve", put="replace", delete="destroy"),
    collection("tokens/", members.Tokens, "tokens"),
    item("tokens/<id:pk>/", members.Tokens, "token"),
    at("problems/", problems.ProblemTypes, "problem-kinds", get="list"),
    at("problems/<slug:name>/", problems.ProblemTypes, "problem-kind", get="retrieve"),
    item("schema/", documentation.Schema, "schema"),
]

STANDINGS_QUERY = (
    r"(?!&)(&?after_round=(0|[1-9]\d{0,2}))?(&?fields=[a-z_,]{1,120})?(&?form=(flat|full))?"
    r"(&?format=(csv|json))?(&?separator=semicolon)?"
)
POLLED_BY_HALL = {
    "api:standings": STANDINGS_QUERY,
    "api:season-standings": r"(after=[-\w]{1,80}(&format=(csv|json))?|format=(csv|json))?",
    "api:why": "",
    "api:live": "",
    "api:clock": "",
}
"""Addresses that all phones of a hall poll, each with the pattern of the queries whose responses are cached."""

urlpatterns = [
    path("docs/", documentation.pages, name="docs"),
    path("guide/", documentation.guide, name="guide"),
    path("v1/", include(version_1)),
    re_path(r"^(?P<path>[\s\S]*)$", documentation.anything_else),
]
