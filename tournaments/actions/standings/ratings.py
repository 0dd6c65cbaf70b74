"""Ratings of a club's players in a game: switching them on and off, and computing them when results have changed."""

import json
import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from datetime import datetime
from fractions import Fraction
from math import sqrt
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_noop as _

from tournaments.hints import hint, repeat_hints
from tournaments.models import BEGAN, Club, ClubRatings, Player, RatedResults, Tournament, User, rated_tournaments
from tournaments.ranking.calibration import calibration
from tournaments.ranking.ratings import Evening, RatedTable, Rating, Ratings, rate

from ..core.refusals import Invalid, Problem
from ..core.rows import lock_all, save_fields
from .rated_results import rated_rounds

RATE = "tournaments.tasks.refresh_ratings"
MEAN, POINTS = 1500, 200
"""A newcomer's rating, and the points of one standard deviation of a side's performance."""


def games_played(club: Club) -> list[str]:
    """Return the slugs of the games of a club's tournaments."""
    slugs = club.tournaments.order_by().values_list(Coalesce("game__slug", "ruleset"), flat=True)
    return sorted(slugs.distinct())


def rate_game(club: Club, game: str) -> ClubRatings:
    """Switch on the ratings of a game for a club, and return them.

    Raises Invalid for a game that the club has not played.
    """
    if game not in games_played(club):
        raise Invalid(Problem("not_a_choice", _("Choose a game that your club has played."), pointer=("game",)))
    ratings, _is_new = ClubRatings.objects.get_or_create(club=club, game=game)
    hint(RATE, ratings.pk)
    return ratings


def stop_rating(club: Club, game: str) -> None:
    """Switch off the ratings of a game and delete them; they can be computed again later."""
    ClubRatings.objects.filter(club=club, game=game).delete()


def requeue_ratings(_now: datetime) -> list[int]:
    """Queue the ratings that are not up to date; return their ids."""
    return repeat_hints(RATE, ClubRatings.objects.stale().values_list("pk", flat=True))


def refresh_ratings(ratings_id: int) -> bool:
    """Compute ratings from all results; return False if they are up to date.

    Only tournaments that changed are read again. If a slower run overwrites the ratings of a later one, they are not up
    to date any more.
    """
    stored = ClubRatings.objects.stale().filter(pk=ratings_id).first()
    if stored is None:
        return False
    evenings = _evenings(stored)
    ratings = rate([_decoded(bytes(each.results)) for each in evenings])
    body = document(ratings, [each.tournament_id for each in evenings])
    with transaction.atomic():
        for now in lock_all(ClubRatings.objects.filter(pk=ratings_id)):
            now.evenings.all().delete()
            RatedResults.objects.bulk_create(evenings)
            save_fields(now, body=body)
            return True
    return False


def _evenings(stored: ClubRatings) -> list[RatedResults]:
    """Return the evenings that count now, in order of time; unchanged tournaments have their stored results."""
    stored_evenings = {each.tournament_id: each for each in stored.evenings.all()}
    tournaments = rated_tournaments(stored.club_id, stored.game).annotate(since=BEGAN).order_by("since", "pk")
    found = []
    for tournament in tournaments.select_related("game"):
        revision, before = tournament.published_revision, stored_evenings.get(tournament.pk)
        is_unchanged = before is not None and before.revision == revision
        results = before.results if before and is_unchanged else _encoded(rated_rounds(tournament))
        about = {"tournament": tournament, "revision": revision, "began": tournament.since}
        found.append(RatedResults(ratings=stored, results=results, **about))
    return found


def _encoded(evening: Evening) -> bytes:
    return zlib.compress(json.dumps(evening, default=astuple, separators=(",", ":")).encode(), 1)


def _decoded(results: bytes) -> Evening:
    return [[RatedTable(*table) for table in tables] for tables in json.loads(zlib.decompress(results))]


def document(ratings: Ratings, evenings: Sequence[int]) -> dict[str, Any]:
    """Return the ratings as a document: players by rating, then provisional ones, and the calibration."""
    rows = [_row(ratings, player, evenings) for player in ratings.curves]
    return {
        "tables": len(ratings.forecasts),
        "players": sorted(rows, key=lambda row: (row["provisional"], -row["rating"], row["player"])),
        "calibration": [
            {
                "least": round(100 * bucket.least),
                "comparisons": bucket.comparisons,
                "expected": round(100 * bucket.expected, 1),
                "observed": round(100 * bucket.observed, 1),
            }
            for bucket in calibration(ratings.forecasts)
        ],
    }


def _row(ratings: Ratings, player: int, evenings: Sequence[int]) -> dict[str, Any]:
    rating, curve = ratings.of(player), ratings.curves[player]
    return {
        "player": player,
        "rating": points(rating),
        "deviation": round(POINTS * sqrt(rating.variance)),
        "provisional": ratings.is_provisional(rating),
        "tables": rating.tables,
        "curve": [{"tournament": evenings[index], "rating": points(each)} for index, each in curve.items()],
    }


def points(rating: Rating) -> int:
    """Return a rating in whole points, as pages show it."""
    return round(MEAN + POINTS * rating.strength)


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A row in a list of ratings; `place` is None while the rating is provisional."""

    place: int | None
    player: Player
    row: dict[str, Any]

    def curve(self, user: User | AnonymousUser) -> list[tuple[Tournament, int]]:
        """Return (tournament, points) after each evening, for tournaments that the user may see."""
        points = self.row["curve"]
        listed = Tournament.objects.listed_for(user).in_bulk([each["tournament"] for each in points])
        return [(listed[each["tournament"]], each["rating"]) for each in points if each["tournament"] in listed]


def rated_players(ratings: ClubRatings) -> Iterator[RatedPlayer]:
    """Yield the rows with their players. Equal ratings share a place; records merged afterwards are left out."""
    rows = ratings.body.get("players", ())
    players = Player.objects.filter(club=ratings.club_id, merge=None).in_bulk([row["player"] for row in rows])
    shown = [row for row in rows if row["player"] in players]
    settled = [row["rating"] for row in shown if not row["provisional"]]
    for row in shown:
        place = None if row["provisional"] else 1 + settled.index(row["rating"])
        yield RatedPlayer(place, players[row["player"]], row)


def rates(tournament: Tournament) -> bool:
    """Whether the club has ratings for the tournament's game."""
    return ClubRatings.objects.filter(club=tournament.club_id, game=tournament.game_slug).exists()


def mean_ratings(tournament: Tournament) -> dict[int, Fraction]:
    """Return the average rating of each entry's players, highest first; {} if the club has no ratings for the game."""
    ratings = ClubRatings.objects.filter(club=tournament.club_id, game=tournament.game_slug).first()
    if ratings is None:
        return {}
    rated = {row["player"]: row["rating"] for row in ratings.body.get("players", ())}
    of_entry: dict[int, list[int]] = defaultdict(list)
    for entry, player in tournament.entries.order_by("number").values_list("pk", "players"):
        of_entry[entry].append(rated.get(player, MEAN))
    means = {entry: Fraction(sum(each), len(each)) for entry, each in of_entry.items()}
    return dict(sorted(means.items(), key=lambda item: -item[1]))


def ratings_of(player: Player) -> dict[str, dict[str, Any]]:
    """Return the player's rows in the club's ratings, by the slug of the game."""
    bodies = ClubRatings.objects.filter(club=player.club_id).values_list("game", "body")
    rows = {
        game: next((row for row in body.get("players", ()) if row["player"] == player.pk), None)
        for game, body in bodies
    }
    return {game: row for game, row in rows.items() if row}
