"""Random JSON that often uses names of the API."""

from hypothesis import strategies as st

NAMES = [
    "lines", "hand", "hands", "table", "options", "ruleset", "points", "tricks", "cards",
    "last_trick", "target", "first_lead", "bid", "seat", "reason", "vp_table", "vp_limits",
    "difference", "players", "role",
]  # fmt: skip

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-3, 45)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["", "\x00", "\ud800", "busca-accademia", "10", "-0", "=1+1"])
)
keys = st.sampled_from(NAMES) | st.text(max_size=6) | st.sampled_from(["\x00", "\ud800", "a/b~c"])
documents = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(keys, inner, max_size=5), max_leaves=20
)

lines = st.lists(st.dictionaries(st.sampled_from(["points", "tricks", "x"]), scalars, max_size=3) | scalars, max_size=5)
tallies = st.fixed_dictionaries(
    {"lines": lines | documents},
    optional={
        "hand": st.dictionaries(keys, scalars, max_size=3) | scalars,
        "seat": scalars,
        "reason": scalars,
        "x": scalars,
    },
)
"""Documents that are nearly tallies."""

cards = st.sampled_from(["ace-coins", "4-cups", "7-batons", "joker", "king-hearts", "8-cups"])
kinds = st.sampled_from(["ace", "pita", "figure", "blank", "high", "joker", "cards", "x"])
piles = st.fixed_dictionaries(
    {},
    optional={
        "cards": st.lists(cards | scalars, max_size=4) | scalars,
        "kinds": st.dictionaries(kinds, st.integers(0, 3) | scalars, max_size=3) | scalars,
        "x": scalars,
    },
)
counts = st.fixed_dictionaries(
    {"piles": st.lists(piles | scalars, max_size=3) | documents},
    optional={
        "last_trick": st.integers(0, 2) | scalars,
        "values": st.sampled_from(["common", "seven"]) | scalars,
        "options": st.dictionaries(keys, scalars, max_size=2) | scalars,
    },
)
"""Documents that are nearly requests of the card counter."""
