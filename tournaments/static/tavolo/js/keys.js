// A keypad for thumbs: a number that can have no further digit goes on at once, others wait.
// Whoever has real keys goes on by Tab or Enter.
(() => {
  const form = document.querySelector(".tally-form");
  const keys = form?.querySelector("[data-keys]");
  const inputs = [...(form?.querySelectorAll("input[data-most]") ?? [])];
  if (!keys || !inputs.length) return;
  keys.hidden = false;
  const next = keys.querySelector("[data-key=next]");
  const save = form.querySelector("[data-onward]");
  let current = inputs.find((input) => input === document.activeElement) ?? inputs[0];

  // A phone's own keyboard would lie over the lines.
  if (keys.checkVisibility()) inputs.forEach((input) => input.setAttribute("inputmode", "none"));

  const isDone = (input) => input.value.trim() !== "" || input.placeholder !== "";
  const needsMore = (input) => input.checkVisibility() && !isDone(input);
  const isFull = ({ value, dataset }) => /^\d+$/.test(value) && (Number(value) === 0 || Number(value) * 10 > Number(dataset.most));

  function onward() {
    const after = [...inputs.slice(inputs.indexOf(current) + 1), ...inputs];
    const wanted = after.find(needsMore);
    wanted?.focus();
    return wanted;
  }

  function look() {
    const done = !inputs.some(needsMore);
    next.classList.toggle("done", done);
    next.textContent = done ? save.textContent : next.dataset.next;
  }

  function type(key) {
    const fresh = current.dataset.fresh === "yes";
    if (key === "back") current.value = fresh ? "" : current.value.slice(0, -1);
    else current.value = fresh ? key : (current.value + key).slice(0, 6);
    delete current.dataset.fresh;
    current.dispatchEvent(new Event("input", { bubbles: true }));
    if (key !== "back" && isFull(current)) onward();
  }

  form.addEventListener("focusin", ({ target }) => {
    if (!inputs.includes(target)) return;
    current = target;
    // The first digit over a number that stands there replaces it.
    if (target.value) target.dataset.fresh = "yes";
    target.select();
  });
  form.addEventListener("input", look);
  form.addEventListener("toggle", look, true);
  keys.addEventListener("pointerdown", (event) => event.preventDefault());
  keys.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-key]")?.dataset.key;
    if (!key) return;
    if (key !== "next") return void (current.focus(), type(key));
    if (next.classList.contains("done")) form.requestSubmit(save);
    else onward();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !inputs.includes(event.target)) return;
    if (onward()) event.preventDefault();
  });
  look();
  if (!form.querySelector(".faults")) (inputs.find(needsMore) ?? current).focus({ preventScroll: true });
})();
