"""Lists as clubs have them, read: numbers in front, clubs behind, any encoding, workbooks, and files that are none."""

import re
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZipFile

import openpyxl
import pytest

from tournaments.actions.core.refusals import Invalid
from tournaments.actions.people.lists.files import decoded, read_file, read_text
from tournaments.actions.people.lists.listed import read_line
from tournaments.actions.people.lists.listed_entries import read_entries

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
        ("Rossi, Mario\nBianchi, Mario\nNeri, Ugo", "Mario Rossi|Mario Bianchi|Ugo Neri"),
        ("De Luca, Mario\nDi Rosa, Mario", "Mario De Luca|Mario Di Rosa"),
        (
            "Mario Rossi, Torino\nAnna Riva, Torino\nUgo Neri, Asti",
            "Mario Rossi; Torino|Anna Riva; Torino|Ugo Neri; Asti",
        ),
        ("Rossi,Mario,Torino\nRiva,Anna,Asti", "Mario Rossi; Torino|Anna Riva; Asti"),
        ("Mario Rossi, Anna Riva, Ugo Neri, Ida Longo", "Mario Rossi|Anna Riva|Ugo Neri|Ida Longo"),
        ("➡️ Mario Rossi\n✅ Anna Riva\nUgo Neri ✅\n☐ 3. Ida", "Mario Rossi|Anna Riva|Ugo Neri|Ida"),
        ("Torneo;;\n3 ottobre;;\nN.;Cognome Nome;Circolo\n1;Rossi Maria;ASD", "Rossi Maria; ASD"),
        ("Torneo,,\nNome,Cognome,Circolo\nMaria,Rossi,ASD", "Maria Rossi; ASD"),
        ("Giocatore 1;Giocatore 2;Circolo\nAnna;Berto;ASD", "Anna; ASD|Berto; ASD"),
        ("Anna Riva\nUgo Neri\nNome", "Anna Riva|Ugo Neri|Nome"),
        ("| Nome | Circolo |\n|---|---|\n| Maria Rossi | ASD |", "Maria Rossi; ASD"),
        ("Voornaam\tTussenvoegsel\tAchternaam\nJan\tvan der\tBerg\nPiet\t\tBos", "Jan van der Berg|Piet Bos"),
    ],
)
def test_list_with_one_player_on_each_line(text, lines):
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
        ("Anna / Berto - ASD\nIda & Ugo, Altro", "Anna / Berto; ASD|Ida / Ugo; Altro"),
        ("1;Anna / Berto;ASD\n2;Ida/Ugo;", "Anna / Berto; ASD|Ida / Ugo"),
        ("1;Riva;Anna;Sala;Berto;ASD\n2;Neri;Ida;Longo;Ugo", "Riva Anna / Sala Berto; ASD|Neri Ida / Longo Ugo"),
        ("Nome 1;Cognome 1;Nome 2;Cognome 2\nAnna;Riva;Berto;Sala", "Anna Riva / Berto Sala"),
        ("N.;Coppia;Circolo\n1;Anna e Berto;ASD\n2;Riva, Ida / Neri, Ugo;", "Anna / Berto; ASD|Ida Riva / Ugo Neri"),
        ("Coppia;Giocatore 1;Giocatore 2\n1;Anna;Berto", "Anna / Berto"),
        ("Solo Una", "Solo Una"),
    ],
)
def test_list_with_partners_on_one_line(text, lines):
    assert "|".join(read(text, 2)) == lines


@pytest.mark.parametrize("line", ["Anna Riva / Berto Sala; Bocciofila", "Anna Riva / Berto Sala"])
def test_a_line_that_the_page_showed_is_read_again_as_it_was(line):
    assert str(read_line(line, 2)) == line


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252", "latin-1", "mac_roman", "cp850"],
)
def test_any_encoding_that_an_office_writes(encoding):
    assert decoded(NAMES.encode(encoding)) == NAMES
    assert decoded("Niccolò\n".encode(encoding)) == "Niccolò\n"


def test_other_alphabets():
    assert decoded("Дмитрий Петров\nАнна Иванова\nМария Смирнова\n".encode("cp1251")).split()[2] == "Анна"


def test_no_capital_stands_behind_a_small_letter():
    assert decoded("André Gonçalves\n".encode("cp850")) == "André Gonçalves\n"


def test_a_list_of_the_time_of_code_pages_ends_with_a_sign_of_its_own():
    assert read_file("Niccolò\r\n\x1a".encode("cp850")).rows == [["Niccolò"]]


@pytest.mark.parametrize("line", ["1;2;3", "1", "12.\t7"])
def test_a_line_of_numbers_alone_names_nobody(line):
    assert read(line) == []


def packed(book):
    data = BytesIO()
    book.save(data)
    return data.getvalue()


def workbook(*rows):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    return packed(book)


