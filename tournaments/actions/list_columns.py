"""What the columns of a list are called, in the languages of the clubs."""

import re
from collections.abc import Sequence

TITLES = {
    "name": "name nome nombre naam nominativo giocatore player jugador jogador speler giocatori players jugadores "
    "jogadores spelers|full name|nome e cognome|cognome e nome|nombre y apellidos|nome completo|volledige naam",
    "given": "voornaam|first name|given name|nome proprio|nombre de pila",
    "surname": "cognome surname apellido apellidos apelido sobrenome achternaam|last name|family name",
    "club": "club circolo società societa società. sociedad clube vereniging associazione asd squadra team",
    "partner": "partner compagno compagna pareja compañero parceiro parceira maat|secondo giocatore|second player",
}
ROLES = {
    title: role for role, titles in TITLES.items() for title in [*titles.split("|")[0].split(), *titles.split("|")[1:]]
}
NUMBERED = re.compile(r"(?:giocatore|player|jugador|jogador|speler|nome|name|nombre|naam)\s*\d")


def role_of(title: str) -> str | None:
    """What a column of this title holds: name, given, surname, club or partner."""
    bare = " ".join(title.casefold().replace("\ufeff", "").split()).rstrip(":.*")
    return "name" if NUMBERED.fullmatch(bare) else ROLES.get(bare)


def is_heading(cells: Sequence[str]) -> bool:
    """Whether this row names columns, one of them for names."""
    return any(role_of(cell) in ("name", "surname", "given") for cell in cells)
