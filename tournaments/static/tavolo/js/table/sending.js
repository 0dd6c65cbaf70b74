// Stores a tally or an answer on the phone first, and sends it with an idempotency key until the server answers. A form with
// a PIN, which is another person's secret, is not stored.
(() => {
  const SLOWEST = 20_000;
  const PATIENCE = 15_000;
  const NO_CARD_HELPS = ["round_closed", "another_table"];
  let pause = 1000;
  let timer;
  let sending = false;
  let wanted = false;

  const newKey = () =>
    [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const token = () => document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";

  // The answer is needed whole: one that stalls is asked for again.
  const post = ({ url, body, key }) =>
    fetch(url, {
      method: "POST",
      body: new URLSearchParams([...body, ["csrfmiddlewaretoken", token()]]),
      headers: { Accept: "application/json", "Idempotency-Key": key },
      signal: AbortSignal.timeout(PATIENCE),
    });

  // Signing in on this phone replaces the CSRF cookie: the tokens of open pages are then refused.
  async function renewTokens() {
    const page = new DOMParser().parseFromString(await (await fetch(location.pathname)).text(), "text/html");
    const fresh = page.querySelector("[name=csrfmiddlewaretoken]");
    if (fresh) for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = fresh.value;
  }

  const refusesToken = ({ status, headers }) => status === 403 && headers.get("Content-Type")?.startsWith("text/html");

  // An answer that is not JSON came from a proxy or a failing server, or refuses a token.
  async function settle(one, answer) {
    if (refusesToken(answer)) await renewTokens();
    if (answer.status >= 500 || answer.status === 429) throw new Error("later");
    const reply = await answer.json();
    if (answer.status === 401 && !reply.codes?.some((code) => NO_CARD_HELPS.includes(code))) {
      return journal.showState(reply.codes?.includes("seat_not_claimed") ? "seat" : "card", one);
    }
    if (answer.ok || reply.kept) {
      await journal.drop(one.key);
      return journal.showState(reply.kept ? "disputed" : "arrived", one);
    }
    const refused = { ...one, problems: reply.problems, status: answer.status, wantsReason: reply.wants_reason };
    await journal.keep(refused);
    journal.showState("refused", refused);
  }

  async function sendAll() {
    for (const one of await journal.all()) {
      if (one.problems) {
        journal.showState("refused", one);
        continue;
      }
      journal.showState("sending", one);
      await settle(one, await post(one));
      pause = 1000;
    }
  }

  async function send() {
    if (sending) return void (wanted = true);
    sending = true;
    wanted = false;
    try {
      await sendAll();
    } catch {
      for (const one of await journal.all().catch(() => [])) if (!one.problems) journal.showState("saved", one);
      again(pause * (0.7 + 0.6 * Math.random()));
      pause = Math.min(pause * 2, SLOWEST);
    }
    sending = false;
    if (wanted) again(0);
  }

  function again(after) {
    clearTimeout(timer);
    timer = setTimeout(send, after);
  }

  function record(form, submitter) {
    const body = [...new FormData(form, submitter)].filter(([name]) => name !== "csrfmiddlewaretoken");
    const { journal: what, hand, round, table } = form.dataset;
    const typed = [...form.querySelectorAll("input[data-most]")].map((one) => one.value || one.placeholder);
    const said = typed.filter(Boolean).join(" · ");
    return { key: newKey(), url: form.action, body, what, hand: Number(hand), round, table, said };
  }

  async function keep(form, submitter) {
    const one = record(form, submitter);
    form.querySelectorAll("[data-send]").forEach((button) => (button.disabled = true));
    try {
      // A clock may be set back.
      one.at = ((await journal.all()).at(-1)?.at ?? 0) + 1;
      await journal.keep(one);
    } catch {
      // It cannot be stored: send it as a plain form.
      return HTMLFormElement.prototype.submit.call(form);
    }
    again(0);
  }

  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!form.dataset.journal || ["preview", "lock"].includes(submitter?.value) || form.elements.pin?.value) return;
    event.preventDefault();
    keep(form, submitter);
  });
  addEventListener("online", () => ((pause = 1000), again(0)));
  document.addEventListener("visibilitychange", () => document.hidden || again(0));
  // Sends a refused entry again, completed.
  document.addEventListener("journal:corrected", async ({ detail: { one, reason } }) => {
    const { problems, status, wantsReason, ...typed } = one;
    await journal.drop(one.key);
    await journal.keep({ ...typed, key: newKey(), body: [...one.body.filter(([name]) => name !== "reason"), ["reason", reason]] });
    again(0);
  });
  // After the card was scanned or a seat taken, waiting entries are sent.
  document.addEventListener("table:fresh", () => again(0));
  if (document.getElementById("journal")) again(0);
})();
