"""The account that a row must name as the one who did it, by what its link discloses."""

from collections.abc import Collection, Mapping

from tournaments.models import LedgerEntry, User

from .chain import personal_of


def existing_accounts(links: Collection[LedgerEntry]) -> frozenset[int]:
    """The ids of the accounts that these links name and that still exist."""
    named = {(personal_of(link) or {}).get("user") for link in links}
    numbers = [number for number in named if isinstance(number, int)]
    return frozenset(User.objects.filter(pk__in=numbers).values_list("pk", flat=True))


def expected_account(
    personal: Mapping[str, object] | None, known: Collection[int], *, called: str = "user"
) -> dict[str, object]:
    """The account that a row must name; none for one that is no more, nothing once erased."""
    if personal is None:
        return {}
    user = personal.get("user")
    return {called: user if user in known else None}
