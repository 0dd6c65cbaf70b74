// Keeps a tally on the phone first, and sends it with a key of its own until the server answers.
(() => {
  const line = document.getElementById("journal");
  const words = line?.dataset;
  let sending = false;
  let pause = 1000;
  let timer;

  const opened = new Promise((done, failed) => {
    const asked = indexedDB.open("tavolo", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("tallies", { keyPath: "key" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
  opened.catch(() => {});

  async function store(mode, act) {
    const database = await opened;
    return new Promise((done, failed) => {
      const change = database.transaction("tallies", mode, { durability: "strict" });
      const asked = act(change.objectStore("tallies"));
      change.oncomplete = () => done(asked.result);
      change.onerror = change.onabort = () => failed(change.error);
    });
  }
  const keep = (tally) => store("readwrite", (all) => all.put(tally));
  const drop = (key) => store("readwrite", (all) => all.delete(key));
  const kept = async () => (await store("readonly", (all) => all.getAll())).sort((a, b) => a.at - b.at);

  function newKey() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  function token() {
    return document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  }

  function tell(state, text) {
    line.hidden = !text;
    line.dataset.state = state;
    line.textContent = text;
  }

  // A refused tally stays on the phone, with what the server said, until its owner lets it go.
  function tellRefused({ key, hand, problems }) {
    tell("refused", `${words.hand.replace("%hand%", hand)}: ${problems.join(" ")} `);
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: words.drop });
    button.className = "button plain";
    button.addEventListener("click", async () => {
      await drop(key);
      tell("", "");
      again(0);
    });
    line.append(button);
  }

  async function post(tally) {
    const patience = new AbortController();
    const timeout = setTimeout(() => patience.abort(), 15000);
    try {
      return await fetch(tally.url, {
        method: "POST",
        body: new URLSearchParams([...tally.body, ["csrfmiddlewaretoken", token()]]),
        headers: { Accept: "application/json", "Idempotency-Key": tally.key },
        signal: patience.signal,
      });
    } finally {
      clearTimeout(timeout);
    }
  }

  async function settle(tally, answer) {
    if (answer.status >= 500 || answer.status === 429) throw new Error("later");
    const said = await answer.json();
    if (answer.ok || said.kept) return arrived(tally);
    if (answer.status === 401) return tell("saved", words.card);
    await keep({ ...tally, problems: said.problems });
    tellRefused({ ...tally, problems: said.problems });
    document.dispatchEvent(new CustomEvent("table:refused", { detail: said }));
  }

  async function arrived(tally) {
    await drop(tally.key);
    pause = 1000;
    tell("arrived", words.arrived);
    setTimeout(() => line.dataset.state === "arrived" && tell("", ""), 3000);
    document.dispatchEvent(new CustomEvent("table:stale", { detail: { at: "once" } }));
  }

  async function send() {
    for (const tally of await kept()) {
      if (tally.problems) {
        tellRefused(tally);
        continue;
      }
      if (line.dataset.state !== "saved") tell("sending", words.sending);
      try {
        await settle(tally, await post(tally));
      } catch {
        tell("saved", words.saved);
        document.dispatchEvent(new CustomEvent("table:kept", { detail: tally }));
        pause = Math.min(pause * 2, 20000);
        return again(pause * (0.7 + 0.6 * Math.random()));
      }
    }
  }

  function again(after) {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      if (sending) return;
      sending = true;
      await send().catch(() => {});
      sending = false;
    }, after);
  }

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("form[data-journal]") || event.submitter?.value === "preview") return;
    event.preventDefault();
    const body = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
    const { hand, round, table } = form.dataset;
    const tally = { key: newKey(), url: form.action, body, hand: Number(hand), round, table, at: Date.now() };
    form.querySelector("[data-send]").disabled = true;
    try {
      await keep(tally);
    } catch {
      return form.submit();
    }
    tell("sending", words.sending);
    again(0);
  });

  // The page goes on with the next hand while this one waits on the phone.
  document.addEventListener("table:kept", ({ detail: tally }) => {
    const form = document.querySelector("form[data-journal]");
    if (!form || Number(form.dataset.hand) !== tally.hand) return;
    if (form.dataset.round !== tally.round || form.dataset.table !== tally.table) return;
    const next = tally.hand + 1;
    if (Number(form.dataset.last) && next > Number(form.dataset.last)) {
      form.hidden = true;
      return;
    }
    form.dataset.hand = next;
    form.action = form.action.replace(/\d+$/, next);
    form.dataset.look = form.dataset.look.replace(/\d+(?=\/look$)/, next);
    const title = form.querySelector("[data-title]");
    title.textContent = title.dataset.title.replace("%hand%", next);
    for (const cell of form.querySelectorAll("[data-cell]")) cell.value = "";
    document.dispatchEvent(new Event("table:shown"));
  });
  document.addEventListener("table:shown", async () => {
    for (const tally of await kept().catch(() => [])) {
      if (!tally.problems) document.dispatchEvent(new CustomEvent("table:kept", { detail: tally }));
    }
  }, { once: true });

  addEventListener("online", () => again(0));
  document.addEventListener("visibilitychange", () => document.hidden || again(0));
  if (line) again(0);
})();
