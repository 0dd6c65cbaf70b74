// Refreshes the page of the table without loading it anew: sends its forms, fetches what changed, and keeps its place.
(() => {
  const part = () => document.getElementById("table");
  const line = document.getElementById("line");
  const words = line?.dataset;

  // The details that somebody opened; those inside a form belong to its hand.
  const folded = () => [...part().querySelectorAll("details:not(form details)")];
  const nameOf = (one) => one.querySelector("summary").textContent;
  const heading = () => part().querySelector("h1")?.textContent;

  // The first texts of the page, for screen readers, which announce them when they have changed.
  const aloud = () =>
    [...part().querySelectorAll("h1, h2, .note:not([role], [role] *, [data-made]), .state, .next .own")].filter((one) => one.checkVisibility())
      .map((one) => one.innerText.replace(/\s+/g, " ").replace(/[.:]$/, "")).join(". ");

  function reading() {
    const open = folded().filter((one) => one.open).map(nameOf);
    const about = heading();
    return (isAnswer) => {
      for (const one of folded()) if (open.includes(nameOf(one))) one.open = true;
      if (isAnswer || heading() !== about) scrollTo(0, 0);
      if (isAnswer) part().querySelector("[data-again]")?.scrollIntoView({ block: "nearest" });
    };
  }

  // Users of a keyboard keep their place.
  const telling = (one) => [one.tagName, one.id, one.name, one.getAttribute("href"), one.form?.action, one.textContent.trim()].join();

  function holding() {
    const held = part().contains(document.activeElement) && document.activeElement;
    return () => {
      if (!held || document.activeElement !== document.body) return;
      const again = [...part().querySelectorAll(held.tagName)].find((one) => telling(one) === telling(held));
      again?.focus({ preventScroll: true });
    };
  }

  const parse = (page) => new DOMParser().parseFromString(page, "text/html");

  function show({ page, ok, fresh = parse(page) }, { keeps, isAnswer } = {}) {
    const table = fresh.getElementById("table");
    // Another page, such as a refusal, replaces the table's content.
    if (!table) return part().replaceChildren(...fresh.querySelector("main .wrap").children);
    const readOn = reading();
    const holdOn = holding();
    const heard = aloud();
    const about = heading();
    part().replaceWith(table);
    const notes = fresh.querySelector(".notes");
    // The server's message stays while a refresh brings the same hand.
    if (notes || isAnswer || heading() !== about) document.querySelector(".notes")?.remove();
    if (notes) document.getElementById("journal").before(notes);
    const mast = fresh.querySelector(".mast");
    if (mast) document.querySelector(".mast").replaceWith(mast);
    document.title = fresh.title;
    showState("");
    const left = typed.fill();
    if (keeps || left?.state === "changed") tellLeft(left);
    document.dispatchEvent(new Event("table:shown"));
    document.dispatchEvent(new CustomEvent("table:fresh", { detail: { page, ok } }));
    readOn(isAnswer);
    holdOn();
    if (aloud() !== heard) document.getElementById("live-status").textContent = aloud();
  }

  function showState(state, text = words[state]) {
    line.hidden = !state;
    line.dataset.state = state;
    line.textContent = state ? text.replace("%time%", part().dataset.at) : "";
  }

  // Shows typed values that are not on this page: kept for their hand, or too late for it.
  function tellLeft(left) {
    if (!left) return;
    const typedText = left.said && document.getElementById("journal").dataset.typed.replace("%said%", left.said);
    showState(left.state, [words[left.state].replace("%hand%", left.number), typedText].filter(Boolean).join(" "));
  }

  // The address that the reader opened last: of two pending requests, only the answer to the later one is shown.
  let goal = location.href;

  const PART = "part=live";
  const PATIENCE = 15_000;

  function partOf(target) {
    const url = new URL(target);
    url.search = [url.search.slice(1), PART].filter(Boolean).join("&");
    return url.href;
  }

  async function read(answer) {
    const page = await answer.text();
    const url = answer.url.replace(/[?&]part=live$/, "");
    return { page, url, ok: answer.ok, status: answer.status, redirected: answer.redirected, etag: answer.headers.get("ETag") };
  }

  function isOfAnotherFrame(fresh) {
    const table = fresh.getElementById("table");
    const isOf = ({ dataset: { frame, clockOf } }) => `${frame} ${clockOf}`;
    return table && !fresh.querySelector(".mast") && isOf(table) !== isOf(part());
  }

  // Fetches the changed part without the frame; 304 while it is unchanged.
  let last = {};

  async function readPart(target) {
    const headers = last.target === target && last.etag ? { "If-None-Match": last.etag } : {};
    const answer = await fetch(partOf(target), { headers, signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status === 304) return { ...last, fresh: parse(last.page) };
    const found = await read(answer);
    const fresh = parse(found.page);
    if (isOfAnotherFrame(fresh)) return read(await fetch(target));
    last = { ...found, target };
    return { ...found, fresh };
  }

  async function go(address, { isLate, keeps, ...options } = {}) {
    const target = new URL(address, location).href;
    const isAnswer = options.method === "POST";
    if (!isAnswer) goal = target;
    const answer = isAnswer ? await read(await fetch(address, options)) : await readPart(target);
    if (isLate) await released;
    if (!isAnswer && target !== goal) return;
    // A refresh that fails leaves the page unchanged.
    if (isLate && !answer.ok) throw Object.assign(new Error("not there"), { status: answer.status });
    if (isLate?.()) return offer();
    if (keeps) typed.keep();
    if (answer.redirected || !isAnswer) history.replaceState(null, "", (goal = answer.url));
    show(answer, { keeps, isAnswer });
  }

  // The page is not replaced during a tap, because its click follows a moment later.
  let released;
  let release;
  document.addEventListener("pointerdown", () => {
    release?.();
    released = new Promise((done) => (release = done));
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(() => release?.(), 50));

  const home = () => location.pathname.replace(/\/hands\/.*/, "");

  async function ask() {
    const { news, mark } = part().dataset;
    if (!news || document.hidden) return;
    const typing = document.querySelector("form[data-purpose=new]")?.dataset.hand;
    const address = typing ? `${news}?hand=${typing}` : news;
    const answer = await fetch(address, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) throw new Error(answer.status);
    if (line.dataset.state === "away") showState("");
    const reply = await answer.json();
    // A phone whose card was replaced keeps what is typed.
    if (!reply.mark && typed.forms().some((form) => form.dataset.journal)) return showState("gone");
    if (reply.mark !== mark) return stale({ sent: reply.sent, text: dispute(reply.disputed ?? "") });
  }

  // Returns the news of a dispute: a hand that is newly disputed, or no longer.
  function dispute(now) {
    const { disputed } = part().dataset;
    if (now === disputed) return undefined;
    return now.length > disputed.length ? words.disputed : words.settled;
  }

  // A refresh that is requested during another one shares its answer. If the server is out of reach, the page shows its age.
  let asked;
  const refresh = () => (asked ??= ask().catch(() => line.dataset.state || showState("away")).finally(() => (asked = undefined)));

  // Typed values are kept, also those typed during the request.
  function stale({ arrived, sent, text } = {}) {
    const isLate = () => typed.forms(arrived).length > 0;
    if (isLate()) return nameAsked().catch(() => {}).then(() => offer(sent, text));
    const wanted = arrived === undefined ? goal : home();
    // If the hand no longer exists because the table plays another round, open the table.
    const toTable = ({ status }) => status === 404 && wanted !== home() && go(home(), { isLate });
    return go(wanted, { isLate }).catch(toTable).catch(() => {});
  }

  // Updates the confirmer that the form names, since a seat may have been taken.
  async function nameAsked() {
    const shown = part().querySelector("[data-asked]");
    const now = shown && (await readPart(goal)).fresh?.querySelector("[data-asked]");
    if (!now || now.dataset.asked === shown.dataset.asked) return;
    shown.dataset.asked = now.dataset.asked;
    document.dispatchEvent(new Event("table:asked"));
  }

  function offer(sent, text) {
    const state = sent ? "sent" : text ? "disputed" : "news";
    if ([state, "sent", "disputed"].includes(line.dataset.state)) return;
    showState(state, sent ?? text);
    const textContent = sent ? words.compare : words.show;
    const button = Object.assign(document.createElement("button"), { type: "button", textContent });
    button.className = "button plain";
    button.addEventListener("click", () => (sent ? compare() : go(home(), { keeps: true })).catch(() => showState("unsent")));
    line.append(" ", button);
  }

  // Another phone has sent the hand that is typed here: compare it with the typed values, which are kept.
  function compare() {
    const form = document.querySelector("form[data-journal=tally]");
    const body = new URLSearchParams(new FormData(form));
    body.set("do", "compare");
    return go(form.action, { method: "POST", body });
  }

  async function again() {
    await refresh();
    const pace = "eager" in part().dataset ? 2500 : 8000;
    setTimeout(again, pace * (0.8 + 0.4 * Math.random()));
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !form.closest("#table") || form.method !== "post") return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, event.submitter));
    go(form.action, { method: "POST", body }).catch(() => showState("unsent"));
  });
  document.addEventListener("table:stale", ({ detail }) => stale(detail ?? {}));
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  if (!part()) return;
  if (typed.restored?.state === "changed") tellLeft(typed.restored);
  setTimeout(again, 2000);
})();

// Messages that appear or disappear above the table do not move it: the page is scrolled by their height.
(() => {
  const table = () => document.getElementById("table");
  if (!table()) return;
  const room = document.createElement("div");
  const place = () => table().getBoundingClientRect().top + scrollY;
  let usual;

  // Safari runs scripts before the style sheets are loaded: positions are not final.
  function settle() {
    usual = table().checkVisibility() ? place() : undefined;
  }

  // At the top the page cannot scroll: a removed message leaves its space until the next message or page.
  function hold() {
    if (usual === undefined) return;
    const moved = place() - usual;
    if (!moved) return;
    const used = Math.min(room.offsetHeight, Math.max(0, moved));
    const wanted = scrollY + moved - used;
    room.style.height = `${room.offsetHeight - used + Math.max(0, -wanted)}px`;
    scrollTo({ top: wanted, behavior: "instant" });
    settle();
  }

  table().before(room);
  document.addEventListener("table:shown", () => {
    room.style.height = "";
    settle();
  });
  new ResizeObserver(settle).observe(document.body);
  new MutationObserver(hold).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  settle();
})();
