// Shows that a large print-out is being made, and leads to it when it is done; a small one comes at once as any page does.
(() => {
  const LARGE = 60; // tables: below, paper takes less than half a second
  const place = document.querySelector("[data-printing]");
  if (!place) return;
  const [making, made, failed] = ["making", "made", "failed"].map((name) => place.querySelector(`[data-${name}]`));
  const words = making.textContent;
  let address = "";

  function show(part) {
    for (const each of [making, made, failed]) each.hidden = each !== part;
  }

  async function make(link) {
    making.textContent = words.replace("%tables%", link.dataset.tables);
    show(making);
    try {
      const answer = await fetch(link.href);
      if (!answer.ok) throw new Error(answer.status);
      URL.revokeObjectURL(address);
      address = URL.createObjectURL(await answer.blob());
      made.querySelector("a").href = address;
      made.querySelector("[data-title]").textContent = link.textContent;
      show(made);
      made.querySelector("a").focus();
    } catch {
      show(failed);
    }
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-tables]");
    if (!link || Number(link.dataset.tables) < LARGE || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (making.hidden) make(link);
  });
})();
