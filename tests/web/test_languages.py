"""Every message speaks every language, and each compiled catalogue is the one that was written."""

import re
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.utils import translation
from django.utils.formats import date_format

from tests.halls import a_round, a_tournament, play
from tests.processes import HOME, environment
from tests.web.pages import text

LANGUAGES = [code for code, _ in settings.LANGUAGES if code != "en"]
LOCALE = Path("tournaments/locale")
CATALOGUE = Path("LC_MESSAGES/django.po")
SOURCES = ("config", "scoring", "templates", "tournaments", "manage.py")
MESSAGE = re.compile(r'\b_\("([^"]+)"')
PLACE = re.compile(r"%(?:\(\w+\))?[sd]|%%\w+%%|\{\w+\}")
ANYWHERE = {f"%({name})s" for name in ("number", "tables", "places", "left", "asked", "more", "times")} | {
    "%(number)d",
    "%(tables)d",
    "%(best)d",
}


def written(language):
    return polib.pofile(HOME / LOCALE / language / CATALOGUE)


@pytest.fixture(params=LANGUAGES)
def catalogue(request):
    return written(request.param)


def test_every_catalogue_is_of_a_language_that_can_be_chosen():
    assert sorted(folder.name for folder in (HOME / LOCALE).iterdir()) == sorted(LANGUAGES)


def test_nothing_is_left_untranslated_unsure_or_unused(catalogue):
    assert [entry.msgid for entry in catalogue.untranslated_entries()] == []
    assert [entry.msgid for entry in catalogue.fuzzy_entries()] == []
    assert [entry.msgid for entry in catalogue.obsolete_entries()] == []


def test_every_message_of_a_long_list_is_gathered(catalogue):
    """Gathering sees a message only where an expression begins with it."""
    said = {found for page in (HOME / "templates/long").iterdir() for found in MESSAGE.findall(page.read_text())}
    assert sorted(said - {entry.msgid for entry in catalogue}) == []


def test_every_number_has_its_form(catalogue):
    forms = set(range(int(re.search(r"nplurals=(\d)", catalogue.metadata["Plural-Forms"])[1])))
    counted = [entry for entry in catalogue if entry.msgid_plural]
    assert [entry.msgid for entry in counted if set(entry.msgstr_plural) != forms] == []


def test_what_is_filled_in_is_the_same_in_both_languages(catalogue):
    wrong = [
        entry.msgid
        for entry in catalogue
        for said in entry.msgstr_plural.values() or [entry.msgstr]
        if not places(said) ^ places(entry.msgid_plural or entry.msgid) <= ANYWHERE
        or not places(said) <= places(entry.msgid_plural or entry.msgid)
    ]
    assert wrong == []


@pytest.mark.parametrize("mark", [".", "?", "!", ":", "…"])
def test_a_message_ends_with_the_mark_of_its_source(catalogue, mark):
    abbreviated = {"Sum", "No."}
    pairs = [(entry.msgid, said) for entry in catalogue for said in entry.msgstr_plural.values() or [entry.msgstr]]
    assert len(pairs) > 2000
    differing = [pair for pair in pairs if len({text.rstrip("”»").endswith(mark) for text in pair}) == 2]
    assert [pair for pair in differing if pair[0] not in abbreviated] == []


def test_a_question_opens_with_its_mark_in_spanish():
    said = messages_in("es")
    assert [each for each in said if each.count("¿") != each.count("?")] == []


def test_no_date_follows_an_article_in_italian():
    """It would have to be another before 8 and 11."""
    dated = re.compile(r"\b(il|al|dal|del|nel) %\((day|date)\)s")
    assert [entry.msgstr for entry in written("it") if dated.search(entry.msgstr)] == []


def places(message):
    return set(PLACE.findall(message))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_of_the_glossary_is_said_as_it_says(language):
    plain = (entry for entry in written(language) if not entry.msgctxt)
    messages = {entry.msgid.lower(): entry.msgstr for entry in plain}
    words = [
        (term, messages[term], row[language])
        for row in glossary()
        for term in map(str.strip, row["en"].lower().split(","))
        if messages.get(term)
    ]
    assert len(words) > 40
    assert [each for each in words if each[1].split()[-1][:3].lower() not in each[2].lower()] == []


