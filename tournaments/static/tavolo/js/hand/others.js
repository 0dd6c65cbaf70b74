// A sheet follows what others enter at this table: rows in which nobody types are those that the server has.
(() => {
  const sheet = document.querySelector("[data-others]");
  if (!sheet) return;
  let mark = null;
  let asking = false;

  const isTyped = (one) => (one.type === "radio" || one.type === "checkbox" ? one.checked !== one.defaultChecked : one.value !== one.defaultValue);
  const isBegun = (row) => [...row.querySelectorAll("input:not([type=hidden]), select, textarea")].some(isTyped);
  const rowOf = (page, hand) => page.querySelector(`#grid tr[data-hand="${hand}"]`);

  // The open row stays as long as something is typed in it; what was entered meanwhile opens the next.
  function takeRows(page) {
    const open = document.querySelector("#grid tr[data-open]");
    if (open && rowOf(page, open.dataset.hand)?.matches("[data-stands]") && !location.search && !isBegun(open)) return location.reload();
    for (const fresh of [...page.querySelectorAll("#grid tr[data-hand]:not([data-open])")]) {
      const old = rowOf(document, fresh.dataset.hand);
      if (old && old !== open && !old.isEqualNode(fresh)) old.replaceWith(fresh);
    }
    for (const part of ["#grid > tfoot", "#further"]) document.querySelector(part)?.replaceWith(page.querySelector(part));
  }

  async function ask() {
    const headers = mark ? { "If-None-Match": mark } : {};
    const answer = await fetch(sheet.dataset.others, { headers, cache: "no-store" });
    if (answer.status === 304 || !answer.ok || answer.redirected) return;
    mark = answer.headers.get("ETag");
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.getElementById("grid")) return;
    if (sheet.matches("form")) document.dispatchEvent(new CustomEvent("others:entered", { detail: page }));
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

  new Worker(sheet.dataset.pulse).addEventListener("message", follow);
})();
