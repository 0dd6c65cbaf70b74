// The second player tapped sends the form: they change places at once.
(() => {
  const form = document.querySelector("[data-swap]");
  form?.querySelector("button")?.setAttribute("hidden", "");
  form?.addEventListener("change", () => {
    if (form.querySelectorAll(":checked").length === 2) form.requestSubmit();
  });
})();
