// Records that a form or a link is opening another page, so that no refresh changes this one meanwhile.
(() => {
  const PATIENCE = 30_000; // a form answered with a file does not leave the page
  const root = document.documentElement;
  let given;

  const stay = () => delete root.dataset.leaving;
  function leave() {
    root.dataset.leaving = "";
    clearTimeout(given);
    given = setTimeout(stay, PATIENCE);
  }

  addEventListener("submit", (event) => event.defaultPrevented || leave());
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (link && !link.target && !link.download && !event.defaultPrevented && !link.getAttribute("href").startsWith("#")) leave();
  });
  addEventListener("pageshow", stay);
})();
