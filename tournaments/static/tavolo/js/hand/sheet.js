// What a sheet does besides its numbers: steps beside a count, parts that only one can play.
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

  // Where only one can play a part, choosing another one lets the first go.
  document.addEventListener("change", ({ target }) => {
    if (target.type !== "radio" || !target.dataset.alone) return;
    for (const other of form().querySelectorAll(`[data-alone="${target.dataset.alone}"]:checked`)) {
      other.checked = other === target;
    }
  });
  document.addEventListener("table:shown", begin);
  begin();
})();

// Adds up a hand while it is typed, and shows what is left for the one number not typed yet.
// The server alone decides what a hand gives; it works the last number out once more.
(() => {
  const form = () => document.querySelector("form.tally-form");
  const { isBlank, valueOf, accepts, isWrong, isMissing } = numbers;
  const nameOf = (input) => input.labels[0].textContent.split(":")[0].trim();

  // Where something may be taken off, no number is worked out.
  function lessened({ sum, less }) {
    const chosen = less && form().elements[less];
    if (!chosen) return Number(sum);
    const value = chosen.type === "checkbox" ? (chosen.checked ? chosen.value : 0) : chosen.value;
    return Number(sum) - (Number(value) || 0);
  }

  function show(total) {
    const whole = lessened(total.dataset);
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
    total.hidden = false;
    total.classList.toggle("blank", blank.length === inputs.length);
    total.dataset.state = last || (rest === 0 && !blank.length) ? "right" : "wrong";
    total.textContent = text
      .replace("%total%", sum)
      .replace("%rest%", Math.abs(rest))
      .replace("%name%", name)
      .replace("%asked%", asked);
  }

  const shown = (selector) => [...form().querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const isUnsaid = (one) => {
    if ("chosen" in one.dataset) return !form().querySelector(`${one.dataset.chosen}:checked`);
    return "most" in one.dataset ? isMissing(one) : isBlank(one);
  };
  const missing = () => shown("[data-needed], [data-chosen]").filter(isUnsaid);
  const sums = () => shown("[data-sum][data-state=wrong]");
  const typed = () => shown("input[data-most]").filter((input) => !isBlank(input));
  const labelOf = (one) => (one.ariaLabel ?? (one.labels?.[0] ?? one).textContent).replace(/\s+/g, " ").trim();

  function mark(input, wrong) {
    if (wrong === "wrong" in input.dataset) return;
    input.toggleAttribute("data-wrong", wrong);
    if (wrong) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }

  // A button that cannot be pressed says what it waits for; a sum that is wrong says so itself.
  function waitingFor(words, wrong) {
    if (wrong) return numbers.fault(wrong, words);
    const [first] = missing();
    const isBegun = typed().length > 0 || !shown("[data-keys]").length;
    return first && isBegun && !sums().length && words.still ? words.still.replace("%what%", labelOf(first)) : "";
  }

  function tell() {
    const line = form()?.querySelector("[data-range]");
    if (!line) return;
    for (const input of shown("input[data-most]")) mark(input, isWrong(input));
    line.textContent = waitingFor(line.dataset, typed().find(isWrong));
    line.hidden = !line.textContent;
  }

  function showAll() {
    if (!form()) return;
    form().querySelectorAll("[data-sum]").forEach(show);
    const send = form().querySelector("[data-send]");
    // What cannot be right is not sent: offline nobody would say so until much later.
    const ready = !sums().length && !missing().length && typed().every((input) => accepts(input));
    if (send) send.disabled = !ready;
    tell();
    form().dispatchEvent(new CustomEvent("hand:typed", { bubbles: true, detail: { ready } }));
  }

  document.addEventListener("focusin", tell);
  for (const event of ["input", "change", "table:shown", "keys:shown"]) document.addEventListener(event, showAll);
  showAll();
  // Safari runs scripts before the style sheets are there: until then nothing can be seen.
  if (form() && !form().checkVisibility()) addEventListener("load", showAll);
})();
