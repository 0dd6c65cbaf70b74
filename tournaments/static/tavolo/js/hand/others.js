// A sheet follows what others enter at this table: rows in which nobody types are those that the server has.
(() => {
  const sheet = document.querySelector("[data-others]");
  if (!sheet) return;
  let mark = null;
  let asking = false;

  const isTyped = (one) => (one.type === "radio" || one.type === "checkbox" ? one.checked !== one.defaultChecked : one.value !== one.defaultValue);
  const fieldsOf = (row) => [...row.querySelectorAll("input:not([type=hidden]), select, textarea")];
  const isBegun = (row) => "typed" in row.dataset || fieldsOf(row).some(isTyped);
  const rowOf = (page, hand) => page.querySelector(`#grid tr[data-hand="${hand}"]`);

  // As the server sent it: what scripts mark fields and rows with makes no other row of it.
  function plain(part) {
    const copy = part.cloneNode(true);
    for (const one of [copy, ...fieldsOf(copy)]) for (const mark of ["inputmode", "data-fresh", "tabindex", "style"]) one.removeAttribute(mark);
    return copy;
  }

  // Whoever was in a part stays there: in the same field as he stood in it, else in the part that took its place.
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

  // Rows in which something is typed stay, but for the one that the server answered, and so does what it said of them.
  function takeRows(page, answered = null) {
    for (const fresh of [...page.querySelectorAll("#grid tr[data-hand]:not([data-open])")]) {
      const old = rowOf(document, fresh.dataset.hand);
      if (!old) document.querySelector("#grid > tbody").append(fresh);
      else if (old === answered || !(old.matches("[data-open], [data-differs]") || isBegun(old))) replace(old, fresh);
    }
    for (const part of ["#grid > tfoot", "#further"]) replace(document.querySelector(part), page.querySelector(part));
    document.dispatchEvent(new Event("rows:taken"));
  }

  // The open row stays as long as something is typed in it; what was entered meanwhile opens the next.
  function isPast(page) {
    const open = document.querySelector("#grid tr[data-open]");
    return open && rowOf(page, open.dataset.hand)?.matches("[data-stands]") && !location.search && !isBegun(open);
  }

  // Whatever is typed or chosen anywhere on the page, such as rows that are pasted.
  function isFilling() {
    const typed = (one) => one.value !== one.defaultValue || one.checked !== one.defaultChecked;
    return [...document.querySelectorAll("main :is(input:not([type=hidden]), textarea)")].some(typed);
  }

  async function ask() {
    const headers = mark ? { "If-None-Match": mark } : {};
    const answer = await fetch(sheet.dataset.others, { headers, cache: "no-store" });
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
      // Out of reach for now: the next question comes soon enough.
    }
    asking = false;
  }

  document.addEventListener("rows:answered", ({ detail: { page, answered } }) => takeRows(page, answered));
  new Worker(sheet.dataset.pulse).addEventListener("message", follow);
})();
