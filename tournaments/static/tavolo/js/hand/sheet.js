// Shows beside each name the score of the typed hand, computed by the server before the hand is sent.
(() => {
  let latestTurn = 0;
  let timer;

  function show(form, preview) {
    for (const output of form.querySelectorAll("output.gives")) {
      output.dataset.before ??= output.textContent;
      const gives = preview?.rows[Number(output.id.replace("gives-", ""))];
      output.textContent = gives ?? output.dataset.before;
    }
    form.querySelector("[data-made]")?.remove(); // the preview that the page was rendered with
    const faults = form.querySelector("[data-faults]");
    const lines = (preview?.problems ?? []).map((text) => Object.assign(document.createElement("li"), { textContent: text }));
    faults.replaceChildren(...lines);
    faults.hidden = !lines.length;
    form.querySelector("[data-over]").hidden = !preview?.over;
    for (const part of form.querySelectorAll("[data-opens]")) {
      if (preview?.codes.includes(part.dataset.opens)) part.open = true;
      part.hidden = !part.open;
    }
  }

  // If the server does not answer, the part stays visible for users who know that it is needed.
  function offer(form) {
    for (const part of form.querySelectorAll("[data-opens]")) part.hidden = false;
  }

  async function requestPreview(form, turn) {
    const body = new URLSearchParams(new FormData(form));
    body.set("do", "preview");
    try {
      const answer = await fetch(form.dataset.look, { method: "POST", body, headers: { Accept: "application/json" } });
      if (!answer.ok) return offer(form);
      const preview = await answer.json();
      if (turn === latestTurn) show(form, preview);
    } catch {
      // Without an answer the hand can still be sent, and is checked when it arrives.
      offer(form);
    }
  }

  // A part that is only sometimes needed is hidden until the server asks for it.
  for (const part of document.querySelectorAll("[data-opens]")) part.hidden = !part.open;

  document.addEventListener("hand:typed", ({ target: form, detail: { ready } }) => {
    clearTimeout(timer);
    latestTurn += 1;
    if (!form.dataset.look) return;
    if (!ready && !("runs" in form.dataset)) return show(form, null);
    timer = setTimeout(requestPreview, 150, form, latestTurn);
  });
})();

// The controls of a hand's form that are not numbers: steps of a counter, roles that only one player can have.
(() => {
  const form = () => document.querySelector("form.tally-form");

  function step(input, by) {
    input.value = Math.min(Number(input.dataset.most), Math.max(0, (Number(input.value) || 0) + by));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function addSteps(steps) {
    const input = steps.querySelector("input");
    for (const [sign, by, side] of [["−", -1, "prepend"], ["+", 1, "append"]]) {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: sign, tabIndex: -1 });
      button.setAttribute("aria-hidden", "true");
      button.addEventListener("click", () => step(input, by));
      steps[side](button);
    }
  }

  function begin() {
    form()?.querySelectorAll("[data-without-script]").forEach((one) => one.setAttribute("hidden", ""));
    for (const steps of form()?.querySelectorAll(".steps") ?? []) if (!steps.querySelector("button")) addSteps(steps);
  }

  // If only one player can have a role, choosing another player clears the first.
  document.addEventListener("change", ({ target }) => {
    if (target.type !== "radio" || !target.dataset.alone) return;
    for (const other of form().querySelectorAll(`[data-alone="${target.dataset.alone}"]:checked`)) {
      other.checked = other === target;
    }
  });
  document.addEventListener("table:shown", begin);
  begin();
})();

