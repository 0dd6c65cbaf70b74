"""Checks the hash chain of a ledger, and the disclosures of its entries."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from tournaments.models import LedgerEntry, Tournament, User

from ..core.ledger import commitment, entry_digest
from ..ledger_kinds import ERASED
from .findings import Finding


def check_chain(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Yield findings for missing, reordered or changed ledger entries, and for a wrong head."""
    previous, erased = "", _erased(links)
    for number, link in enumerate(links, start=1):
        place = f"ledger {link.sequence}"
        if link.sequence != number:
            yield Finding("sequence", place, f"link {number} is missing")
        if link.previous != previous:
            yield Finding("chain", place, "does not follow on the link before it")
        if not is_intact(link):
            yield Finding("digest", place, "was changed after it was written")
        if is_disclosed(link) and commitment(link.disclosure.salt, link.disclosure.personal) != link.commitment:
            yield Finding("disclosure", place, "its text, user or device was changed")
        if link.commitment and not is_disclosed(link) and link.sequence not in erased:
            yield Finding("disclosure", place, "its text, user or device is gone and not as erased")
        previous = link.digest
    if (len(links), previous) != (tournament.ledger_length, tournament.ledger_head):
        yield Finding("head", "ledger", "the tournament names another head")


def _erased(links: Sequence[LedgerEntry]) -> set[int]:
    """Return the numbers of the ledger entries that others record as erased."""
    erasures = (link.facts["links"] for link in links if link.kind == ERASED and is_intact(link))
    return {sequence for sequences in erasures for sequence in sequences}


def is_intact(link: LedgerEntry) -> bool:
    """Whether a ledger entry still has the digest that it was written with."""
    return entry_digest(link) == link.digest


def is_disclosed(link: LedgerEntry) -> bool:
    """Whether the personal part of a ledger entry is still stored."""
    return hasattr(link, "disclosure")


def _personal_of(link: LedgerEntry) -> Mapping[str, object] | None:
    """Return the personal part: user, device and text; None if it was erased."""
    if link.commitment and not is_disclosed(link):
        return None
    return link.disclosure.personal if is_disclosed(link) else {}


def existing_accounts(links: Collection[LedgerEntry]) -> frozenset[int]:
    """Return the ids of the accounts that these ledger entries name and that still exist."""
    named = {(_personal_of(link) or {}).get("user") for link in links}
    numbers = [number for number in named if isinstance(number, int)]
    return frozenset(User.objects.filter(pk__in=numbers).values_list("pk", flat=True))


def expected_personal(
    link: LedgerEntry, accounts: Collection[int], *, account: str = "user", **texts: str
) -> dict[str, object]:
    """Return what a row must hold of a ledger entry's personal part; nothing if that was erased.

    `texts` maps the row's columns to names in the personal part. For a deleted account None is expected.
    """
    personal = _personal_of(link)
    if personal is None:
        return {}
    user = personal.get("user")
    expected: dict[str, object] = {field: personal.get(name, "") for field, name in texts.items()}
    return {**expected, account: user if user in accounts else None}
