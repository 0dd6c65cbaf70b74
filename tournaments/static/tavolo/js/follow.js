// Follows the play: asks every ten seconds, some jitter apart, and fetches only what changed.
(() => {
  const EVERY = 10_000;
  const PATIENCE = 15_000;
  const SLOWEST = 12; // times the usual pause, while the server is away
  const followed = () => document.querySelector("[data-follow]");
  const get = (address, Accept) => fetch(address, { headers: { Accept }, signal: AbortSignal.timeout(PATIENCE) });

  // What a reader has opened or ticked stays so.
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

  // What others did, or what a reader looks for: the part of this page that changes, as that address shows it.
  async function show(address) {
    const answer = await get(address, "text/html");
    if (!answer.ok) return false;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const made = page.getElementById("live");
    const old = document.getElementById("live");
    if (!made || !old) return false;
    const focused = old.contains(document.activeElement) && document.activeElement.id;
    document.dispatchEvent(new CustomEvent("parts:showing", { detail: address === followed()?.dataset.part }));
    keep(old, made);
    old.replaceWith(made);
    if (focused) document.getElementById(focused)?.focus();
    document.dispatchEvent(new Event("parts:shown"));
    return true;
  }

  async function renew() {
    const news = document.getElementById("news");
    if (!(await show(followed().dataset.part)) || !news) return;
    const [how] = document.querySelector("#live p.state")?.innerText.match(/^.+?\.(?=\s|$)/) ?? [""]; // its first sentence
    news.textContent = `${news.dataset.text} ${how}`.trim();
  }

  // What is no longer shown stays where it is read until the reader looks again.
  let isGone = false;

  async function ask() {
    const part = followed();
    if (!part) return;
    const answer = await get(part.dataset.follow, "application/json");
    isGone = answer.status === 404;
    if (isGone) return;
    if (!answer.ok) throw new Error(answer.status);
    const live = await answer.json();
    if (live[part.dataset.by] > Number(part.dataset.revision)) await renew();
  }

  // Out of reach the page says how old it is; it asks less and less often, and at once when the network is back.
  let missed = 0;
  let heard = new Date();
  let told = "";
  let pause;

  function tell(state) {
    const line = document.getElementById("away");
    if (!line || told === state) return;
    told = state;
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
    tell(missed ? "text" : isGone ? "gone" : "");
    clearTimeout(pause);
    pause = setTimeout(again, EVERY * Math.min(2 ** Math.max(missed - 1, 0), SLOWEST) * (0.8 + 0.4 * Math.random()));
  }

  // Out of reach: the browser goes there itself, and says so.
  document.addEventListener("live:wanted", ({ detail }) => {
    show(detail)
      .catch(() => false)
      .then((shown) => shown || location.assign(detail));
  });
  if (!followed()) return;
  // The clock has heard of other times for single tables; a moment later the page knows of them too.
  document.addEventListener("parts:stale", () => setTimeout(() => renew().catch(() => {}), 900));
  document.addEventListener("visibilitychange", again);
  addEventListener("online", again);
  pause = setTimeout(again, EVERY * Math.random());
})();
