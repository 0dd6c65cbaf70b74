"""Schedules from a long search, for numbers of players without a known construction.

Each word is a round and each letter a player; capitals follow the small letters. The tables follow one another, those
of four before those of three, and the players who sit out come last. The schedules were found by simulated annealing
over all rounds at once (S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, Optimization by simulated annealing, Science 220,
1983). The last schedule of ten rounds for twenty players has the fewest possible repeats after seven, eight, nine and
ten rounds.
"""

from collections.abc import Sequence
from string import ascii_letters

from tournaments.pairing.shape import shape_of
from tournaments.pairing.values import Rounds, Seats

# fmt: off
CATALOGUE: tuple[tuple[int, tuple[int, ...], str], ...] = (
    (17, (4, 3), "ncoqliebafpjkgmhd cjdlkbamifoheqnpg qmgfchiadbonkljpe pohlgdeaqjbinmfkc hfjndpkibgcoemlqa"),
    (18, (4, 3), "ckmdrjlnfeoabphgiq gpdjbkolanqhcermif oqcpkgfnjibehldamr oghmdbfrailcnpeqkj kirpcfjhlqemgabodn"),
    (18, (4,), "jnkerpahqlgfbdcomi lnicmgdpeqaokrbfjh kolphdnqcgrembijfa ljdrbngahmkciepfqo cjqpblheofmnaikdgr"),
    (20, (4,), """
        iqbnfegadrlomjchptsk itgdqerhsabcknjlfomp ircpmblgtqjfnoeskdha dfncmkeirjsgbtohqpla tanmcierogkqshlfbjdp
        rfbkpnhgiojateclqdms
    """),
    (20, (4,), """
        dhgrijcptnsmkqoeflab majhknpflqsgcbroeitd kdjlfsretohpnqcaibgm hiqfgctkaosdnbjerplm osjmgtnfkiarhcledpbq
        labtkemqofgjpischdrn dmfciolngpaetrqjsbkh anermhkptcfliobdsgqj qdmcsknlbehtfjiaogrp fpsecrbjglmiqonhdakt
    """),
    (25, (4, 3), """
        peumdkcyxahqfoltibsjwngvr wmboiarchjpvsnyfgldutqexk vkuworhndpitbgxcfaemqysjl duajpyoxfivqbelhnmgkrswct
        jmfctshgrqbdxuniplkaywvoe gokqamlvxswdjertfbuyihpnc qesclyurbaknfgpwhdmtxvoij
    """),
    (26, (4, 3), """
        yhqoanmgvxtizsfbrkcedujlpw bedvifrjzuyawmhcgsxptnoqlk tbukizgleofwprqmsahvjcnydx rbwyvpousndqclaxjhztmiegfk
        sjlezomknyvfqiuwgdtcpbahrx kjwadhpfxnezylmtocibrsuvqg jbmxeguholrdikpnqaftvzwcsy
    """),
)
# fmt: on

COLUMNS = {
    4: """
    iHxnymfIovdKbkFzrjMCGhutANclawJsDLpegBEq AMgpiEytrIhwkxKcCqaLJDfovbnGujFmlHBeNdzs
    xItjgJrzMcsubqAHlDdEipGCBaFonKwfhykLmevN xLdmHsfChMqzvirFowcEaAInuekJbDKtglGypBjN
    KsjymJBiFDgnrxaEtczLHphveIoCuqNfAdGkbwMl CFtdBrfLqvJjsEAhpauKcmGDIizlyeMnobxNwgHk
    GqewvMtfEjznNDakpcJysBIbxlFhrHduoAiLmKgC
    """,
    5: """
    nFvNycuijCKfqzIdaJksoetHLprExmAgGBwhlbMD lKsEJohyfxGkHzrnIDpewMdiBvmbFcjqCNtguaAL
    vzhkANodgunKEqeJCMxpwjaHDirfyGtmbsIFlcBL iAhKbNqpryjMvlJfCeukBtIaLmszwoFgDxHcndGE
    ofzMaqnyLtkFEjbxKpwclAGegBJrhNDsumdHCiIv nIwfqkAMbGzuHlChFrKaiBexcNEmvDoLpsgyJdtj
    oGrcavEMigLqzjeNwCmJKdkDlyxIAnbtpuhFBHsf
    """,
}


def from_catalogue(players: int, sizes: tuple[int, ...], rounds: int) -> Rounds | None:
    """Return the first `rounds` rounds for players numbered from 0.

    Return None if no known schedule of this length is fair.
    """
    shape = shape_of(players, sizes)
    for count, allowed, text in CATALOGUE:
        words = text.split()
        fair = len(words) == rounds or (set(shape.sizes) == {4} and shape.sit_outs == 0)
        if (count, allowed) == (players, sizes) and fair and len(words) >= rounds:
            return [read_tables(word, shape.sizes) for word in words[:rounds]]
    return None


def columns_from_catalogue(columns: int, rounds: int) -> Rounds | None:
    """Return rounds for forty players in columns; players of one column never meet.

    Return None if too few rounds are known.
    """
    words = COLUMNS.get(columns, "").split()
    return [read_tables(word, (4,) * 10) for word in words[:rounds]] if rounds <= len(words) else None


def read_tables(word: str, sizes: Sequence[int]) -> Seats:
    """Return the tables that a word encodes; `sizes` are their sizes."""
    letters = iter(word)
    return [[ascii_letters.index(next(letters)) for _ in range(size)] for size in sizes]
