// Ticks people off without another page: a tap shows at once, and is taken back where it could not be stored.
(() => {
  const list = document.querySelector("[data-ticks]");
  const form = list?.closest("form");
  const count = () => document.getElementById("here");
  const failed = document.getElementById("not-stored");

  const isTicked = (button) => button.getAttribute("aria-pressed") === "true";

  // The digest of a part ends with its ticks: what is shown already is not sent again.
  function note(part) {
    const ticks = [...part.querySelectorAll("button.check")].map((button) => Number(isTicked(button))).join("");
    part.dataset.digest = part.dataset.digest.slice(0, -ticks.length) + ticks;
  }

  function show(button, isHere) {
    button.setAttribute("aria-pressed", isHere);
    button.formAction = button.formAction.replace(/check-(in|out)/, isHere ? "check-out" : "check-in");
    button.querySelector(".unseen").textContent = isHere ? list.dataset.here : list.dataset.away;
    note(button.closest("[data-part]"));
    const { one, many, others } = count().dataset;
    const here = Number(others) + list.querySelectorAll('[aria-pressed="true"]').length;
    count().textContent = here === 1 ? one : many.replace("0", here);
  }

  async function store(address) {
    const sent = { method: "POST", body: new FormData(form), headers: { Accept: "application/json" } };
    const answer = await fetch(address, sent);
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.problems.join(" "));
  }

  // What is on its way from the server may not know of this tap yet.
  const touch = () => document.dispatchEvent(new Event("parts:touched"));

  // Shows these as they will be, and as they were where that could not be stored.
  async function tick(address, buttons, isHere, busy = buttons) {
    touch();
    for (const button of busy) button.setAttribute("aria-busy", "true");
    for (const button of buttons) show(button, isHere);
    try {
      await store(address);
      failed.hidden = true;
    } catch {
      for (const button of buttons) show(button, !isHere);
      failed.hidden = false;
    }
    touch();
    for (const button of busy) button.removeAttribute("aria-busy");
  }

  const tickOne = (button) => tick(button.formAction, [button], !isTicked(button));

  async function tickAll(button, isHere) {
    const others = [...list.querySelectorAll(`button.check[aria-pressed="${!isHere}"]`)];
    await tick(button.formAction, others, isHere, [button, ...others]);
    document.querySelector("input[name=here]").checked = isHere;
    document.dispatchEvent(new Event("parts:stale"));
  }

  form?.addEventListener("submit", (event) => {
    const button = event.submitter;
    const everybody = button?.formAction.match(/\/everybody\/(here|away)\//);
    if (!everybody && !button?.matches(".check")) return;
    event.preventDefault();
    if (button.hasAttribute("aria-busy")) return;
    if (everybody) tickAll(button, everybody[1] === "here");
    else tickOne(button);
  });
})();