ABANDONED = {
    "en": r"\bfound (a|the) club|on file\b|\bkeep to this\b|\bthey may\b$|may write down|\bderived\b|\bmend(ed)?\b|"
    r"burraco.*canast|canast.*burraco|counts? for nothing|\blook again$|"
    r"by (it|them)sel(f|ves)\b|knows? (you|several|more)|"
    r"does not know (?!who)|\bput together\b|\bpart (them|the two)|spoke for|"
    r"speaks? for|guessers|is that seat|network dies|ledger says|waits for (a|one|another|%)",
    "it": r"(?<!punto )(?<!punti )\bpartit[ae]\b|canast|fonda il|altro da segnare|rispetta così|ora possono|"
    r"lascia stare|prima guardiamo|fai questi|classifica (è )?finale|posto in classifica|divide il posto|rifiutato|"
    r"(?<!ancora )(?<!sempre )\bin gioco\b|primo posto|\btoken\b(?! SECRET)|(il tuo |crea l’|crea un )accesso\b|"
    r"\blink\b|\bvostr[oa]\b|\bce l’ha\b|\bda sé\b|senza collegamento|non apr(e|ono) più|\bnon varr|vogliono un|"
    r"\b(nel|il) piano\b|"
    r"non cont(a|ano) (niente|nulla)|conosce (già|ancora|più)|non ti conosce|prendi una decisione|\bmanda\b|"
    r"burrac.*l’una\b",
    "es": r"burraco.*canast|canast.*burraco|"
    r"fund(ar|ado)|manos limpias|tachar|este token|como antes, evitando|\bcog(er|e|en|ió|ido)\b|"
    r"(el|otro|propio) teléfono\b|\barregl|por sí (sol|mism)|discutid|(anotó|pide a) la dirección|ya no (abre|vald)|"
    r"\busted(es)?\b|te conoce|piden? (un juego|una tabla)",
    "pt": r"burraco.*canast|canast.*burraco|"
    r"fund(ar|ado)|mãos limpas|colocaç|primeiro lugar|\b(o|este) link\b|câmera|\btelas\b|\bteu|\btua\b|"
    r"\bdeu errado|\bpor quê\b|\bpodes\b|\bvoss[oa]|\bserões|[:.,] (muda|sorteia|escolhe|regista|carrega) |: vê\b|"
    r"depois confirma\b|(?<!joga )(?<!chamador )(?<!inscreve-se )\bsozinh|\bacert(ar|e)\b|outro telefone|"
    r"(sua|da) ficha\b|divid(e|em|e-se) a posição|\bfechad|"
    r"sítio (do clube|com)|relógio a andar|(já|ainda) não o? ?conhece",
    "nl": r"burraco.*canast|canast.*burraco|"
    r"plaats in de stand|dee?l(t|en) (ze )?de plaats\b|\bronden\b|rekenblad|\buwe?\b|dit token|oprichten|"
    r"\bvanzelf\b|\bhet plan\b|\bvellen\b|wedstrijdtafel|de leiding\b|niets meer waard|opent niets meer|kent je\b",
}
"""What was said before and confused its readers: another word means it now, or the same word meant two things."""


@pytest.mark.parametrize("language", ABANDONED)
def test_a_word_that_was_abandoned_does_not_come_back(language):
    said = [*rules_in(language), *messages_in(language)]
    assert len(said) > 1000
    assert [each for each in said if re.search(ABANDONED[language], each, re.IGNORECASE)] == []


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_a_text_is_set_with_the_marks_of_print(language):
    """It is ’ as in l’orologio and the club’s, and « » or “ ”, except for text to be typed exactly: "8/3", a link."""
    said = [*rules_in(language), *messages_in(language)]
    assert [each for each in said if re.search(r"\w'|(?<!href=)\"(?!8/3)\w", each)] == []


def rules_in(language):
    """The paragraphs of the rules, and of the page about the figures."""
    folder = "" if language == "en" else language
    rules = (HOME / "docs/rules" / folder / f"{game}.md" for game in ("brisca", "buddha", "buraco", "busca"))
    pages = [*rules, HOME / "docs/for-players" / folder / "figures.md"]
    return [line for page in pages for line in page.read_text().splitlines()]


def messages_in(language):
    if language == "en":
        return [text for entry in written("it") for text in (entry.msgid, entry.msgid_plural)]
    return [text for entry in written(language) for text in (entry.msgstr, *entry.msgstr_plural.values())]


