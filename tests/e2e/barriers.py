"""Accessibility barriers on an open page: by axe, enlarged, by keyboard, in forced colours."""

from pathlib import Path

from tests.e2e.test_every_page import wider_than_the_screen

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
RUN_AXE = """
    const [rules, done] = arguments;
    const only = rules.length ? { runOnly: { type: "rule", values: rules } } : {};
    axe.run(document, { resultTypes: ["violations"], ...only }).then(({ violations }) => done(violations.flatMap(
        ({ id, nodes }) => nodes.map(({ target, any }) => [id, target.flat().join(" "), any[0]?.message].join(": ")))));
"""
DEFAULTS = {"prefers-color-scheme": "light", "prefers-reduced-motion": "reduce", "forced-colors": "none"}
SIZES = {"phone": (360, 740), "desk": (1366, 768), "400 %": (320, 256), "200 %": (683, 384)}
"""The last two are what a desk of 1280 and of 1366 pixels has left when everything is shown as much larger."""
LOOKS = (
    ("phone", "light", ()),
    ("phone", "dark", ("color-contrast",)),
    ("desk", "dark", ("color-contrast", "target-size", "scrollable-region-focusable")),
)
TAB = {"type": "keyDown", "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}
SPACED = """
    const style = document.createElement("style");
    style.textContent = "* { line-height: 1.5 !important; letter-spacing: 0.12em !important;"
        + " word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }";
    document.adoptedStyleSheets = arguments[0] ? [new CSSStyleSheet()] : [];
    if (arguments[0]) document.adoptedStyleSheets[0].replaceSync(style.textContent);
"""
WATCH_FOCUS = """
    const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length;
    const ring = (one) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    };
    const around = (one) => [one, one.parentElement, one.nextElementSibling, ...(one.labels ?? [])].filter(Boolean);
    const words = (one) => one.outerHTML.slice(0, 90);
    const others = (one) => one.type === "radio"
        ? [...document.getElementsByName(one.name)].filter((other) => other.form === one.form) : [one];
    const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
        .filter((one) => one.tabIndex >= 0 && !one.matches(":disabled") && seen(one));
    window.focused = { stops, reached: new Set(), plain: [], covered: [] };
    document.addEventListener("focusin", ({ target }) => {
        const { reached, plain, covered } = window.focused;
        if (target === document.body || reached.has(target)) return;
        others(target).forEach((one) => reached.add(one));
        if (!around(target).some(ring)) plain.push(words(target));
        const { left, top, width, height } = target.getBoundingClientRect();
        const above = document.elementFromPoint(left + width / 2, top + height / 2);
        const own = around(target).some((one) => one.contains(above) || above?.contains(one));
        if (above && !own) covered.push(`${words(target)} under ${words(above)}`);
    });
    window.scrollTo(0, 0);
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
    const partsOf = { date: 4, time: 3, "datetime-local": 7 };
    return stops.reduce((sum, one) => sum + (partsOf[one.type] ?? 1), 0);
"""
MISSED = """
    const { stops, reached, plain, covered } = window.focused;
    const missed = stops.filter((one) => one.isConnected && !reached.has(one)).map((one) => one.outerHTML.slice(0, 90));
    return { missed, plain, covered };
"""
UNBOUNDED = """
    const edge = (one) => [one, one.parentElement, ...one.children].some((each) => {
        const { borderTopStyle, borderTopWidth } = getComputedStyle(each);
        return borderTopStyle !== "none" && parseFloat(borderTopWidth) >= 1;
    });
    const fields = "input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), select, textarea";
    return [...document.querySelectorAll(`.button, main button, ${fields}`)]
        .filter((one) => one.checkVisibility() && !edge(one)).map((one) => one.outerHTML.slice(0, 90));
"""
UNFOLD = """
    window.unfolded = [...document.querySelectorAll("details:not([open])")];
    for (const one of window.unfolded) one.open = true;
"""
FOLD = "for (const one of window.unfolded) one.open = false;"
MOVING = "return document.getAnimations().map((one) => one.effect?.target?.outerHTML.slice(0, 90));"


def resize(browser, size):
    width, height = SIZES[size]
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def prefer(browser, **features):
    """Give the browser's user this preference; nothing is animated in any case."""
    wished = DEFAULTS | {name.replace("_", "-"): value for name, value in features.items()}
    listed = [{"name": name, "value": value} for name, value in wished.items()]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": listed})


def prefer_nothing(browser):
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def violations(browser, *rules):
    """Return what axe finds on the open page by all its rules, or by these."""
    if browser.execute_script("return typeof axe") == "undefined":
        browser.execute_script(AXE)
    return browser.execute_async_script(RUN_AXE, list(rules))


def found_by_axe(site):
    """Return what axe finds: all rules on a phone, and those that depend on it in the dark theme and at a desk.

    Folded parts are unfolded.
    """
    site.ask(UNFOLD)
    found = []
    for size, theme, rules in LOOKS:
        resize(site.browser, size)
        prefer(site.browser, prefers_color_scheme=theme)
        found += [f"{size}, {theme}: {each}" for each in violations(site.browser, *rules)]
    prefer(site.browser)
    site.ask(FOLD)
    return found


def cut_off(site):
    """Return what has no room when the page is enlarged, or its letters are spaced further apart."""
    found = []
    for size in ("400 %", "200 %"):
        resize(site.browser, size)
        found += [f"{size}: {each}" for each in wider_than_the_screen(site)]
    resize(site.browser, "phone")
    site.ask(SPACED, True)
    found += [f"spaced: {each}" for each in wider_than_the_screen(site)]
    site.ask(SPACED, False)
    return found


def out_of_reach(site):
    """Return what the Tab key does not reach, reaches without a visible mark, or reaches under another element."""
    resize(site.browser, "desk")
    site.wait(lambda: site.ask("return innerWidth") == SIZES["desk"][0])
    for _stop in range(site.ask(WATCH_FOCUS) + 2):
        site.browser.execute_cdp_cmd("Input.dispatchKeyEvent", TAB)
    return {kind: found for kind, found in site.ask(MISSED).items() if found}


def unbounded(site):
    """Buttons and fields that are no longer to be seen as such in colours that the reader has chosen."""
    prefer(site.browser, forced_colors="active")
    found = site.ask(UNBOUNDED)
    prefer(site.browser)
    return found


def barriers(site):
    """Return the results of all these checks; empty if nobody is hindered."""
    looks = {
        "axe": found_by_axe,
        "cut off": cut_off,
        "moving": lambda site: site.ask(MOVING),
        "unbounded": unbounded,
        "keyboard": out_of_reach,
    }
    return {name: found for name, look in looks.items() if (found := look(site))}
