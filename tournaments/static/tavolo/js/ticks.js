// Checks people in, or marks them as paid, without a page load: a tap shows at once, and is reverted if it cannot be stored.
(() => {
  const list = document.querySelector("[data-ticks]");
  const count = () => document.getElementById("here");
  const failed = document.getElementById("not-stored");
  const lost = failed?.textContent;

  const isTicked = (button) => button.getAttribute("aria-pressed") === "true";

  // The digest of a part ends with its ticks, so the server does not send ticks that are already shown.
  function note(part) {
    const ticks = [...part.querySelectorAll("button.check")].map((button) => Number(isTicked(button))).join("");
    part.dataset.digest = part.dataset.digest.slice(0, -ticks.length) + ticks;
  }

  // Sums of money come from the server; the number of people checked in is counted here.
  function countOn() {
    const { one, many, others } = count().dataset;
    const here = Number(others) + list.querySelectorAll('[aria-pressed="true"]').length;
    count().textContent = here === 1 ? one : many.replace("0", here);
  }

  function show(button, isTickedNow) {
    const { tick, untick, ticked, unticked } = list.dataset;
    const [from, to] = isTickedNow ? [tick, untick] : [untick, tick];
    button.setAttribute("aria-pressed", isTickedNow);
    button.formAction = button.formAction.replace(`/${from}/`, `/${to}/`);
    button.querySelector(".unseen").textContent = isTickedNow ? ticked : unticked;
    if (!count()) return;
    note(button.closest("[data-part]"));
    countOn();
  }

  async function store(address, form) {
    const sent = { method: "POST", body: new FormData(form), headers: { Accept: "application/json" } };
    const answer = await fetch(address, sent);
    const reply = await answer.json();
    if (!answer.ok) throw new Error("refused", { cause: reply.problems.join(" ") });
  }

  // Returns whether it was stored; the reason is shown at the top of the visible part.
  async function isStored(address, form) {
    try {
      await store(address, form);
      failed.hidden = true;
    } catch ({ cause }) {
      failed.textContent = cause ?? lost;
      failed.hidden = false;
    }
    return failed.hidden;
  }

  // A pending answer may not include this tap.
  const touch = () => document.dispatchEvent(new Event("parts:touched"));
  const stale = () => document.dispatchEvent(new Event("parts:stale"));

  // Shows the new state at once, and the former one if it could not be stored.
  async function tick(pressed, buttons, isTickedNow, busy = buttons) {
    const { form, formAction } = pressed;
    touch();
    for (const button of busy) button.setAttribute("aria-busy", "true");
    for (const button of buttons) show(button, isTickedNow);
    if (!(await isStored(formAction, form))) for (const button of buttons) show(button, !isTickedNow);
    touch();
    for (const button of busy) button.removeAttribute("aria-busy");
    if (!count()) stale();
  }

  const tickOne = (button) => tick(button, [button], !isTicked(button));

  async function tickAll(button, isHere) {
    const others = [...list.querySelectorAll(`button.check[aria-pressed="${!isHere}"]`)];
    await tick(button, others, isHere, [button, ...others]);
    document.querySelector("input[name=here]").checked = isHere;
    stale();
  }

  // A typed amount: its details element closes when it is stored.
  async function fill(form) {
    if (!(await isStored(form.action, form))) return;
    for (const input of form.querySelectorAll("input")) input.defaultValue = input.value;
    form.closest("details").open = false;
    stale();
  }

  const everybody = /\/everybody\/(here|away)\//;

  function act(form, button) {
    const all = button?.formAction.match(everybody);
    if (all) return () => tickAll(button, all[1] === "here");
    if (button?.matches(".check")) return () => tickOne(button);
    return form.matches("[data-fill]") ? () => fill(form) : null;
  }

  list?.closest(".columns").addEventListener("submit", (event) => {
    const { target, submitter } = event;
    const acts = act(target, submitter);
    if (!acts) return;
    event.preventDefault();
    if (!submitter?.hasAttribute("aria-busy")) acts();
  });
})();
