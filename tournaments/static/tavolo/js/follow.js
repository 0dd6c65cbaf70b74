// Follows the play: asks every ten seconds, with jitter, and fetches only what changed.
(() => {
  const EVERY = 10_000;
  const PATIENCE = 15_000;
  const SLOWEST = 12; // the factor of the pause while the server is away
  const followed = () => document.querySelector("[data-follow]");
  const get = (address, Accept) => fetch(address, { headers: { Accept }, signal: AbortSignal.timeout(PATIENCE) });

  // What a reader has opened or ticked is kept.
  const chosen = (part) => [...part.querySelectorAll("details, input[type=checkbox]")];
  const keyOf = (one) => `${one.closest("[id]").id} ${one.tagName}`;

  function keep(old, made) {
    const before = new Map(chosen(old).map((one) => [keyOf(one), one]));
    for (const one of chosen(made)) {
      const was = before.get(keyOf(one));
      if (was?.open) one.open = true;
      if (was?.checked) one.checked = true;
    }
  }

  // Identifies the focused link, button or field in the new part.
  const telling = (one) => [one.tagName, one.id, one.name, one.getAttribute("href"), one.textContent.trim()].join();
  const likeIn = (part, one) => [...part.querySelectorAll(one.tagName)].find((other) => telling(other) === telling(one));

  // Replaces the changing part of this page by that of another address, after changes by others or a search. A late answer
  // does not replace the answer to a later search.
  async function show(address, isCurrent) {
    const answer = await get(address, "text/html");
    if (!answer.ok) return false;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!isCurrent()) return false;
    const made = page.getElementById("live");
    const old = document.getElementById("live");
    if (!made || !old) return false;
    const focused = old.contains(document.activeElement) && likeIn(made, document.activeElement);
    document.dispatchEvent(new CustomEvent("parts:showing", { detail: address === followed()?.dataset.part }));
    keep(old, made);
    old.replaceWith(made);
    if (focused) focused.focus({ preventScroll: true });
    document.dispatchEvent(new Event("parts:shown"));
    return true;
  }

  async function renew() {
    const news = document.getElementById("news");
    const { part } = followed().dataset;
    if (!(await show(part, () => followed()?.dataset.part === part)) || !news) return;
    const [how] = document.querySelector("#live p.state")?.innerText.match(/^.+?\.(?=\s|$)/) ?? [""]; // its first sentence
    news.textContent = `${news.dataset.text} ${how}`.trim();
  }

  // Content that is removed while it is read stays until the next refresh.
  let isGone = false;

  async function ask() {
    const part = followed();
    if (!part) return;
    const answer = await get(part.dataset.follow, "application/json");
    isGone = answer.status === 404;
    if (isGone) return;
    if (!answer.ok) throw new Error(answer.status);
    const live = await answer.json();
    // The status can change without a revision. The page of a tournament that is over asks no more: it needs the last standings.
    const isChanged = live.status !== part.dataset.status && live.standings >= live.revision;
    if (live[part.dataset.by] > Number(part.dataset.revision) || isChanged) await renew();
  }

  // While the server is out of reach, the page shows its age and asks less often; it asks at once when the network is back.
  let missed = 0;
  let heard = new Date();
  let shownState = "";
  let pause;

  function showState(state) {
    const line = document.getElementById("away");
    if (!line || shownState === state) return;
    shownState = state;
    const form = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: line.dataset.zone };
    const time = heard.toLocaleTimeString(document.documentElement.lang, form);
    line.textContent = state && line.dataset[state].replace("%time%", time);
    line.hidden = !state;
    if (state !== "gone") return;
    line.append(" ", Object.assign(document.createElement("a"), { href: location.href, textContent: line.dataset.look }));
  }

  async function again() {
    clearTimeout(pause);
    if (document.hidden) return;
    try {
      await ask();
      missed = 0;
      heard = new Date();
    } catch {
      missed += 1;
    }
    showState(missed ? "text" : isGone ? "gone" : "");
    clearTimeout(pause);
    pause = setTimeout(again, EVERY * Math.min(2 ** Math.max(missed - 1, 0), SLOWEST) * (0.8 + 0.4 * Math.random()));
  }

  // If the request fails, the browser opens the address itself and shows its error.
  let searches = 0;
  document.addEventListener("live:wanted", ({ detail }) => {
    const search = ++searches;
    const isCurrent = () => search === searches;
    show(detail, isCurrent)
      .catch(() => false)
      .then((shown) => shown || !isCurrent() || location.assign(detail));
  });
  if (!followed()) return;
  // The clock's answer has new times of single tables: refresh the page.
  document.addEventListener("parts:stale", () => setTimeout(() => renew().catch(() => {}), 900));
  document.addEventListener("visibilitychange", again);
  addEventListener("online", again);
  pause = setTimeout(again, EVERY * Math.random());
})();
