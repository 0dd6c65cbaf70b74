"""The meanings of the glossary's words, by section: the tournament, cards, and each game."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tournaments.wording.words import Words

TOURNAMENT: Mapping[str, Words] = {
    "tournament": _("Several rounds of a game, with one winner at the end."),
    "entry": _("One player, or the partners who play the tournament together."),
    "partnership": _("Two who play together and have one score."),
    "round": _("All tables play at the same time; then everybody sits down with others."),
    "table": _("The place of a round where a few players play against each other."),
    "seat": _("Where a player sits at the table: by the compass, or by a number."),
    "hand (one deal)": _("What is played from one deal of the cards to the next."),
    "tally": _("What the table writes down of a hand: points, tricks, buscas."),
    "score": _("The points that a player gets for a hand, a table or a tournament by the rules."),
    "standings": _("The order of all players after a round."),
    "place (in the standings)": _("A player’s position in that order; tied players share a place."),
    "tie-break": _("How ties on score are broken."),
    "draw (of tables)": _("How it is decided who plays with whom, and at which table."),
    "sit-out": _("A round in which a player rests because the number of players does not fit."),
    "stand-in": _("Somebody who fills a seat and is not ranked."),
    "submitted, confirmed, disputed": _(
        "A hand that another player has yet to confirm; a hand that is confirmed; a hand on which the table does "
        "not agree."
    ),
    "corrected, void": _("A hand that was changed afterwards, and a hand that does not count."),
    "penalty": _("Points that the director takes from a player, with a reason."),
    "forfeit": _("A round that a player gave up."),
    "disqualification": _("Out of the tournament, without a place; the results of the others stay."),
    "season": _("Several evenings of a club with standings that count them together."),
    "rating": _(
        "How strong a player is in a game, estimated from the club’s public evenings; everybody begins with 1500."
    ),
    "provisional (rating)": _("A rating from too few tables to have a place."),
    "target, limit": _("The score with which a table ends; a limit where the lowest total wins."),
    "director": _("The person who leads the tournament and decides if a table does not agree."),
    "scorer": _("A person who helps the director to enter results."),
    "ledger": _("The record of everything that decided the tournament; a later change would be noticed."),
}

CARDS: Mapping[str, Words] = {
    "trick": _("One card from each player, one after another; the rules say who takes them."),
    "last trick": _("The trick that ends a hand: worth 3 points in Busca, 10 in Brisca rematada."),
    "trumps": _("The suit whose cards beat those of the other suits, in Brisca; Busca has none."),
    "to lead": _("To play the first card of a trick."),
    "to follow suit": _(
        "To play a card of the suit that was led: in Busca you must if you can, in Brisca you need not."
    ),
    "card points": _("The value of the cards that a player has taken."),
}

BUSCA: Mapping[str, Words] = {
    "busca, buscas": _(
        "The punishment for the most points of a hand, or for none at all; the player with the fewest buscas wins."
    ),
    "to cover": _("To have at least one point in a hand; the 3 of the last trick count too."),
    "Pita (ace of coins)": _(
        "The card that is worth most, 8 points; with international cards it is the ace of diamonds."
    ),
    "figures (3, 2, king, knight, jack)": _(
        "The cards that are worth 1 point each: 3, 2, king, knight (or queen) and jack."
    ),
    "limit of buscas": _("The table ends as soon as a player has this many buscas."),
}

BUDDHA: Mapping[str, Words] = {
    "bid": _("How many tricks a player means to take; everybody says it at once, after a look at the cards."),
    "bid made, missed": _(
        "Made with exactly as many tricks as were bid, which earns points; missed with more or fewer, which costs some."
    ),
    "highest bid": _(
        "A player who bids zero and takes no trick gets 20 points, and 20 times the highest bid of the hand."
    ),
    "Yin, Yang, Yin-Yang, Buddha": _(
        "Special cards: a Yin beats nothing, a Yang every number, a Yin-Yang is either, and the Buddha beats all but "
        "the Black Hole."
    ),
    "Black Hole": _("Nobody wins the trick with this card, so one trick fewer is won in each hand."),
}

BRISCA: Mapping[str, Words] = {
    "game point": _("The point that a side gets for a hand that it wins; a table may play to 3, 5 or 7 points."),
    "marriage (king and knight)": _(
        "King and knight of one suit among a side’s cards, in Mariaje and Brisca rematada: 40 points more in trumps, "
        "20 in another suit."
    ),
    "to kill the three": _(
        "To take the three of trumps with the ace of trumps, which wins the hand on the spot in Muerte al Tres."
    ),
    "caller": _("The player who names a card in Briscola chiamata; the player who holds that card is the partner."),
    "partner": _("The player who holds the card that the caller named; the points of the two count together."),
    "defender": _("A player against the caller and the partner, or against the declarer."),
    "declarer": _("The player who bids most in Brisca rematada, takes the talon and names trumps."),
    "talon": _("The two cards left over from the deal in Brisca rematada; the declarer takes them."),
}

BURACO: Mapping[str, Words] = {
    "canastra": _("A sequence or a set of seven cards or more on the table."),
    "dirty, clean": _(
        "A canastra with a joker or a two in another card’s place is dirty, 100 points; without one it is clean, 200."
    ),
    "real, real with both aces": _(
        "A canastra of a whole suit without a joker or a two in another card’s place: from ace to king 500 points, "
        "from ace to ace 1000."
    ),
    "morto": _("One of two hands of eleven cards that lie aside; a side that has played its first cards takes it."),
    "to go out": _("To be left without cards after taking the morto, which ends the hand and counts 100 points."),
    "two as a joker": _("A two in another card’s place; like a joker it makes a canastra dirty."),
    "victory points": _(
        "What a difference between two sides is worth, so that one large win does not decide everything."
    ),
}

BURRACO: Mapping[str, Words] = {
    "clean, semi-clean, dirty burraco": _(
        "Seven cards or more: clean without a joker or a two for another card, 200 points; semi-clean with one beside "
        "seven others, 150; otherwise dirty, 100."
    ),
    "pinella (two)": _("A two: it is worth 20 points and can stand for another card, like a joker."),
    "pozzetto": _("One of two hands of eleven cards that lie aside; a player who has played all cards takes one."),
    "chiusura (going out)": _(
        "To discard the last card with the pozzetto taken and a burraco on the table: 100 points."
    ),
    "tavolo zoppo": _("A round in which a pair has no table because the numbers do not fit."),
}

SECTIONS: Mapping[str, tuple[Words, Mapping[str, Words]]] = {
    "Tournament": (_("The tournament"), TOURNAMENT),
    "Cards": (_("Cards"), CARDS),
    "Busca": ("Busca", BUSCA),
    "Buddha": ("Buddha", BUDDHA),
    "Brisca and its variants": (_("Brisca and its variants"), BRISCA),
    "Buraco": (_("Buraco"), BURACO),
    "Burraco": ("Burraco", BURRACO),
}
"""For each heading of the glossary, the page's heading, and the meaning of each row by its English word."""