@pytest.mark.parametrize(
    ("language", "long", "short"),
    [
        ("en", "1 November 2026", "1 Nov 2026"),
        ("it", "1 novembre 2026", "01/11/2026"),
        ("es", "1 de noviembre de 2026", "01/11/2026"),
        ("pt", "1 de novembro de 2026", "01/11/2026"),
        ("nl", "1 november 2026", "1-11-2026"),
    ],
)
def test_a_date_is_written_as_its_readers_write_it(language, long, short):
    with translation.override(language):
        written = [date_format(date(2026, 11, 1), form) for form in ("DATE_FORMAT", "SHORT_DATE_FORMAT")]
    assert written == [long, short]


def glossary():
    """Yield the rows of the glossary, without the text in brackets."""
    in_five_languages = (HOME / "docs" / "glossary.md").read_text().partition("## Words of the code")[0]
    for line in in_five_languages.splitlines():
        cells = re.sub(r"\(.*?\)|\*", "", line).strip("|").split("|")
        if line.startswith("|"):
            yield dict(zip(("en", "it", "es", "pt", "nl"), cells, strict=True))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_the_written_one(language):
    compiled = polib.mofile((HOME / LOCALE / language / CATALOGUE).with_suffix(".mo"))
    assert messages(compiled) == messages(written(language))


def messages(catalogue):
    return {(entry.msgctxt, entry.msgid): entry.msgstr_plural or entry.msgstr for entry in catalogue}


def test_every_message_of_the_sources_is_in_every_catalogue(tmp_path):
    if not shutil.which("xgettext"):
        pytest.skip("no xgettext on PATH")
    for source in SOURCES:
        copy(HOME / source, tmp_path / source)
    chosen = [word for language in LANGUAGES for word in ("-l", language)]
    done = subprocess.run(
        [sys.executable, "manage.py", "makemessages", *chosen, "--no-wrap"],
        check=False,
        cwd=tmp_path,
        env=environment(TAVOLO_DATA_DIR=str(tmp_path / "data")),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    for language in LANGUAGES:
        found = polib.pofile(tmp_path / LOCALE / language / CATALOGUE)
        current = {(entry.msgctxt, entry.msgid) for entry in found if not entry.obsolete}
        assert messages(written(language)).keys() ^ current == set(), language


def copy(source, target):
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)


@pytest.mark.django_db
@pytest.mark.parametrize(("asked", "given"), [("es-MX", "es"), ("pt-BR", "pt"), ("nl-BE", "nl"), ("fr", "en")])
def test_a_browser_is_answered_in_its_language_of_whatever_country(client, asked, given):
    page = client.get("/", headers={"accept-language": asked})
    assert page["Content-Language"] == given


@pytest.mark.django_db
def test_every_language_can_be_chosen_at_the_foot_of_a_page(client):
    for address in ("/", "/rules/busca-accademia/", "/sign-in/", "/nowhere/"):
        foot = client.get(address, follow=True).content.decode()
        offered = re.findall(r'name="language" value="(\w+)"', foot)
        assert sorted(offered) == sorted([*LANGUAGES, "en"]), address


ENGLISH = {"Round", "Table", "Hand ", "Sign in", "Standings", "Players", "Total", "Points", "Why"}
ALSO = {"es": {"Total"}, "pt": {"Total"}}  # a word of this language as well


@pytest.mark.django_db
def test_a_directors_pages_are_translated_throughout(club, director):
    round_ = a_round(a_tournament(club, players=9, name="Serata"))
    play(round_.tables.get(number=1))
    for tail in ("", "desk/", "registration/", "rounds/1/", "rounds/1/tables/1/", "draw/"):
        for language in LANGUAGES:
            asked = {"accept-language": language}
            page_text = text(director.get(f"/tournaments/serata/{tail}", headers=asked))
            left = [word for word in ENGLISH - ALSO.get(language, set()) if word in page_text]
            assert left == [], (tail, language)


@pytest.mark.django_db
def test_a_fault_speaks_the_readers_language(club, scorer):
    a_round(a_tournament(club, name="Serata"))
    typed = {"line-0-points": "x", "line-1-points": "41", "line-2-points": "1"}
    page = scorer.post("/tournaments/serata/rounds/1/tables/1/hands/1/", typed, headers={"accept-language": "it"})
    for fault in ("Scrivi un numero intero", "Scrivi un numero da 0 a 40", "Manca: inseriscilo"):
        assert fault in text(page)
