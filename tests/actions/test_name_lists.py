"""Lists as clubs have them, read: numbers in front, clubs behind, any encoding, workbooks, and files that are none."""

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import openpyxl
import pytest

from tournaments.actions.list_files import decoded, read_file, read_text
from tournaments.actions.name_lists import read_entries, read_line
from tournaments.actions.refusals import Invalid

NAMES = "Niccolò Rizzo\nJosé Núñez\nJoão Conceição\nMaria Rossi\n"


def read(text, size=1):
    return [str(entry) for entry in read_entries(read_text(text), size)]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "1. Maria Rossi\n2) Ugo Neri\n 3 Ida\n4- Anna Riva\nn. 5 Zeno\n- Eva",
            "Maria Rossi|Ugo Neri|Ida|Anna Riva|Zeno|Eva",
        ),
        ("1\tMaria Rossi\tBocciofila\r\n2\tUgo Neri\t\r\n", "Maria Rossi; Bocciofila|Ugo Neri"),
        (
            "Maria Rossi\nUgo Neri\tBocciofila\nIda Longo\nAda Corti;ASD",
            "Maria Rossi|Ugo Neri; Bocciofila|Ida Longo|Ada Corti; ASD",
        ),
        ("7;Rossi;Maria;Bocciofila\n8;Neri;Ugo;Altro", "Rossi Maria; Bocciofila|Neri Ugo; Altro"),
        ("Maria Rossi (Bocciofila)\nUgo Neri - Circolo del Re", "Maria Rossi; Bocciofila|Ugo Neri; Circolo del Re"),
        ("Maria Rossi, ASD\nUgo Neri, Asd\nLongo, Ida", "Maria Rossi; ASD|Ugo Neri; Asd|Ida Longo"),
        ("N.;Cognome;Nome;Circolo;Tel\n1;Rossi;Maria;ASD;333\n2;De Luca;Anna;;", "Maria Rossi; ASD|Anna De Luca"),
        ('Nome,Club\n"Rossi, Maria",ASD\nUgo,\n', "Maria Rossi; ASD|Ugo"),
        ("Anna; Berto; Carla; Dino", "Anna|Berto|Carla|Dino"),
        ('1\tGino "Nino" Verdi\n2\t"Ugo\n3\tIda', 'Gino "Nino" Verdi|Ugo|Ida'),
        ("Jean-Pierre D'Arc\nPlayer 0001\n\n  \nx", "Jean-Pierre D'Arc|Player 0001"),
        ("maria@circolo.it\tMaria\t+39 333 1234567", "Maria"),
        ("=1+1\n@SUM", "=1+1|@SUM"),
        ("", ""),
    ],
)
def test_one_player_a_line(text, lines):
    assert "|".join(read(text)) == lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "1. Anna Riva / Berto Sala\nIda - Ugo (ASD)\nEva e Zoe\nLia, Pia",
            "Anna Riva / Berto Sala|Ida / Ugo; ASD|Eva / Zoe|Lia / Pia",
        ),
        ("1;Anna Riva;Berto Sala;Bocciofila", "Anna Riva / Berto Sala; Bocciofila"),
        ("Giocatore 1;Giocatore 2;Circolo\nAnna;Berto;ASD", "Anna / Berto; ASD"),
        ("Nome\tCompagno\nAnna\tBerto", "Anna / Berto"),
        ("Solo Una", "Solo Una"),
    ],
)
def test_those_who_play_together_on_one_line(text, lines):
    assert "|".join(read(text, 2)) == lines


@pytest.mark.parametrize("line", ["Anna Riva / Berto Sala; Bocciofila", "Anna Riva / Berto Sala"])
def test_a_line_that_the_page_showed_is_read_again_as_it_was(line):
    assert str(read_line(line, 2)) == line


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "latin-1", "mac_roman", "cp850"]
)
def test_any_encoding_that_an_office_writes(encoding):
    assert decoded(NAMES.encode(encoding)) == NAMES
    assert decoded("Niccolò\n".encode(encoding)) == "Niccolò\n"


def test_other_alphabets_and_noise():
    assert decoded("Дмитрий Петров\nАнна Иванова\nМария Смирнова\n".encode("cp1251")).split()[2] == "Анна"
    assert read_file(bytes(range(1, 256)) * 20)


@pytest.mark.parametrize("line", ["1;2;3", "1", "12.\t7"])
def test_a_line_of_numbers_alone_names_nobody(line):
    assert read(line) == []


def workbook(*rows):
    book, packed = openpyxl.Workbook(), BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(packed)
    return packed.getvalue()


def test_a_workbook_is_read_by_its_values_and_no_formula_is_worked_out():
    data = workbook(
        ["N", "Nome", "Circolo"], [1, "Maria Rossi", "ASD"], [2.0, '=HYPERLINK("http://x","Ugo")', ""], [3, "Ida"]
    )
    assert [str(entry) for entry in read_entries(read_file(data), 1)] == ["Maria Rossi; ASD", "Ida"]


def bomb():
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as made:
        made.writestr("xl/sharedStrings.xml", b"<a>" + b" " * (50 << 20))
    return packed.getvalue()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (lambda: b"PK\x03\x04 not really", "unreadable"),
        (lambda: workbook(["Anna"])[:-400], "unreadable"),
        (lambda: b"\xd0\xcf\x11\xe0 an old one", "old_workbook"),
        (bomb, "too_large"),
        (lambda: b"Anna\n" * 10_001, "too_long"),
    ],
    ids=["no workbook", "cut short", "old", "bomb", "endless"],
)
def test_what_is_no_list_is_refused_in_words(data, code):
    with pytest.raises(Invalid) as refused:
        read_file(data())
    assert [problem.code for problem in refused.value.problems] == [code]