def workbook_of_sheets(shown, *sheets):
    """One with a sheet for each name and state, the `shown` one open; an empty name makes an empty sheet."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, name, state in sheets:
        sheet = book.create_sheet(title)
        sheet.sheet_state = state
        if name:
            sheet.append([name])
    book.active = shown
    return packed(book)


@pytest.mark.parametrize(
    ("shown", "sheets", "read"),
    [
        (1, [("Old", "Anna", "visible"), ("New", "Berto", "visible")], ("Berto", "New", ("Old",))),
        (0, [("Empty", "", "visible"), ("New", "Berto", "visible")], ("Berto", "", ())),
        (1, [("Secret", "Anna", "hidden"), ("New", "Berto", "visible")], ("Berto", "", ())),
    ],
    ids=["the one that was open", "the one with something", "none that is hidden"],
)
def test_of_several_sheets(shown, sheets, read):
    sheet = read_file(workbook_of_sheets(shown, *sheets))
    assert (sheet.rows[0][0], sheet.name, sheet.others) == read


def test_a_workbook_is_read_by_its_values_and_no_formula_is_worked_out():
    data = workbook(
        ["N", "Nome", "Circolo"], [1, "Maria Rossi", "ASD"], [2.0, '=HYPERLINK("http://x","Ugo")', ""], [3, "Ida"]
    )
    assert [str(entry) for entry in read_entries(read_file(data).rows, 1)] == ["Maria Rossi; ASD", "Ida"]


def archive(part, size=0):
    data = BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as made:
        made.writestr(part, b"<a>" + b" " * size)
    return data.getvalue()


def encrypted():
    """Return a workbook that declares that one of its parts needs a password."""
    data = bytearray(workbook(["Anna"]))
    name = b"[Content_Types].xml"
    for at, flags in ((data.index(name) - 30, 6), (data.rindex(name) - 46, 8)):
        data[at + flags] |= 1
    return bytes(data)


def damaged_lzma():
    """A workbook whose parts are packed by another method, one of them damaged."""
    data = BytesIO()
    with ZipFile(BytesIO(workbook(["Anna"]))) as book, ZipFile(data, "w", ZIP_LZMA) as made:
        for part in reversed(book.namelist()):
            made.writestr(part, book.read(part))
    damaged = bytearray(data.getvalue())
    first = damaged.index(b"[Content_Types].xml") + len("[Content_Types].xml")
    damaged[first + 9 : first + 60] = b"\xff" * 51
    return bytes(damaged)


def bomb():
    return archive("xl/sharedStrings.xml", 50 << 20)


def one_sheet_under_many_names():
    """Return a workbook of a few kilobytes with a thousand sheets that are one part; each would be read separately."""
    rows, data = "<row><c><v>1</v></c></row>" * 500, BytesIO()
    with ZipFile(BytesIO(workbook(["Anna"]))) as honest, ZipFile(data, "w", ZIP_DEFLATED) as made:
        for name in honest.namelist():
            part = honest.read(name).decode()
            if name == "xl/workbook.xml":
                sheet = re.search("<sheet [^>]*/>", part)[0]
                part = part.replace(sheet, "".join(sheet.replace("Sheet", f"S{n}") for n in range(1000)))
            made.writestr(name, part.replace("<sheetData>", f"<sheetData>{rows}"))
    return data.getvalue()


def test_a_workbook_of_many_sheets_is_read():
    sheets = [(f"Sheet {number}", f"Anna {number}", "visible") for number in range(60)]
    assert len(read_file(workbook_of_sheets(0, *sheets)).others) == 59


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (lambda: b"PK\x03\x04 not really", "unreadable"),
        (lambda: workbook(["Anna"])[:-400], "unreadable"),
        (lambda: b"\xd0\xcf\x11\xe0 an old one", "old_workbook"),
        (bomb, "too_large"),
        (one_sheet_under_many_names, "unreadable"),
        (encrypted, "unreadable"),
        (damaged_lzma, "unreadable"),
        (lambda: b"Anna\n" * 10_001, "too_long"),
        (lambda: bytes(range(1, 256)) * 20, "unreadable"),
        (lambda: b"%PDF-1.7\nAnna", "unreadable"),
        (lambda: b"<table><tr><td>Anna</td></tr></table>", "unreadable"),
        (lambda: rb"{\rtf1 Anna}", "unreadable"),
        (lambda: archive("content.xml"), "unreadable"),
    ],
    ids=[
        "no workbook",
        "cut short",
        "old",
        "bomb",
        "again",
        "encrypted",
        "damaged",
        "endless",
        "noise",
        "paper",
        "a page",
        "a letter",
        "another kind",
    ],
)
def test_unreadable_list_is_refused_with_its_code(data, code):
    with pytest.raises(Invalid) as refused:
        read_file(data())
    assert [problem.code for problem in refused.value.problems] == [code]
