"""Every address of the site."""

from django.contrib.auth.views import LogoutView
from django.urls import path, re_path
from django.views.generic import RedirectView

from tournaments.addresses import TournamentConverter

from .views import (
    account,
    archive,
    clock,
    clubs,
    coming_rounds,
    constraints,
    decisions,
    desk,
    desk_news,
    drafts,
    entries,
    feeds,
    fees,
    guide,
    hands,
    home,
    imports,
    lists,
    log,
    mending,
    people,
    pictures,
    players,
    prints,
    privacy,
    registered,
    registration,
    round_times,
    rounds,
    rules,
    screens,
    steering,
    table_sheet,
    tournaments,
    undo,
)
from .views.at_table import hand_entry, kiosk, page, table, table_cards

CLUB = "clubs/<slug:slug>/"
TOURNAMENT = "tournaments/<tournament:slug>/"
ROUND = TOURNAMENT + "rounds/<int:number>/"
TABLE = ROUND + "tables/<int:table>/"
HAND = TABLE + "hands/<int:hand>/"

everybody = [
    path("", home.home, name="home"),
    path("preferences/", home.preferences, name="preferences"),
    path("privacy/", privacy.privacy, name="privacy"),
    path("rules/", rules.rules, name="rules"),
    path("glossary/", guide.glossary, name="glossary"),
    path("figures/", guide.figures, name="about-figures"),
    path("rules/<slug:ruleset>/", rules.game, name="game"),
    path("rules/<slug:ruleset>/count/", rules.count, name="count"),
    path("rules/<slug:ruleset>/<slug:language>/", rules.game, name="game-in"),
    path(CLUB, clubs.club, name="club"),
    path(CLUB + "years/<int:year>/", archive.year, name="club-year"),
    path(CLUB + "champions/", archive.all_champions, name="champions"),
    path(CLUB + "calendar.ics", feeds.club_calendar, name="club-calendar"),
    path("players/<int:pk>/", players.player, name="player"),
    path("players/<int:pk>/calendar.ics", feeds.player_calendar, name="player-calendar"),
    path(TOURNAMENT, tournaments.standings, name="tournament"),
    path(TOURNAMENT + "standings/<int:after_round>/", tournaments.standings, name="standings-after"),
    path(TOURNAMENT + "standings.pdf", prints.print_standings, name="print-standings"),
    path(TOURNAMENT + "standings/why.pdf", prints.print_why, name="print-why"),
    path(TOURNAMENT + "ledger/", log.log, name="tournament-ledger"),
    path(TOURNAMENT + "players/", tournaments.players, name="players"),
    path(TOURNAMENT + "pictures/", pictures.pictures, name="pictures"),
    path(TOURNAMENT + "players/<int:pk>/", entries.entry, name="entry"),
    path(ROUND, rounds.round_, name="round"),
    path(TABLE, rounds.table, name="table"),
]

in_the_hall = [
    path("tv/", screens.opened, name="open-screen"),
    path("tv/<slug:secret>/", screens.shown, name="screen"),
    path("tv/<slug:secret>/news/", screens.news, name="screen-news"),
]

