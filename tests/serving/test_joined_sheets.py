"""The joined style sheets equal their parts, and every page can load them."""

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from tournaments.serving.static_files import FOLDER, JOINED, joined

RULES = """
return [...arguments].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    // What is made with var() it repeats as it was written.
    return [...sheet.cssRules].map((rule) => rule.cssText.replace(/\\s+/g, " ").replace(/, /g, ","));
});
"""


def sources(name):
    return [Path(finders.find(f"{FOLDER}{sheet}.css")).read_text() for sheet in JOINED[name]]


@pytest.mark.browser
@pytest.mark.parametrize("name", JOINED)
def test_a_browser_reads_the_same_rules(name, browser):
    browser.get("about:blank")
    apart, together = browser.execute_script(RULES, "\n".join(sources(name)), joined(sources(name)))
    assert len(apart) > 50
    assert together == apart


def test_what_is_quoted_stays_as_it_is():
    sheet = """
    /* Before; after { */
    a::after , b { content: " , :  ;" ;  margin : 0  auto; }
    @media (max-width: 5em) { a :hover { top: calc(1px  + 2px) } }
    """
    said = joined([sheet, "\n\nb { top: 0; }\n"])
    assert said == (
        'a::after , b { content: " , :  ;" ; margin : 0 auto; }'
        "@media (max-width: 5em) { a :hover { top: calc(1px + 2px) } }b { top: 0; }"
    )


def test_joined_style_sheets_are_named_by_their_digest(served):
    gathered = served.data_dir / "static" / "tavolo" / "css"
    for name in JOINED:
        (file,) = gathered.glob(f"{Path(name).stem}.*.css")
        assert file.with_name(f"{file.name}.gz").exists()
