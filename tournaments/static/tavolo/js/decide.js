// Leads a director from a row of the standings to a decision on whoever stands there: the rows are made once for everybody.
(() => {
  const { decide, words } = document.currentScript.dataset;

  function lead() {
    for (const name of document.querySelectorAll(".standings tbody th > a")) {
      if (name.parentElement.querySelector(".decide")) continue;
      const [, entry] = name.getAttribute("href").match(/(\d+)\/$/);
      const link = Object.assign(document.createElement("a"), { className: "decide no-print", href: `${decide}?entry=${entry}`, textContent: words });
      link.id = `decide-${entry}`;
      link.setAttribute("aria-label", `${words}: ${name.textContent.trim()}`);
      name.after(link);
    }
  }

  document.addEventListener("parts:shown", lead);
  lead();
})();