// Adds up a hand while it is typed, and shows the remainder for the last empty number.
// Only the server decides the score; it computes the last number again.
(() => {
  const form = () => document.querySelector("form.tally-form");
  const { isBlank, valueOf, accepts, isWrong } = numbers;
  const nameOf = (input) => input.labels[0].textContent.split(":")[0].trim();

  // If the sum can be reduced, no number is computed. NaN if the sum is not decided yet, or not fixed.
  function wholeOf({ sum, less, unless, by, sums }) {
    const stopped = unless && form().elements[unless];
    if (stopped && !isBlank(stopped)) return NaN;
    if (by) return parseInt(new URLSearchParams(sums).get(form().elements[by].value));
    const chosen = less && form().elements[less];
    if (!chosen) return Number(sum);
    const value = chosen.type === "checkbox" ? (chosen.checked ? chosen.value : 0) : chosen.value;
    return Number(sum) - (Number(value) || 0);
  }

  function show(total) {
    const whole = wholeOf(total.dataset);
    const inputs = [...form().querySelectorAll(`input[data-of="${total.dataset.column}"]`)];
    const blank = inputs.filter(isBlank);
    const sum = inputs.reduce((so_far, input) => so_far + (valueOf(input) ?? 0), 0);
    const rest = whole - sum;
    inputs.forEach((input) => input.removeAttribute("placeholder"));
    const last = !total.dataset.less && inputs.length > 1 && blank.length === 1 && accepts(blank[0], rest) ? blank[0] : null;
    if (last) last.placeholder = rest;
    const { right, lacks, exceeds, leaves, leavesAsked, asked } = total.dataset;
    const name = last ? nameOf(last) : "";
    const left = name === asked ? leavesAsked : leaves;
    const text = last ? left : rest === 0 ? right : rest > 0 ? lacks : exceeds;
    total.hidden = Number.isNaN(whole);
    total.classList.toggle("blank", blank.length === inputs.length);
    total.dataset.state = last || (rest === 0 && !blank.length) ? "right" : "wrong";
    total.textContent = text
      .replace("%total%", sum)
      .replace("%rest%", Math.abs(rest))
      .replace("%name%", name)
      .replace("%asked%", asked);
  }

  const shown = (selector) => [...form().querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const missing = () => numbers.missing(form());
  const sums = () => shown("[data-sum][data-state=wrong]");
  const typed = () => shown("input[data-most]").filter((input) => !isBlank(input));
  const labelOf = (one) =>
    (one.dataset.what ?? one.ariaLabel ?? (one.labels?.[0] ?? one).textContent).replace(/\s+/g, " ").trim();

  function mark(input, wrong) {
    if (wrong === "wrong" in input.dataset) return;
    input.toggleAttribute("data-wrong", wrong);
    if (wrong) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }

  // Who enters the hand is chosen beforehand.
  const isBegun = () => typed().length > 0 || form().querySelector("input:checked:not([name=seat])") !== null;

  // A disabled button says what is missing; a wrong sum has its own message. With a keypad, the first step needs no message.
  function waitingFor({ first, still, ...words }, wrong) {
    if (wrong) return numbers.fault(wrong, words);
    const [next] = missing();
    if (!next || sums().length || !still || (!isBegun() && shown("[data-keys]").length)) return "";
    return (isBegun() ? still : first).replace("%what%", labelOf(next));
  }

  function tell() {
    const line = form()?.querySelector("[data-range]");
    if (!line) return;
    for (const input of shown("input[data-most]")) mark(input, isWrong(input));
    const wrong = typed().find(isWrong);
    line.textContent = waitingFor(line.dataset, wrong);
    line.classList.toggle("soft", !wrong);
    line.hidden = !line.textContent;
  }

  function showAll() {
    if (!form()) return;
    form().querySelectorAll("[data-sum]").forEach(show);
    const send = form().querySelector("[data-send]");
    // An impossible hand is not sent: offline it would be refused only much later.
    const ready = !sums().length && !missing().length && typed().every((input) => accepts(input));
    if (send) send.disabled = !ready;
    tell();
    form().dispatchEvent(new CustomEvent("hand:typed", { bubbles: true, detail: { ready } }));
  }

  document.addEventListener("focusin", tell);
  for (const event of ["input", "change", "table:shown", "table:asked", "keys:shown"]) document.addEventListener(event, showAll);
  showAll();
  // Safari runs scripts before the style sheets are loaded: until then nothing is visible.
  if (form() && !form().checkVisibility()) addEventListener("load", showAll);
})();
