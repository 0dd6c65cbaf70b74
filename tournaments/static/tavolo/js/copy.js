// Copies the text beside a button, if the browser lets scripts write to the clipboard.
(() => {
  for (const button of document.querySelectorAll("[data-copies]")) {
    button.hidden = !navigator.clipboard;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent.trim());
      document.getElementById("copied").textContent = button.dataset.done;
    });
  }
})();
