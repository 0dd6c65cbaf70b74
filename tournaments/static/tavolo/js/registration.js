// Ticks people off without another page: a tap shows at once, and is taken back where it could not be stored.
(() => {
  const list = document.querySelector("[data-ticks]");
  const form = list?.closest("form");
  const count = () => document.getElementById("here");
  const failed = document.getElementById("not-stored");

  function show(button, isHere) {
    button.setAttribute("aria-pressed", isHere);
    button.formAction = button.formAction.replace(/check-(in|out)/, isHere ? "check-out" : "check-in");
    button.querySelector(".unseen").textContent = isHere ? list.dataset.here : list.dataset.away;
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

  async function tick(button) {
    touch();
    const isHere = button.getAttribute("aria-pressed") !== "true";
    const address = button.formAction;
    button.setAttribute("aria-busy", "true");
    show(button, isHere);
    try {
      await store(address);
      failed.hidden = true;
    } catch {
      show(button, !isHere);
      failed.hidden = false;
    }
    touch();
    button.removeAttribute("aria-busy");
  }

  form?.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button?.matches(".check")) return;
    event.preventDefault();
    if (!button.hasAttribute("aria-busy")) tick(button);
  });
})();
