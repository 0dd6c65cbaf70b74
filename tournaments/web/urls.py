"""Every address of the site."""

from django.urls import path, re_path

from .views import (
    account,
    clubs,
    desk,
    drafts,
    hands,
    home,
    imports,
    members,
    penalties,
    players,
    preferences,
    registration,
    rounds,
    rules,
    setup,
    tournaments,
    welcome,
)

CLUB = "clubs/<slug:slug>/"
TOURNAMENT = "tournaments/<slug:slug>/"
ROUND = TOURNAMENT + "rounds/<int:number>/"
TABLE = ROUND + "tables/<int:table>/"
HAND = TABLE + "hands/<int:hand>/"

everybody = [
    path("", home.home, name="home"),
    path("preferences/", preferences.preferences, name="preferences"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:ruleset>/", rules.game, name="game"),
    path(CLUB, clubs.club, name="club"),
    path("players/<int:pk>/", players.player, name="player"),
    path(TOURNAMENT, tournaments.standings, name="tournament"),
    path(
        TOURNAMENT + "standings/<int:after_round>/", tournaments.standings, name="standings-after"
    ),
    path(TOURNAMENT + "players/", tournaments.players, name="players"),
    path(TOURNAMENT + "players/<int:pk>/", tournaments.entry, name="entry"),
    path(ROUND, rounds.round_, name="round"),
    path(TABLE, rounds.table, name="table"),
]

accounts = [
    path("sign-in/", account.SignIn.as_view(), name="sign-in"),
    path("sign-out/", account.SignOut.as_view(), name="sign-out"),
    path("account/", account.account, name="account"),
    path("account/password/", account.ChangePassword.as_view(), name="password"),
    path(
        "new-password/<str:uidb64>/<str:token>/",
        account.NewPassword.as_view(),
        name="new-password",
    ),
    path("account/tokens/", account.tokens, name="tokens"),
    path("account/tokens/<int:pk>/revoke/", account.revoke_token, name="revoke-token"),
    path("welcome/<str:secret>/", welcome.welcome, name="welcome"),
    path("invitations/<str:secret>/", welcome.welcome, name="invitation"),
]

owners = [
    path("found-a-club/", setup.create_club, name="create-club"),
    path(CLUB + "details/", setup.edit_club, name="edit-club"),
    path(CLUB + "members/", members.members, name="members"),
    path(CLUB + "members/<int:pk>/", members.change_role, name="change-role"),
    path(
        CLUB + "invitations/<int:pk>/withdraw/",
        members.withdraw_invitation,
        name="withdraw-invitation",
    ),
]

directors = [
    path(CLUB + "tournaments/new/", setup.choose_game, name="create-tournament"),
    path(
        CLUB + "tournaments/new/<slug:ruleset>/",
        setup.create_tournament,
        name="create-tournament-as",
    ),
    path(CLUB + "import/", imports.import_results, name="import-results"),
    path(TOURNAMENT + "plan/", setup.edit_tournament, name="edit-tournament"),
    path(TOURNAMENT + "archive/", desk.archive, name="archive-tournament"),
    path(TOURNAMENT + "delete/", desk.delete, name="delete-tournament"),
    path(TOURNAMENT + "desk/", desk.desk, name="desk"),
    path(TOURNAMENT + "desk/draft/", drafts.latest, name="desk-latest"),
    path(TOURNAMENT + "registration/", registration.door, name="registration"),
    path(TOURNAMENT + "registration/known/", registration.known, name="known-players"),
    path(TOURNAMENT + "registration/list/", registration.paste, name="paste-players"),
    re_path(
        rf"^tournaments/(?P<slug>[-\w]+)/registration/(?P<pk>\d+)/"
        rf"(?P<what>{'|'.join([*registration.CHANGES, 'remove'])})/$",
        registration.change,
        name="change-entry",
    ),
    path(TOURNAMENT + "draw/", drafts.draw, name="draw"),
    path(ROUND + "draft/", drafts.draft, name="draft"),
    path(ROUND + "swap/", drafts.swap, name="swap-seats"),
    path(ROUND + "publish/", drafts.publish, name="publish-round"),
    path(ROUND + "drop/", drafts.drop, name="drop-draft"),
    path(ROUND + "times/", drafts.schedule, name="schedule-round"),
    path(ROUND + "close/", desk.close, name="close-round"),
    path(ROUND + "reopen/", desk.reopen, name="reopen-round"),
    path(TOURNAMENT + "penalties/", penalties.penalties, name="penalties"),
    path(TOURNAMENT + "penalties/<int:pk>/cancel/", penalties.cancel, name="cancel-penalty"),
]

scorers = [
    path(TOURNAMENT + "results/", desk.results, name="results"),
    path(HAND, hands.enter, name="enter-hand"),
    path(HAND + "confirm/", hands.confirm, name="confirm-hand"),
    path(HAND + "void/", hands.void, name="void-hand"),
]

urlpatterns = [*everybody, *accounts, *owners, *directors, *scorers]
