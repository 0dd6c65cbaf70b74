"""Every address of the API."""

from django.urls import include, path, re_path, register_converter

from tournaments import addresses  # noqa: F401 - the converter below

from .views import (
    announcements,
    cards,
    clubs,
    constraints,
    correction_requests,
    documentation,
    draws,
    entries,
    games,
    hands,
    help_calls,
    hiding,
    imports,
    kinds,
    ledger,
    live,
    members,
    penalties,
    players,
    reckoning,
    rejected_attempts,
    replays,
    rounds,
    seats,
    standings,
    table_confirmations,
    table_sessions,
    tables,
    tokens,
    tournaments,
    vp_tables,
)

app_name = "api"


class NumberConverter:
    """A number from 1 on that fits every column."""

    regex = "[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        """The number."""
        return int(value)

    def to_url(self, value: int) -> str:
        """The number as digits."""
        return str(value)


class IdConverter(NumberConverter):
    """What names a row."""

    regex = "[1-9][0-9]{0,17}"


class SeatConverter(NumberConverter):
    """A seat, counted from 0."""

    regex = "0|[1-9][0-9]?"


register_converter(NumberConverter, "number")
register_converter(SeatConverter, "seat")
register_converter(IdConverter, "id")

CLUB = "clubs/<slug:club>/"
TOURNAMENT = "tournaments/<tournament:slug>/"
ROUND = TOURNAMENT + "rounds/<number:number>/"
TABLE = ROUND + "tables/<number:table>/"
CORRECTIONS = TOURNAMENT + "correction-requests/"
HAND = TABLE + "hands/<number:hand>/"

version_1 = [
    path("games/", games.Games.as_view(), name="games"),
    path("games/<slug:ruleset>/", games.GameDetail.as_view(), name="game"),
    path("games/<slug:ruleset>/score/", reckoning.Score.as_view(), name="score"),
    path("games/<slug:ruleset>/count/", reckoning.Count.as_view(), name="count"),
    path("clubs/", clubs.Clubs.as_view(), name="clubs"),
    path(CLUB, clubs.ClubDetail.as_view(), name="club"),
    path(CLUB + "members/", members.Members.as_view(), name="members"),
    path(CLUB + "members/<id:pk>/", members.MemberDetail.as_view(), name="member"),
    path(CLUB + "invitations/", members.Invitations.as_view(), name="invitations"),
    path(CLUB + "invitations/<id:pk>/", members.InvitationDetail.as_view(), name="invitation"),
    path("invitations/accept/", members.AcceptInvitation.as_view(), name="accept-invitation"),
    path(CLUB + "players/", players.Players.as_view(), name="players"),
    path(CLUB + "players/<id:pk>/", players.PlayerDetail.as_view(), name="player"),
    path(CLUB + "vp-tables/", vp_tables.VpTables.as_view(), name="vp-tables"),
    path(CLUB + "vp-tables/<slug:table>/", vp_tables.VpTableDetail.as_view(), name="vp-table"),
    path(CLUB + "imports/", imports.Imports.as_view(), name="imports"),
    path("tournaments/", tournaments.Tournaments.as_view(), name="tournaments"),
    path(TOURNAMENT, tournaments.TournamentDetail.as_view(), name="tournament"),
    path(TOURNAMENT + "link/", tournaments.RenewLink.as_view(), name="renew-link"),
    path(TOURNAMENT + "archive/", tournaments.ArchiveTournament.as_view(), name="archive-tournament"),
    path(TOURNAMENT + "entries/", entries.Entries.as_view(), name="entries"),
    path(TOURNAMENT + "entries/<id:pk>/", entries.EntryDetail.as_view(), name="entry"),
    path(TOURNAMENT + "constraints/", constraints.DrawConstraints.as_view(), name="constraints"),
    path(TOURNAMENT + "draw/", draws.NextDraw.as_view(), name="draw"),
    path(TOURNAMENT + "rounds/", rounds.Rounds.as_view(), name="rounds"),
    path(ROUND, rounds.RoundDetail.as_view(), name="round"),
    path(ROUND + "draw/", replays.RoundDraw.as_view(), name="round-draw"),
    path(ROUND + "replay/", replays.ReplayRound.as_view(), name="replay-round"),
    path(ROUND + "publish/", rounds.PublishRound.as_view(), name="publish-round"),
    path(ROUND + "close/", rounds.CloseRound.as_view(), name="close-round"),
    path(ROUND + "reopen/", rounds.ReopenRound.as_view(), name="reopen-round"),
    path(ROUND + "tables/", tables.Tables.as_view(), name="tables"),
    path(TABLE, tables.TableDetail.as_view(), name="table"),
    path(TABLE + "seats/", seats.Seats.as_view(), name="seats"),
    path(TABLE + "seats/<seat:seat>/claim/", seats.SeatClaimed.as_view(), name="seat-claim"),
    path(TABLE + "confirmations/", table_confirmations.TableConfirmations.as_view(), name="table-confirmations"),
    path(TABLE + "help/", help_calls.Help.as_view(), name="help"),
    path(TABLE + "hands/", hands.Hands.as_view(), name="hands"),
    path(HAND, hands.HandDetail.as_view(), name="hand"),
    path(HAND + "announcement/", announcements.AnnouncementDetail.as_view(), name="announcement"),
    path(HAND + "versions/", hands.Versions.as_view(), name="versions"),
    path(HAND + "confirmations/", hands.Confirmations.as_view(), name="confirmations"),
    path(HAND + "void/", hands.VoidHand.as_view(), name="void-hand"),
    path(TOURNAMENT + "standings/", standings.Standings.as_view(), name="standings"),
    path(TOURNAMENT + "standings/hide/", hiding.HideStandings.as_view(), name="hide-standings"),
    path(TOURNAMENT + "standings/show/", hiding.ShowStandings.as_view(), name="show-standings"),
    path(TOURNAMENT + "live/", live.Live.as_view(), name="live"),
    path(TOURNAMENT + "penalties/", penalties.Penalties.as_view(), name="penalties"),
    path(TOURNAMENT + "penalties/<id:pk>/", penalties.PenaltyDetail.as_view(), name="penalty"),
    path(TOURNAMENT + "ledger/", ledger.Ledger.as_view(), name="ledger"),
    path(TOURNAMENT + "ledger/verification/", ledger.Verification.as_view(), name="verification"),
    path(TOURNAMENT + "help/", help_calls.OpenCalls.as_view(), name="calls"),
    path(
        TOURNAMENT + "correction-requests/",
        correction_requests.CorrectionRequests.as_view(),
        name="correction-requests",
    ),
    path(
        TOURNAMENT + "correction-requests/<id:pk>/accept/",
        correction_requests.AcceptCorrection.as_view(),
        name="accept-correction",
    ),
    path(
        TOURNAMENT + "correction-requests/<id:pk>/decline/",
        correction_requests.DeclineCorrection.as_view(),
        name="decline-correction",
    ),
    path(TOURNAMENT + "cards/", cards.Cards.as_view(), name="cards"),
    path(TOURNAMENT + "cards/<number:table>/rotate/", cards.RotateCard.as_view(), name="rotate-card"),
    path(TOURNAMENT + "codes/", cards.Codes.as_view(), name="codes"),
    path(TOURNAMENT + "codes/open/", cards.OpenCodes.as_view(), name="open-codes"),
    path(TOURNAMENT + "refusals/", rejected_attempts.RejectedAttempts.as_view(), name="refusals"),
    path(TOURNAMENT + "pins/", cards.Pins.as_view(), name="pins"),
    path(TOURNAMENT + "entries/<id:pk>/pin/", cards.EntryPin.as_view(), name="entry-pin"),
    path("table-sessions/", table_sessions.TableSessions.as_view(), name="table-sessions"),
    path("table-sessions/current/", table_sessions.CurrentSession.as_view(), name="table-session"),
    path("tokens/", tokens.Tokens.as_view(), name="tokens"),
    path("tokens/<id:pk>/", tokens.TokenDetail.as_view(), name="token"),
    path("problems/<slug:kind>/", kinds.ProblemKind.as_view(), name="problem-kind"),
    path("schema/", documentation.Schema.as_view(), name="schema"),
]

urlpatterns = [
    path("docs/", documentation.pages, name="docs"),
    path("v1/", include(version_1)),
    re_path(r"^(?P<path>[\s\S]*)$", documentation.anything_else),
]
