// Searches for a table while a name is typed; without scripts the form requests the same page.
(() => {
  const form = document.querySelector("form.find");
  if (!form) return;
  let waiting;

  function find() {
    const asked = new URLSearchParams(new FormData(form));
    const address = `${location.pathname}?${asked}`;
    history.replaceState(null, "", address);
    document.dispatchEvent(new CustomEvent("live:wanted", { detail: address }));
  }

  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(find, 250);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(waiting);
    find();
  });
})();
