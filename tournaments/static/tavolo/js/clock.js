// Counts down the round's clock by the server's time, and follows the director's changes of it.
(() => {
  const PACE = 1200;
  const SLOWEST = 16; // the factor while the server is away
  const SAMPLES = 10;
  const PATIENCE = 15_000;
  const shown = () => [...document.querySelectorAll("[data-clock]")];

  // The server sends its time in whole seconds, delayed by the network: the greatest of the last answers is the most exact.
  // It is compared with a monotonic clock, which users cannot set.
  const ahead = [];
  function hear(answer) {
    const at = Date.parse(answer.headers.get("Date"));
    if (Number.isNaN(at)) return;
    ahead.push(at - performance.now());
    if (ahead.length > SAMPLES) ahead.shift();
  }
  const now = () => (ahead.length ? performance.now() + Math.max(...ahead) : Date.now());

  const stands = (part) => (part.stands ??= JSON.parse(part.dataset.clock));
  const beyond = (part, clock) => clock.tables.find(({ table }) => table === Number(part.dataset.table))?.beyond ?? 0;

  function read(part) {
    const clock = stands(part);
    if (!clock) return null;
    const since = clock.since && Date.parse(clock.since);
    const whole = clock.left + beyond(part, clock);
    const left = Math.max(0, whole - (since ? Math.max(0, now() - since) : 0));
    return { left, end: since + whole, since, state: stateOf(clock, since, left) };
  }

  function stateOf(clock, since, left) {
    if (since > now()) return "waiting";
    if (!left) return "over";
    if (!since) return "paused";
    return left <= clock.warning ? "soon" : "running";
  }

  function hour(moment, zone) {
    const form = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone };
    return new Intl.DateTimeFormat("en-GB", form).format(moment + 999);
  }

  function digits(left) {
    const seconds = Math.ceil(left / 1000);
    const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const pad = (number) => String(number).padStart(2, "0");
    return h ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`;
  }

  function setText(node, text) {
    if (node.textContent !== text) node.textContent = text;
  }

  function show(part) {
    const clock = read(part);
    part.hidden = !clock;
    if (!clock) return;
    const { dataset } = part;
    if (dataset.state !== clock.state) dataset.state = clock.state;
    const time = part.querySelector(".clock-time");
    time.hidden = false;
    setText(time, digits(clock.left));
    const words = dataset[clock.state === "running" ? "until" : clock.state];
    const times = { "%start%": hour(clock.since, dataset.zone), "%time%": hour(clock.end, dataset.zone) };
    setText(part.querySelector(".clock-words"), words.replace(/%\w+%/g, (name) => times[name]));
  }

  function showForms() {
    for (const form of document.querySelectorAll("[data-clock-version]")) {
      const part = shown()[0];
      const clock = part && stands(part);
      if (!clock) continue;
      form.elements.version.value = clock.version;
      const runs = clock.since !== null;
      const when = { runs, stands: !runs, open: !clock.ended };
      for (const way of document.querySelectorAll("#clock [data-when]")) {
        way.hidden = !when[way.dataset.when];
      }
    }
  }

  const tick = () => shown().forEach(show);

  async function fetchJson(address) {
    const answer = await fetch(address, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(PATIENCE) });
    hear(answer);
    return answer.ok ? answer.json() : null;
  }

  // The desk and the pages of tables show the time of single tables.
  const listed = (clock) => JSON.stringify(clock?.tables ?? null);

  // Either answer may be the older one: show the newer figures, and fetch the whole clock again while its version is older.
  const latest = (full, hands) =>
    full && full.version < hands.version ? { ...full, ...hands, version: full.version } : full;

  // live/ omits the time of single tables, which is fetched after each change.
  async function follow(part) {
    const live = await fetchJson(part.dataset.follows);
    if (!live) throw new Error("no answer");
    if (stands(part)?.version === live.clock?.version) return;
    const isOurs = !part.dataset.round || live.round === Number(part.dataset.round);
    const full = live.clock && isOurs ? (part.dataset.full ? await fetchJson(part.dataset.full) : live.clock) : null;
    const had = stands(part);
    part.stands = latest(full, live.clock) ?? false; // not the page's own again
    show(part);
    showForms();
    if (listed(had) !== listed(full)) document.dispatchEvent(new Event("parts:stale"));
  }

  // While the server is away, requests become rarer, so that a hall's phones do not overload it when it starts.
  let missed = 0;

  async function again() {
    if (!document.hidden) {
      const isHeard = await Promise.all(shown().map(follow)).then(
        () => true,
        () => false,
      );
      missed = isHeard ? 0 : missed + 1;
    }
    setTimeout(again, PACE * Math.min(2 ** missed, SLOWEST) * (0.8 + 0.4 * Math.random()));
  }

  // Without an answer, the server has acknowledged nothing.
  async function problemsOf(address, body, lost) {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(address, { method: "POST", body, signal, headers: { Accept: "application/json" } }).catch(() => null);
    if (!answer || answer.status >= 500) return [lost];
    hear(answer);
    return answer.ok ? [] : ((await answer.json()).problems ?? []);
  }

  // A button at the desk is handled without a reload, so that it keeps the focus.
  async function send(form, submitter) {
    const body = new URLSearchParams(new FormData(form, submitter));
    const address = submitter?.getAttribute("formaction") ?? form.action;
    const faults = form.querySelector("[data-faults]");
    const problems = await problemsOf(address, body, faults.dataset.lost);
    await Promise.all(shown().map(follow)).catch(() => {}); // the next request shows the change
    faults.textContent = problems.join(" ");
    faults.hidden = !problems.length;
    // Clear "The clock runs." but keep its space, so that the buttons do not move while they are tapped.
    document.querySelector(".notes")?.style.setProperty("visibility", "hidden");
  }

  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-clock-version]")) return;
    event.preventDefault();
    if (event.target.dataset.sending) return;
    event.target.dataset.sending = "yes";
    send(event.target, event.submitter)
      .catch(() => location.reload())
      .finally(() => delete event.target.dataset.sending);
  });
  document.addEventListener("visibilitychange", () => document.hidden || tick());
  document.addEventListener("parts:shown", tick);
  setInterval(tick, 250);
  showForms();
  again();
})();
