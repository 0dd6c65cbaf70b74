"""Titles of the columns of a list, in the languages of the clubs."""

import re
from collections.abc import Sequence

TITLES = {
    "name": "name nome nombre naam nominativo nominativi giocatore player jugador jogador speler giocatori players "
    "jugadores jogadores spelers partecipante partecipanti iscritto iscritti coppia coppie dupla duplas pair paar"
    "|full name|nome e cognome|cognome e nome|nome cognome|cognome nome|nome/cognome|cognome/nome|nome giocatore"
    "|nome del giocatore|nombre y apellidos|apellidos y nombre|nome completo|volledige naam",
    "given": "voornaam|first name|given name|nome proprio|nombre de pila",
    "between": "tussenvoegsel tussenvoegsels tussenv",
    "surname": "cognome surname apellido apellidos apelido sobrenome achternaam|last name|family name",
    "club": "club circolo società societa soc sociedad clube vereniging associazione asd squadra team equipo equipa"
    "|circolo di appartenenza|società di appartenenza",
    "partner": "partner compagno compagna pareja compañero parceiro parceira maat|secondo giocatore|second player",
}
ROLES = {
    title: role for role, titles in TITLES.items() for title in [*titles.split("|")[0].split(), *titles.split("|")[1:]]
}
MOST_TITLES = 6
"""The most lines that may precede the line with the titles of columns."""
NUMBER = re.compile(r"\s*\d\Z")


def role_of(title: str) -> str | None:
    """Return the role of a column with this title, which may end with a number.

    The roles are name, given, between, surname, club and partner. Return None for an unknown title.
    """
    bare = " ".join(title.casefold().replace("\ufeff", "").split()).rstrip(":.*")
    return ROLES.get(NUMBER.sub("", bare))


def is_heading(cells: Sequence[str]) -> bool:
    """Whether one of these cells is the title of a column with names."""
    return any(role_of(cell) in ("name", "surname", "given") for cell in cells)
