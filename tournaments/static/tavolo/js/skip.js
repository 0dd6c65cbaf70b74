// Skips to the content without adding "#main" to the address, where it would take the focus on every later page.
document.addEventListener("click", (event) => {
  if (!event.target.closest(".skip")) return;
  event.preventDefault();
  document.getElementById("main").focus();
});
