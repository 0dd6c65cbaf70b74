// The journal: entries stored on this phone until the server has them, in IndexedDB with strict durability.
const journal = (() => {
  const opened = new Promise((done, failed) => {
    const request = indexedDB.open("tavolo-journal", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("kept", { keyPath: "key" });
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  opened.catch(() => {});

  async function store(mode, act) {
    const database = await opened;
    return new Promise((done, failed) => {
      const transaction = database.transaction("kept", mode, { durability: "strict" });
      const request = act(transaction.objectStore("kept"));
      transaction.oncomplete = () => done(request.result);
      transaction.onerror = transaction.onabort = () => failed(transaction.error);
    });
  }

  return {
    keep: (one) => store("readwrite", (records) => records.put(one)),
    drop: (key) => store("readwrite", (records) => records.delete(key)),
    all: async () => (await store("readonly", (records) => records.getAll())).sort((a, b) => a.at - b.at),
    showState: (state, one) => document.dispatchEvent(new CustomEvent("journal:state", { detail: { state, one } })),
  };
})();

// Shows the state of each entry of the journal, and moves the page on to the next hand.
(() => {
  const list = document.getElementById("journal");
  if (!list) return;
  const words = list.dataset;
  const TABLE_CHANGED = [404, 409, 412, 428];
  const form = () => document.querySelector("form[data-journal=tally]");
  // Other tournaments have the same numbers.
  const isHere = ({ url }) => url.split("/")[4] === location.pathname.split("/")[2];
  const isFor = (one, place) => isHere(one) && place.hand === String(one.hand) && place.round === one.round && place.table === one.table;

  function line(one) {
    const existing = list.querySelector(`[data-key="${one.key}"]`);
    if (existing) return existing;
    const entry = document.createElement("div");
    Object.assign(entry.dataset, { key: one.key, hand: one.hand });
    list.append(entry);
    return entry;
  }

  function showState(state, one) {
    const entry = line(one);
    const what = words[one.what].replace("%hand%", one.hand);
    const problems = one.problems?.join(" ");
    const refused = problems?.includes(what) ? problems : `${what}: ${problems}`;
    const text = state === "refused" ? refused : words[state].replace("%what%", what);
    entry.dataset.state = state;
    if (entry.firstChild?.data !== text) entry.replaceChildren(text);
    list.hidden = false;
    return entry;
  }

  function forget(one) {
    line(one).remove();
    list.hidden = !list.children.length;
  }

  // Correcting a stored hand needs a reason.
  function askReason(one, entry) {
    const id = `reason-${one.key}`;
    const form = Object.assign(document.createElement("form"), { className: "stack" });
    const label = Object.assign(document.createElement("label"), { htmlFor: id, textContent: words.why });
    const input = Object.assign(document.createElement("input"), { id, maxLength: 300, required: true });
    const button = Object.assign(document.createElement("button"), { className: "button", textContent: words.again });
    form.append(label, input, button);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!input.value.trim()) return input.focus();
      forget(one);
      document.dispatchEvent(new CustomEvent("journal:corrected", { detail: { one, reason: input.value } }));
    });
    entry.append(form);
  }

  function refused(one) {
    if (line(one).dataset.state === "refused") return;
    const entry = showState("refused", one);
    if (one.what === "tally" && one.said) {
      const typed = words.typed.replace("%said%", one.said);
      entry.append(Object.assign(document.createElement("span"), { className: "soft", textContent: ` ${typed} ` }));
    }
    if (one.wantsReason) askReason(one, entry);
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: words.drop });
    button.className = "button plain";
    button.addEventListener("click", async () => {
      await journal.drop(one.key);
      forget(one);
    });
    entry.append(button);
    if (TABLE_CHANGED.includes(one.status)) document.dispatchEvent(new Event("table:stale"));
  }

  const canCorrect = (one, open) => !one.wantsReason || open.elements.reason;

  // Problems of the rules are shown on the form, if it is still open; one of a page loaded meanwhile lacks the numbers.
  async function correct(one) {
    await journal.drop(one.key);
    forget(one);
    form().hidden = false;
    if (!typed.forms().includes(form())) typed.restore(form(), one.body);
    const faults = form().querySelector("[data-faults]");
    faults.replaceChildren(
      ...one.problems.map((text) => Object.assign(document.createElement("li"), { textContent: text })),
    );
    faults.hidden = false;
    if (one.wantsReason) form().elements.reason.focus();
    form().querySelector("[data-send]").disabled = false;
    faults.scrollIntoView({ block: "nearest" });
    // Numbers that the server asks for are typed next.
    const asked = [...form().querySelectorAll("[data-opens][open] input")].find((input) => !input.value);
    asked?.focus({ preventScroll: true });
  }

  // While an entry waits in the journal, the page shows the next hand, or hides the answered question.
  function goOn(one) {
    if (!isHere(one)) return;
    if (one.what !== "tally") {
      for (const question of document.querySelectorAll(`[data-question="${one.hand}"]`)) question.hidden = true;
      return;
    }
    const open = form();
    if (!open || !isFor(one, open.dataset)) return;
    scrollTo(0, 0);
    const next = one.hand + 1;
    // The server stores an announcement first.
    if (open.elements.locked || open.dataset.purpose !== "new" || (Number(open.dataset.last) && next > Number(open.dataset.last))) {
      return void (open.hidden = true);
    }
    open.dataset.hand = next;
    open.action = open.action.replace(/\d+$/, next);
    open.dataset.look = open.dataset.look.replace(/\d+(?=\/look$)/, next);
    const title = open.querySelector("[data-title]");
    title.textContent = title.dataset.title.replace("%hand%", next);
    const trumps = open.querySelector("[data-trumps]");
    const suits = trumps?.dataset.trumps.split("|") ?? [];
    if (trumps) trumps.textContent = suits[(next - 1) % suits.length];
    // The last hand decides who leads.
    open.querySelector("[data-leader]")?.replaceChildren("\u00a0");
    open.reset();
    document.dispatchEvent(new Event("table:shown"));
  }

  function settled(state, one) {
    showState(state, one);
    setTimeout(() => forget(one), 4000);
    document.dispatchEvent(new CustomEvent("table:stale", { detail: { arrived: isHere(one) && one.hand } }));
  }

  const acts = {
    sending: (one) => list.querySelector(`[data-key="${one.key}"][data-state=saved]`) || showState("sending", one),
    saved: (one) => (showState("saved", one), goOn(one)),
    card: (one) => (showState("card", one), goOn(one)),
    seat: (one) => (showState("seat", one), goOn(one)),
    arrived: (one) => settled("arrived", one),
    disputed: (one) => settled("disputed", one),
    refused(one) {
      const open = form();
      if (!TABLE_CHANGED.includes(one.status) && one.what === "tally" && open && isFor(one, open.dataset) && canCorrect(one, open)) return correct(one);
      refused(one);
    },
  };
  document.addEventListener("journal:state", ({ detail: { state, one } }) => acts[state](one));

  // A new page lacks the journal, which another tab may have sent.
  async function catchUp() {
    const all = await journal.all().catch(() => []);
    for (const one of all) if (!one.problems) goOn(one);
    for (const { dataset } of [...list.children]) {
      if (/saved|card|seat/.test(dataset.state) && !all.some((one) => one.key === dataset.key)) forget(dataset);
    }
  }
  // The page says it already.
  function withdraw() {
    const { disputed, sent } = document.getElementById("table").dataset;
    for (const { dataset } of [...list.children]) if (dataset.state === "arrived" && `${disputed},${sent}`.split(",").includes(dataset.hand)) forget(dataset);
  }
  document.addEventListener("table:shown", withdraw);
  document.addEventListener("table:fresh", catchUp);
  catchUp();
})();
