// Adds up a hand while it is typed, and shows what is left for the one number not typed yet.
// The server alone decides what a hand gives; it works the last number out once more.
(() => {
  const form = () => document.querySelector("form.tally-form");
  const number = (input) => (/^\s*\d{1,6}\s*$/.test(input.value) ? Number(input.value) : null);
  const isBlank = (input) => input.value.trim() === "";
  const nameOf = (input) => input.labels[0].textContent.split(":")[0].trim();

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
    const sum = inputs.reduce((so_far, input) => so_far + (number(input) ?? 0), 0);
    const rest = whole - sum;
    inputs.forEach((input) => input.removeAttribute("placeholder"));
    const last = inputs.length > 1 && blank.length === 1 && rest >= 0 && rest <= Number(blank[0].dataset.most) ? blank[0] : null;
    if (last) last.placeholder = rest;
    const { right, lacks, exceeds, leaves } = total.dataset;
    const text = last ? leaves : rest === 0 ? right : rest > 0 ? lacks : exceeds;
    total.hidden = blank.length === inputs.length;
    total.dataset.state = last || (rest === 0 && !blank.length) ? "right" : "wrong";
    total.textContent = text
      .replace("%total%", sum)
      .replace("%rest%", Math.abs(rest))
      .replace("%name%", last ? nameOf(last) : "");
  }

  // What cannot be right is not sent: offline nobody would say so until much later.
  function isReady() {
    const needed = [...form().querySelectorAll("input[data-needed]")].filter((input) => input.checkVisibility());
    const wrong = [...form().querySelectorAll("[data-sum][data-state=wrong]")].some((total) => total.checkVisibility());
    return !wrong && needed.every((input) => !isBlank(input) || input.placeholder !== "");
  }

  function showAll() {
    if (!form()) return;
    form().querySelectorAll("[data-sum]").forEach(show);
    const send = form().querySelector("[data-send]");
    const ready = isReady();
    if (send) send.disabled = !ready;
    form().dispatchEvent(new CustomEvent("hand:typed", { bubbles: true, detail: { ready } }));
  }

  for (const event of ["input", "change", "table:shown"]) document.addEventListener(event, showAll);
  showAll();
})();
