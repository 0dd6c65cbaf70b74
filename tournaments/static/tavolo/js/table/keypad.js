// The keypad: digits go into the marked cell, a full one leads on, the last of a sum is derived.
(() => {
  const form = () => document.querySelector("form[data-journal]");
  const cells = () => [...form().querySelectorAll("[data-cell][data-needed]")];
  const here = () => form().querySelector("[data-cell].here");
  const most = (cell) => Number(cell.dataset.most);
  let fresh = false;
  const tell = (cell) => cell.dispatchEvent(new Event("input", { bubbles: true }));

  function mark(cell) {
    here()?.classList.remove("here");
    cell?.classList.add("here");
  }

  function onward() {
    const all = cells();
    const from = all.indexOf(here());
    const turn = [...all.slice(from + 1), ...all.slice(0, from + 1)];
    mark(turn.find((cell) => cell.value === "" || "derived" in cell.dataset) ?? here());
    if (all.every((cell) => cell.value !== "")) mark(null);
  }

  function isFull(cell) {
    return cell.value === "0" || Number(cell.value) * 10 > most(cell);
  }

  function press(key) {
    const cell = here() ?? cells().at(-1);
    mark(cell);
    if (key === "next") return onward();
    const old = fresh || "derived" in cell.dataset ? "" : cell.value;
    fresh = false;
    const typed = key === "back" ? old.slice(0, -1) : old + key;
    if (Number(typed) > most(cell)) return;
    delete cell.dataset.derived;
    cell.value = typed;
    tell(cell);
    if (key !== "back" && isFull(cell)) onward();
  }

  function column() {
    const lines = form().querySelector("[data-total]");
    if (!lines) return null;
    const field = lines.dataset.column;
    return { whole: Number(lines.dataset.total), all: cells().filter((cell) => cell.dataset.field === field) };
  }

  // Where one number alone is missing it is the rest, and shown as such; its owner is asked.
  function derive() {
    const sum = column();
    if (!sum) return;
    const typed = sum.all.filter((cell) => cell.value !== "" && !("derived" in cell.dataset));
    const open = sum.all.filter((cell) => !typed.includes(cell));
    const total = typed.reduce((so_far, cell) => so_far + (Number.parseInt(cell.value, 10) || 0), 0);
    for (const cell of open) {
      cell.value = "";
      delete cell.dataset.derived;
    }
    const rest = sum.whole - total;
    const settled = here() === null || !typed.includes(here()) || isFull(here()) || here().value === "";
    if (open.length === 1 && settled && rest >= 0 && rest <= most(open[0])) {
      open[0].value = String(rest);
      open[0].dataset.derived = "";
    }
    say(sum, total, open);
  }

  function say({ whole, all }, typed, open) {
    const line = form().querySelector("[data-sum]");
    const given = all.find((cell) => "derived" in cell.dataset);
    const total = given ? whole : typed;
    line.hidden = open.length === all.length;
    line.dataset.state = total === whole ? "right" : "wrong";
    const { right, lacks, exceeds, derived } = line.dataset;
    const sentence = given ? derived : total === whole ? right : total < whole ? lacks : exceeds;
    const name = given?.closest("[data-side]").querySelector(".name").textContent.trim();
    const rest = given ? given.value : Math.abs(whole - total);
    line.textContent = sentence.replace("%total%", total).replace("%rest%", rest).replace("%name%", name);
  }

  function refresh() {
    derive();
    const needed = cells();
    const filled = needed.every((cell) => cell.value !== "");
    if (filled) mark(null);
    form().querySelector("[data-send]").disabled = !filled;
    form().dispatchEvent(new CustomEvent("table:typed", { bubbles: true, detail: { filled } }));
  }

  function begin() {
    if (!form()) return;
    form().querySelector("[data-keypad]").hidden = cells().length === 0;
    form().querySelector("[data-no-script]").hidden = true;
    for (const cell of form().querySelectorAll("[data-cell][data-needed]")) cell.inputMode = "none";
    mark(cells().find((cell) => cell.value === ""));
    refresh();
  }

  document.addEventListener("click", ({ target }) => {
    const key = target.closest?.("[data-key]");
    if (!key) return;
    press(key.dataset.key);
    refresh();
  });
  document.addEventListener("focusin", ({ target }) => {
    if (!target.matches?.("[data-cell][data-needed]")) return;
    mark(target);
    fresh = true;
  });
  document.addEventListener("input", ({ target, isTrusted }) => {
    fresh = false;
    if (!isTrusted || !target.closest?.("form[data-journal]")) return;
    if (target.matches("[data-cell]")) delete target.dataset.derived;
    refresh();
  });
  document.addEventListener("table:shown", begin);
  begin();
})();
