// Shows that the server is working on a form that was sent, because the answer can take long.
(() => {
  const note = document.querySelector("[data-working]");
  addEventListener("submit", () => (note.textContent = note.dataset.working));
  addEventListener("pageshow", () => (note.textContent = ""));
})();
