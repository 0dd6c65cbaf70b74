// Updates a table's sheet with hands that others enter; rows with typed values are kept.
(() => {
  const sheet = document.querySelector("[data-others]");
  if (!sheet) return;
  const PATIENCE = 15_000;
  let mark = null;
  let asking = false;

  const isTyped = (one) => (one.type === "radio" || one.type === "checkbox" ? one.checked !== one.defaultChecked : one.value !== one.defaultValue);
  const fieldsOf = (row) => [...row.querySelectorAll("input:not([type=hidden]), select, textarea")];
  const isBegun = (row) => "typed" in row.dataset || fieldsOf(row).some(isTyped);
  const rowOf = (page, hand) => page.querySelector(`#grid tr[data-hand="${hand}"]`);

  // Compares rows as the server sent them, without the marks that scripts add.
  function plain(part) {
    const copy = part.cloneNode(true);
    for (const one of [copy, ...fieldsOf(copy)]) for (const mark of ["inputmode", "data-fresh", "tabindex", "style"]) one.removeAttribute(mark);
    return copy;
  }

  // The focus stays in the same field, or in the part that replaced it.
  function stay({ id, value, selectionStart, selectionEnd }, made) {
    const again = id && document.getElementById(id);
    if (!again) made.tabIndex = -1;
    (again || made).focus({ preventScroll: true });
    if (again && again.value && again.value === value) again.setSelectionRange(selectionStart, selectionEnd);
  }

  function replace(old, made) {
    if (plain(old).isEqualNode(plain(made))) return;
    const held = document.activeElement;
    const wasIn = old.contains(held);
    old.replaceWith(made);
    if (wasIn) stay(held, made);
  }

  // Rows with typed values and their messages are kept, except the row that the server answered.
  function takeRows(page, answered = null) {
    for (const fresh of [...page.querySelectorAll("#grid tr[data-hand]:not([data-open])")]) {
      const old = rowOf(document, fresh.dataset.hand);
      if (!old) document.querySelector("#grid > tbody").append(fresh);
      else if (old === answered || !(old.matches("[data-open], [data-differs]") || isBegun(old))) replace(old, fresh);
    }
    for (const part of ["#grid > tfoot", "#further"]) replace(document.querySelector(part), page.querySelector(part));
    document.dispatchEvent(new Event("rows:taken"));
  }

  // The open row is kept while it has typed values; otherwise the next row opens.
  function isPast(page) {
    const open = document.querySelector("#grid tr[data-open]");
    return open && rowOf(page, open.dataset.hand)?.matches("[data-stands]") && !location.search && !isBegun(open);
  }

  // Whether anything is typed or chosen on the page, such as pasted rows.
  function isFilling() {
    const typed = (one) => one.value !== one.defaultValue || one.checked !== one.defaultChecked;
    return [...document.querySelectorAll("main :is(input:not([type=hidden]), textarea)")].some(typed);
  }

  async function ask() {
    const headers = mark ? { "If-None-Match": mark } : {};
    const answer = await fetch(sheet.dataset.others, { headers, signal: AbortSignal.timeout(PATIENCE), cache: "no-store" });
    if (answer.status === 304 || !answer.ok || answer.redirected) return;
    mark = answer.headers.get("ETag");
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.getElementById("grid")) return;
    if ("leaving" in document.documentElement.dataset) return;
    if (isPast(page) && !isFilling()) location.reload();
    else takeRows(page);
  }

  async function follow() {
    if (asking) return;
    asking = true;
    try {
      await ask();
    } catch {
      // The server is out of reach: the next request follows soon.
    }
    asking = false;
  }

  document.addEventListener("rows:answered", ({ detail: { page, answered } }) => takeRows(page, answered));
  new Worker(sheet.dataset.pulse).addEventListener("message", follow);
})();
