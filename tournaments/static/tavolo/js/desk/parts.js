// Shows changes by others: fetches the changed parts of the page and replaces them.
(() => {
  const PATIENCE = 15_000;
  const page = document.querySelector("[data-parts]");
  const away = document.getElementById("away");
  let mark = null;
  let asking = false;
  let pressed = false;
  let isGone = false;
  let touched = 0;
  let heard = new Date();

  const isLeaving = () => "leaving" in document.documentElement.dataset;
  const parts = () => [...document.querySelectorAll("[data-part]")];
  const named = (name) => document.querySelector(`[data-part="${name}"]`);
  const known = () => parts().map(({ dataset }) => `${dataset.part}.${dataset.digest}`).join("_");

  // Identifies a link, button, field or details element within its part.
  const telling = (one) =>
    [one.tagName, one.id, one.name, one.type === "hidden" ? "" : one.getAttribute("href"), one.form?.action, one.textContent.trim()].join();
  const likeIn = (part, one) =>
    [...part.querySelectorAll(one.tagName)].find((other) => telling(other) === telling(one));
  const isTyped = (one) =>
    one.matches("select")
      ? ![...one.options].some((option) => option.selected && option.defaultSelected) && one.selectedIndex > 0
      : one.value !== one.defaultValue;

  function typedIn(part) {
    return [...part.querySelectorAll("input:not([type=hidden], [type=checkbox], [type=radio]), textarea, select")].filter(isTyped);
  }

  // Typed values are kept; while the new part lacks one of their fields, the part is not replaced.
  function put(part, fresh) {
    const typed = typedIn(part);
    if (part.querySelector("[aria-busy]") || !typed.every((one) => likeIn(fresh, one))) return false;
    const focused = part.contains(document.activeElement) ? document.activeElement : null;
    const selection = focused?.matches("input, textarea") ? [focused.selectionStart, focused.selectionEnd] : null;
    const open = [...part.querySelectorAll("details[open] > summary")];
    for (const one of typed) likeIn(fresh, one).value = one.value;
    for (const one of open) likeIn(fresh, one)?.parentElement.setAttribute("open", "");
    const next = focused && likeIn(fresh, focused);
    fresh.querySelectorAll("[autofocus]").forEach((one) => one.removeAttribute("autofocus"));
    part.replaceChildren(...fresh.childNodes);
    part.dataset.digest = fresh.dataset.digest;
    next?.focus({ preventScroll: true });
    if (next && selection?.[0] != null) next.setSelectionRange(...selection);
    return true;
  }

  function take(fresh) {
    const part = named(fresh.dataset.part);
    if ("gone" in fresh.dataset) return part?.remove();
    if (part?.dataset.digest === fresh.dataset.digest) return true;
    if (part) return put(part, fresh);
    const before = named(fresh.dataset.after);
    const { dataset } = fresh;
    delete dataset.after;
    if (before) before.after(fresh);
    return Boolean(before);
  }

  // Content inserted above does not move what the reader sees: the page scrolls by its height, and removed content leaves its space.
  function steadily(change) {
    const top = document.getElementById("matters");
    const place = () => page.getBoundingClientRect().top;
    if (!top || !("steady" in page.dataset)) return change();
    const before = place();
    top.style.minHeight = "";
    const result = change();
    scrollBy({ top: place() - before, behavior: "instant" });
    const rest = before - place();
    top.style.minHeight = rest > 0 ? `${top.offsetHeight + rest}px` : "";
    return result;
  }

  function show(text) {
    const fresh = [...new DOMParser().parseFromString(text, "text/html").querySelectorAll("[data-part]")];
    const taken = steadily(() => fresh.map(take));
    if (fresh.length) document.dispatchEvent(new Event("parts:shown"));
    return taken.every((one) => one !== false);
  }

  async function ask() {
    const asked = performance.now();
    const headers = mark ? { "If-None-Match": mark } : {};
    const signal = AbortSignal.timeout(PATIENCE);
    const address = `${location.pathname}?${location.search.slice(1)}&part=live&known=${known()}`;
    const answer = await fetch(address, { headers, signal, cache: "no-store" });
    heard = new Date(answer.headers.get("Date") ?? Date.now());
    if (answer.status === 304) return false;
    isGone = answer.redirected || [401, 403, 404].includes(answer.status);
    if (isGone || isLeaving()) return false;
    if (!answer.ok) throw new Error(answer.statusText);
    const text = await answer.text();
    if (pressed || touched > asked || isLeaving()) return Boolean((mark = null));
    const isAllShown = show(text);
    mark = isAllShown ? answer.headers.get("ETag") : null;
    return isAllShown && !mark;
  }

  const form = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: away?.dataset.zone };
  const hour = (moment) => new Intl.DateTimeFormat("en-GB", form).format(moment);

  // Shows above the page how old it is, or that it no longer exists; only the reader leaves it.
  let shownState = "";
  function showState(state) {
    if (shownState === state) return;
    shownState = state;
    steadily(() => {
      away.hidden = !state;
      away.textContent = state && away.dataset[state].replace("%time%", hour(heard));
      if (state !== "gone") return;
      away.append(" ", Object.assign(document.createElement("a"), { href: location.href, textContent: away.dataset.look }));
    });
  }

  async function follow() {
    if (asking || pressed || isLeaving()) return;
    asking = true;
    try {
      while (await ask());
      if (!isLeaving()) showState(isGone ? "gone" : "");
    } catch {
      if (!isLeaving()) showState("since");
    }
    asking = false;
  }

  if (!page) return;
  const touch = () => (touched = performance.now());
  const release = () => setTimeout(() => (pressed = false));
  document.addEventListener("pointerdown", () => (pressed = true));
  for (const end of ["pointerup", "pointercancel", "dragend"]) addEventListener(end, release);
  document.addEventListener("parts:touched", touch);
  document.addEventListener("parts:stale", follow);
  addEventListener("pageshow", follow);
  new Worker(page.dataset.pulse).addEventListener("message", follow);
})();
