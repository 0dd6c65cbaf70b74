// Keeps the page as the table is: forms go without a new page, and what changed is fetched.
(() => {
  const part = () => document.getElementById("table");
  const line = document.getElementById("journal");
  const words = line?.dataset;

  function isTyped() {
    const cells = [...document.querySelectorAll("form[data-journal] [data-cell][data-needed]")];
    return cells.some((cell) => cell.value !== cell.defaultValue);
  }

  function show(page) {
    const fresh = new DOMParser().parseFromString(page, "text/html");
    const table = fresh.getElementById("table");
    if (!table) return location.reload();
    part().replaceWith(table);
    document.querySelector(".notes")?.remove();
    const notes = fresh.querySelector(".notes");
    if (notes) line.before(notes);
    document.querySelector(".mast").replaceWith(fresh.querySelector(".mast"));
    document.title = fresh.title;
    document.dispatchEvent(new Event("table:shown"));
    scrollTo(0, 0);
  }

  function tellAway() {
    line.hidden = false;
    line.dataset.state = "away";
    line.textContent = words.away;
  }

  async function go(address, options) {
    const answer = await fetch(address, options);
    const page = await answer.text();
    if (answer.redirected || options?.method !== "POST") history.replaceState(null, "", answer.url);
    show(page);
  }

  async function ask() {
    const { news, mark } = part().dataset;
    if (!news || document.hidden) return;
    const answer = await fetch(news, { headers: { Accept: "application/json" } });
    if (answer.ok && (await answer.json()).mark !== mark) stale();
  }

  function stale(once) {
    if (!once && isTyped()) return offer();
    go(once ? location.pathname.replace(/\/hands\/.*/, "") : location.href).catch(() => {});
  }

  function offer() {
    if (line.querySelector("button")) return;
    line.hidden = false;
    line.dataset.state = "news";
    line.textContent = `${words.news} `;
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: words.show });
    button.className = "button plain";
    button.addEventListener("click", () => {
      line.hidden = true;
      line.textContent = "";
      go(location.pathname.replace(/\/hands\/.*/, "")).catch(tellAway);
    });
    line.append(button);
  }

  async function again() {
    await ask().catch(() => {});
    const pace = "eager" in part().dataset ? 2500 : 8000;
    setTimeout(again, pace * (0.8 + 0.4 * Math.random()));
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("form[data-journal], .foot form") || !form.closest("#table")) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, event.submitter));
    go(form.action, { method: "POST", body }).catch(tellAway);
  });
  document.addEventListener("table:stale", ({ detail }) => stale(detail?.at === "once"));
  document.addEventListener("visibilitychange", () => document.hidden || ask().catch(() => {}));
  if (part()) setTimeout(again, 2000);
})();
