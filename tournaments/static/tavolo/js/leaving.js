// Notes that a form or a link takes the reader elsewhere: until then no refresh changes the page or leaves it.
(() => {
  const PATIENCE = 30_000; // a form whose answer is a file leaves nothing
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
