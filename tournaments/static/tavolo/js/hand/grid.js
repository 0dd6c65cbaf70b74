// Enters the hands of a table row by row: Enter goes to the next field, and a full row is sent and answered beside it.
(() => {
  const form = document.querySelector("form.hand-grid");
  if (!form) return;
  const grid = () => document.getElementById("grid");
  const words = () => grid().dataset;
  const rowOf = (element) => element.closest("tr[data-hand]");
  const inputsOf = (row) => [...row.querySelectorAll("input")];
  const { isBlank, valueOf, accepts, isWrong, isDone } = numbers;
  const isUsual = (input) => !("needed" in input.dataset);
  const typed = (row) => inputsOf(row).map((input) => input.value).join();
  const isBegun = (row) => "typed" in row.dataset || inputsOf(row).some((input) => input.value !== input.defaultValue);

  // For each column of a row: the remainder for the last player, or the error of the sum.
  function addUp(row) {
    const said = [];
    for (const name of new Set(inputsOf(row).map((input) => input.dataset.of))) {
      const whole = Number(row.getAttribute(`data-sum-${name}`) ?? NaN);
      const column = inputsOf(row).filter((input) => input.dataset.of === name);
      column.forEach((input) => input.removeAttribute("placeholder"));
      const blank = column.filter(isBlank);
      const sum = column.reduce((sum, input) => sum + (valueOf(input) ?? 0), 0);
      const rest = whole - sum;
      if (Number.isNaN(whole) || blank.length === column.length) continue;
      const fits = column.length > 1 && blank.length === 1 && accepts(blank[0], rest);
      if (fits) blank[0].placeholder = rest;
      else said.push([rest === 0 ? "right" : rest > 0 ? "lacks" : "exceeds", sum, Math.abs(rest)]);
    }
    return said;
  }

  function say(row, text, state = "") {
    const said = row.querySelector(".said");
    said.dataset.state = state;
    said.textContent = text;
  }

  function tellSums(row) {
    const said = addUp(row).map(([kind, sum, rest]) => [kind, words()[kind].replace("%total%", sum).replace("%rest%", rest)]);
    const wrong = inputsOf(row).find(isWrong);
    if (wrong) return say(row, numbers.fault(wrong, words()), "wrong");
    const right = said.every(([kind]) => kind === "right");
    say(row, said.length ? said.map(([, text]) => text).join(" · ") : words().unsaved, right ? "right" : "wrong");
  }

  const isFull = (row) => inputsOf(row).every((input) => isDone(input) || isUsual(input));
  // Optional fields after the last points, such as marriages, are reached before the row is sent.
  const isLast = (input, after) => !after || rowOf(after) !== rowOf(input) || !inputsOf(rowOf(input)).some(isUsual);

  // A remainder fits nearly every sum, so a corrected row is sent only at its last field.
  function isPassed(input) {
    const inputs = inputsOf(rowOf(input));
    return !inputs.some(isBlank) || inputs.slice(inputs.indexOf(input) + 1).every(isBlank);
  }

  async function ask(fields) {
    const answer = await fetch(form.action || location.href, { method: "POST", body: new URLSearchParams(fields) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.getElementById("grid")) throw new Error(`answered ${answer.status}`);
    return page;
  }

  // The answer has the hands that others entered; values typed since then are kept.
  function take(page, sent) {
    const answered = typed(sent.row) === sent.typed ? sent.row : null;
    document.dispatchEvent(new CustomEvent("rows:answered", { detail: { page, answered } }));
    document.querySelector("#further a")?.focus();
  }

  // Sends a row that waited for the one before it.
  function saveNext(row) {
    const next = grid().querySelector(`tr[data-hand="${Number(row.dataset.hand) + 1}"][data-typed]`);
    const isSaved = grid().querySelector(`tr[data-hand="${row.dataset.hand}"][data-stands]`);
    if (next && isSaved && isFull(next)) save(next);
  }

  // Rows are sent one after the other: hand 3 is refused before hand 2 is stored.
  let last = Promise.resolve();
  function save(row) {
    say(row, words().saving);
    last = last.then(() => row.isConnected && send(row));
  }

  async function send(row) {
    const sent = { row, typed: typed(row) };
    const named = inputsOf(row).map((input) => [input.name, input.value]);
    try {
      take(await ask([["csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value], ["do", "save"], ...named]), sent);
      saveNext(row);
    } catch {
      say(row, words().offline, "wrong");
    }
  }

  function goOn(input) {
    const row = rowOf(input);
    const all = [...grid().querySelectorAll("input")];
    const after = all[all.indexOf(input) + 1];
    const isTyped = isFull(row) && isLast(input, after) && isPassed(input);
    if (after && !isTyped) return after.focus();
    const next = all.find((one) => rowOf(one) !== row && all.indexOf(one) > all.indexOf(input));
    if (isFull(row)) save(row);
    (next ?? form.querySelector(".buttons button")).focus();
  }

  function move(input, by) {
    const place = Math.max(0, inputsOf(rowOf(input)).indexOf(input));
    let row = rowOf(input);
    do row = by > 0 ? row.nextElementSibling : row.previousElementSibling; while (row && !inputsOf(row).length);
    if (row) inputsOf(row)[place]?.focus();
  }

  async function paste(text, row) {
    const fields = [...new FormData(form), ["do", "paste"], ["at", row.dataset.hand]].filter(([name]) => name !== "pasted");
    try {
      const page = await ask([...fields, ["pasted", text]]);
      grid().replaceWith(page.getElementById("grid"));
      form.querySelector(".buttons button").focus();
    } catch {
      say(row, words().offline, "wrong");
    }
  }

  form.addEventListener("input", ({ target }) => rowOf(target) && tellSums(rowOf(target)));
  form.addEventListener("focusin", ({ target }) => rowOf(target) && target.select?.());
  form.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (!target.matches(".grid input, .grid tr")) return;
    const move_by = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (key !== "Enter" && !move_by) return;
    event.preventDefault();
    if (move_by) move(target, move_by);
    else if (target.matches("input")) goOn(target);
  });
  form.addEventListener("paste", (event) => {
    const text = event.clipboardData.getData("text");
    if (!rowOf(event.target) || !/[\t;\n]/.test(text.trim())) return;
    event.preventDefault();
    paste(text, rowOf(event.target));
  });

  let isSent = false;
  form.addEventListener("submit", () => (isSent = true));
  addEventListener("beforeunload", (event) => {
    if (!isSent && [...grid().tBodies[0].rows].some(isBegun)) event.preventDefault();
  });
  (grid().querySelector("input") ?? form.querySelector("#further a"))?.focus();
})();
