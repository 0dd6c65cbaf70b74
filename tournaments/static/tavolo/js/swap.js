// Tapping a second player exchanges the two at once, without scrolling the page.
(() => {
  const page = () => document.querySelector(".sections");
  const form = () => document.querySelector("[data-swap]");
  const taps = () => [...form().querySelectorAll("input[name=entry]")];
  let busy = false;

  const prepare = () => form()?.querySelector("button")?.setAttribute("hidden", "");

  // The message stays visible above the tables.
  function showNotes(notes) {
    notes.classList.add("status-note");
    form().before(notes);
  }

  // The seat tapped last keeps its position on the screen.
  function show(fresh, place) {
    const top = () => taps()[place].getBoundingClientRect().top;
    const before = top();
    const notes = fresh.querySelector(".notes");
    page().replaceWith(fresh.querySelector(".sections"));
    const changed = "[data-part=changed]"; // the reader's own exchange is not reported
    document.querySelector(changed).replaceWith(fresh.querySelector(changed));
    prepare();
    if (notes) showNotes(notes);
    taps()[place].focus({ preventScroll: true });
    scrollBy({ top: top() - before, behavior: "instant" });
  }

  async function exchange(tapped) {
    busy = true;
    try {
      const answer = await fetch(form().action, { method: "POST", body: new FormData(form()) });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (fresh.querySelector("[data-swap]")) show(fresh, taps().indexOf(tapped));
      else if (answer.ok) location.assign(answer.url);
      else document.documentElement.replaceWith(fresh.documentElement); // such as the page of a busy server
    } catch {
      form().submit();
    }
    busy = false;
  }

  prepare();
  document.addEventListener("change", ({ target }) => {
    if (!busy && target.matches("[data-swap] input") && form().querySelectorAll(":checked").length === 2) exchange(target);
  });
})();
