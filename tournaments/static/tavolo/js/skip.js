// Skips to the content without leaving "#main" in the address: there it would keep every later page from its own focus.
document.addEventListener("click", (event) => {
  if (!event.target.closest(".skip")) return;
  event.preventDefault();
  document.getElementById("main").focus();
});
