// A keypad for thumbs: a number that can have no further digit goes on at once, others wait.
// Whoever has real keys goes on by Tab or Enter.
(() => {
  const form = () => document.querySelector("form.tally-form");
  const keypad = () => form()?.querySelector("[data-keys]");
  const inputs = () => [...(form()?.querySelectorAll("input[data-most]") ?? [])];
  let current;
  let begun = false;

  const isDone = (input) => input.value.trim() !== "" || input.placeholder !== "";
  const needsMore = (input) => input.checkVisibility() && !isDone(input);
  const isFull = ({ value, dataset }) => /^\d+$/.test(value) && (Number(value) === 0 || Number(value) * 10 > Number(dataset.most));
  const following = () => {
    const all = inputs().filter((input) => input.checkVisibility());
    const here = all.indexOf(current);
    return [...all.slice(here + 1), ...all.slice(0, here + 1)];
  };

  function onward() {
    const wanted = following().find(needsMore);
    wanted?.focus();
    return wanted;
  }

  function goBack() {
    const all = inputs().filter((input) => input.checkVisibility());
    all[all.indexOf(current) - 1]?.focus();
  }

  function type(key) {
    if (key === "back" && current.value === "") goBack();
    const fresh = current.dataset.fresh === "yes";
    if (key !== "back" && !fresh && isFull(current)) return;
    if (key === "back") current.value = fresh ? "" : current.value.slice(0, -1);
    else current.value = fresh ? key : current.value + key;
    delete current.dataset.fresh;
    current.dispatchEvent(new Event("input", { bubbles: true }));
    if (key === "back" || !isFull(current) || onward()) return;
    // Where a hand that stands is changed, each number has one to replace: the next line's turn.
    if (current.defaultValue) inputs()[inputs().indexOf(current) + 1]?.focus();
  }

  function press(key) {
    if (key === "next") return onward() ?? following()[0]?.focus();
    current.focus();
    type(key);
  }

  function take(input) {
    current = input;
    // The first digit over a number that stands there replaces it.
    if (input.value) input.dataset.fresh = "yes";
  }

  function begin() {
    begun = false;
    const all = inputs();
    const first = all.find((input) => input === document.activeElement) ?? all.find(needsMore) ?? all[0];
    if (!keypad() || !first) return;
    // A page that is not in front yet hears nothing of its own focus.
    take(first);
    keypad().hidden = false;
    // A phone's own keyboard would lie over the lines.
    if (keypad().checkVisibility()) all.forEach((input) => input.setAttribute("inputmode", "none"));
    // Where parts are to be chosen first, faults read or hands compared, the numbers can wait.
    const top = form().querySelector("input[data-most], .pick");
    if (top.matches("input") && !form().querySelector(".faults, .matter")) current.focus({ preventScroll: true });
    if (first === document.activeElement) first.select();
    begun = true;
  }

  document.addEventListener("focusin", ({ target }) => {
    if (!target.matches("form.tally-form :is(input, select)")) return;
    // Only another field lets the keypad go: a button must not move from under the thumb.
    const typed = form().classList.contains("typing");
    form().classList.toggle("typing", "most" in target.dataset);
    if (!("most" in target.dataset)) return;
    // The keypad that comes back under the thumb must not lie over what was tapped.
    if (begun && !typed) target.scrollIntoView({ block: "nearest" });
    take(target);
    target.select();
  });
  document.addEventListener("pointerdown", (event) => event.target.closest("[data-key]") && event.preventDefault());
  document.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-key]")?.dataset.key;
    if (key && current) press(key);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && inputs().includes(event.target) && onward()) event.preventDefault();
  });
  document.addEventListener("table:shown", begin);
  begin();
})();