accounts = [
    path("sign-in/", account.SignIn.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("account/", account.account, name="account"),
    path("account/password/", account.ChangePassword.as_view(), name="password"),
    path("new-password/<str:uidb64>/<str:token>/", account.NewPassword.as_view(), name="new-password"),
    path("account/tokens/", account.tokens, name="tokens"),
    path("account/tokens/<int:pk>/revoke/", account.revoke_token, name="revoke-token"),
    path("welcome/<str:secret>/", account.welcome, name="welcome"),
    path("invitations/<str:secret>/", account.welcome, name="invitation"),
]

owners = [
    path("clubs/new/", clubs.create_club, name="create-club"),
    path("found-a-club/", RedirectView.as_view(pattern_name="create-club", permanent=True), name="create-club-before"),
    path(CLUB + "details/", clubs.edit_club, name="edit-club"),
    path(CLUB + "members/", clubs.members, name="members"),
    path(CLUB + "members/<int:pk>/", clubs.change_role, name="change-role"),
    path(CLUB + "invitations/<int:pk>/withdraw/", clubs.withdraw_invitation, name="withdraw-invitation"),
]

directors = [
    path(CLUB + "tournaments/new/", tournaments.choose_game, name="create-tournament"),
    path(CLUB + "tournaments/new/<slug:ruleset>/", tournaments.create_tournament, name="create-tournament-as"),
    path(CLUB + "vp-tables/", clubs.vp_tables, name="vp-tables"),
    path(CLUB + "vp-tables/<slug:table>/", clubs.vp_table, name="vp-table"),
    path(CLUB + "vp-tables/<slug:table>/delete/", clubs.delete_vp_table, name="delete-vp-table"),
    path("players/<int:pk>/name/", players.rename, name="rename-player"),
    path("players/<int:pk>/shown/", players.show_as, name="show-player-as"),
    path("players/<int:pk>/same/", people.same_person, name="merge-player"),
    path("players/<int:pk>/part/", people.part, name="part-players"),
    path("players/<int:pk>/erase/", players.erase, name="erase-player"),
    path(CLUB + "import/", imports.import_results, name="import-results"),
    path(TOURNAMENT + "plan/", tournaments.edit_tournament, name="edit-tournament"),
    path(TOURNAMENT + "link/", desk.renew_link, name="renew-link"),
    path(TOURNAMENT + "undo/", undo.undo_last, name="undo"),
    path(TOURNAMENT + "archive/", desk.archive, name="archive-tournament"),
    path(TOURNAMENT + "delete/", desk.delete, name="delete-tournament"),
    path(TOURNAMENT + "desk/", desk.desk, name="desk"),
    path(TOURNAMENT + "desk/draft/", drafts.latest, name="desk-latest"),
    path(TOURNAMENT + "registration/", registration.register_players, name="registration"),
    path(TOURNAMENT + "ledger.csv", log.log_csv, name="ledger-csv"),
    path(TOURNAMENT + "fees/", fees.fees, name="fees"),
    path(TOURNAMENT + "fees.csv", fees.fees_csv, name="fees-csv"),
    path(TOURNAMENT + "fees/<int:pk>/", fees.change, name="change-fee"),
    path(TOURNAMENT + "registration/again/", registration.enter_again, name="enter-again"),
    re_path(
        rf"^tournaments/(?P<slug>{TournamentConverter.regex})/registration/everybody/(?P<where>here|away)/$",
        registration.tick_everybody,
        name="tick-everybody",
    ),
    re_path(
        rf"^tournaments/(?P<slug>{TournamentConverter.regex})/registration/withdraw/(?P<who>absent|all)/$",
        registration.withdraw_everybody,
        name="withdraw-everybody",
    ),
    path(TOURNAMENT + "registration/known/", registration.known, name="known-players"),
    path(TOURNAMENT + "registration/list/", lists.paste, name="paste-players"),
    path(TOURNAMENT + "registration/<int:pk>/", registered.registered, name="registered"),
    path(TOURNAMENT + "registration/<int:pk>/substitute/", registered.substitute, name="substitute"),
    re_path(
        rf"^tournaments/(?P<slug>{TournamentConverter.regex})/registration/(?P<pk>\d+)/"
        rf"(?P<what>{'|'.join([*registration.CHANGES, 'remove'])})/$",
        registration.change,
        name="change-entry",
    ),
    path(TOURNAMENT + "constraints/", constraints.constraints, name="constraints"),
    path(TOURNAMENT + "draw/", drafts.draw, name="draw"),
    path(TOURNAMENT + "draw/rounds/", coming_rounds.preview, name="preview-rounds"),
    path(TOURNAMENT + "draw/rounds.pdf", coming_rounds.print_preview, name="print-preview"),
    path(ROUND + "draft/", drafts.draft, name="draft"),
    path(ROUND + "check/", rounds.check, name="check-draw"),
    path(ROUND + "swap/", drafts.swap, name="swap-seats"),
    path(ROUND + "publish/", drafts.publish, name="publish-round"),
    path(ROUND + "again/", drafts.draw_again, name="draw-again"),
    path(ROUND + "ahead/", coming_rounds.ahead, name="rounds-ahead"),
    path(ROUND + "ahead.pdf", coming_rounds.print_ahead, name="print-ahead"),
    path(ROUND + "mend/", mending.mend, name="mend-round"),
    path(ROUND + "keep/", mending.keep, name="keep-draw"),
    path(ROUND + "redraw/", mending.redraw, name="redraw-round"),
    path(ROUND + "exchange/", mending.exchange_two, name="exchange-seats"),
    path(ROUND + "drop/", drafts.drop, name="drop-draft"),
    path(ROUND + "times/", round_times.schedule, name="schedule-round"),
    path(ROUND + "clock/", clock.start, name="start-clock"),
    path(ROUND + "clock/more/", clock.give, name="give-time"),
    path(ROUND + "clock/do/<slug:verb>/", clock.change, name="change-clock"),
    path(HAND + "decide/", hands.decide, name="decide-dispute"),
    path(HAND + "undo/", hands.undo, name="undo-decision"),
    path(TABLE + "pack/", rounds.agree_on_pack, name="agree-on-pack"),
    path(TOURNAMENT + "standings/hide/", desk.hide, name="hide-standings"),
    path(TOURNAMENT + "standings/show/", desk.show, name="show-standings"),
    path(ROUND + "close/", desk.close, name="close-round"),
    path(ROUND + "reopen/", desk.reopen, name="reopen-round"),
    path(TOURNAMENT + "screens/", steering.screens, name="screens"),
    path(TOURNAMENT + "screens/<int:pk>/", steering.change, name="change-screen"),
    path(TOURNAMENT + "screens/<int:pk>/hold/", steering.hold, name="hold-screen"),
    path(TOURNAMENT + "screens/<int:pk>/part/", steering.part, name="part-screen"),
    path(TOURNAMENT + "screens/<int:pk>/here/", steering.bring, name="bring-screen"),
    path(TOURNAMENT + "decisions/", decisions.decide, name="decide"),
    path(TOURNAMENT + "decisions/<int:pk>/take-back/", decisions.take_back, name="take-back-decision"),
    path(TOURNAMENT + "penalties/<int:pk>/cancel/", decisions.cancel_penalty, name="cancel-penalty"),
    path(TOURNAMENT + "penalties/", decisions.before, name="penalties-was"),
]

scorers = [
    path(TOURNAMENT + "results/", desk.results, name="results"),
    path(TOURNAMENT + "desk/news/", desk_news.desk_news, name="desk-news"),
    path(TABLE + "confirm/", hands.confirm_all, name="confirm-table"),
    path(TABLE + "sheet/", table_sheet.table_sheet, name="table-sheet"),
    path(HAND, hands.enter, name="enter-hand"),
    path(HAND + "void/", hands.void, name="void-hand"),
]

CARD = "t/<slug:slug>"
at_the_table = [
    path("t/worker.js", page.worker, name="table-worker"),
    path(CARD, table.at_table, name="at-table"),
    path(CARD + "/manifest.webmanifest", page.manifest, name="table-manifest"),
    path(CARD + "/open", table.open_table, name="open-table"),
    path(CARD + "/news", table.news, name="table-news"),
    path(CARD + "/clock", clock.at_table, name="table-clock"),
    path(CARD + "/seat", table.claim_seat, name="claim-seat"),
    path(CARD + "/stand-up", table.stand_up, name="stand-up"),
    path(CARD + "/help", table.call_director, name="call-director"),
    path(CARD + "/hands/<int:number>", hand_entry.hand, name="table-hand"),
    path(CARD + "/hands/<int:number>/look", hand_entry.preview, name="preview-hand"),
    path(CARD + "/hands/<int:number>/answer", hand_entry.answer, name="answer-hand"),
    path(CARD + "/agree", hand_entry.agree, name="agree-to-all"),
    path(CARD + "/tables", kiosk.tables, name="kiosk-tables"),
    path(CARD + "/tables/news", kiosk.news, name="kiosk-news"),
    path(CARD + "/tables/<int:number>", kiosk.choose, name="choose-table"),
]
table_directors = [
    path(TOURNAMENT + "cards/", table_cards.cards, name="table-cards"),
    path(TOURNAMENT + "cards.pdf", prints.print_cards, name="print-cards"),
    path(TOURNAMENT + "slips.pdf", prints.print_slips, name="print-slips"),
    path(ROUND + "<slug:paper>.pdf", prints.print_round, name="print-round"),
    path(TOURNAMENT + "cards/<int:number>/rotate/", table_cards.rotate, name="rotate-card"),
    path(TOURNAMENT + "codes/open/", table_cards.open_codes, name="open-codes"),
    path(TOURNAMENT + "slips/<int:pk>/renew/", table_cards.renew, name="renew-pin"),
    path(TOURNAMENT + "kiosk/", kiosk.start, name="start-kiosk"),
    path(TOURNAMENT + "kiosk/end/", kiosk.end, name="end-kiosk"),
    path(TOURNAMENT + "calls/<int:pk>/answer/", table_cards.answer_call, name="answer-call"),
    path(TOURNAMENT + "correction-requests/<int:pk>/", table_cards.decide_correction, name="decide-correction"),
]

# owners first: clubs/new/ is no club's address
urlpatterns = [*owners, *everybody, *in_the_hall, *accounts, *directors, *scorers, *at_the_table, *table_directors]
