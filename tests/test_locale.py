"""What translators wrote is what the program says."""

import polib

from tests.processes import HOME


def said(catalogue):
    return {
        (entry.msgctxt, entry.msgid): (entry.msgstr, entry.msgstr_plural) for entry in catalogue
    }


def test_every_catalogue_is_compiled_as_it_stands():
    for source in (HOME / "tournaments" / "locale").rglob("*.po"):
        written = polib.pofile(str(source)).translated_entries()
        assert said(written) == said(polib.mofile(str(source.with_suffix(".mo")))), source
