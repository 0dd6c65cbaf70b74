// Adds up cards while they are tapped; without scripts the page sends its form.
(() => {
  const form = document.querySelector("[data-count]");
  if (!form) return;
  const all = (what, from = form) => [...from.querySelectorAll(what)];
  const tabs = all(".strip > button");
  const kinds = all("[data-kind]");
  const cards = all(".card");
  const lastTrick = form.querySelector("[data-last-trick]");
  const side = form.querySelector("input[name=side]");
  const who = form.querySelector("[data-who]");
  const sum = form.querySelector("[data-sum]");
  all("[data-without-script]").forEach((one) => one.setAttribute("hidden", ""));

  const currentPile = () => Number(side.value);
  const box = (card) => card.querySelector("input");
  const owners = new Map(cards.map((card) => [card, box(card).checked ? Number(box(card).name.slice(5)) : null]));
  const inputs = (kind) => all("input[data-most]", kind);
  const number = (input) => (/^\s*\d{1,6}\s*$/.test(input.value) ? Number(input.value) : 0);

  function taken(kind, pile) {
    const amount = kind.querySelector(`[data-pile="${pile}"] input`);
    return amount ? number(amount) : all(".card", kind).filter((card) => owners.get(card) === pile).length;
  }

  // Sets a number and its noun, singular or plural, in the reader's language.
  function say(figure, number) {
    const word = figure.nextElementSibling;
    figure.textContent = number;
    word.textContent = number === 1 ? word.dataset.one : word.dataset.many;
  }

  function reckon() {
    const sums = tabs.map(() => ({ points: 0, cards: 0 }));
    const left = { points: 0, cards: 0 };
    for (const kind of kinds) {
      const value = Number(kind.dataset.value);
      let rest = Number(kind.dataset.size);
      sums.forEach((sum, pile) => {
        const cards = taken(kind, pile);
        sum.points += value * cards;
        sum.cards += cards;
        rest -= cards;
      });
      left.points += value * rest;
      left.cards += rest;
      say(kind.querySelector("[data-left]"), rest);
    }
    const bonus = Number(lastTrick?.dataset.lastTrick ?? 0);
    const winner = lastTrick?.querySelector(":checked").value ?? "";
    (winner === "" ? left : sums[winner]).points += bonus;
    tabs.forEach((tab, pile) => {
      tab.querySelector("[data-points]").textContent = sums[pile].points;
      say(tab.querySelector("[data-cards]"), sums[pile].cards);
    });
    form.querySelector("[data-left-points]").textContent = left.points;
    say(form.querySelector("[data-left-cards]"), left.cards);
  }

  function show() {
    tabs.forEach((tab, pile) => tab.setAttribute("aria-pressed", pile === currentPile()));
    for (const card of cards) {
      const pile = owners.get(card);
      const elsewhere = pile !== null && pile !== currentPile();
      card.classList.toggle("elsewhere", elsewhere);
      card.querySelector("[data-owner]").textContent = elsewhere ? pile + 1 : "";
    }
    all("[data-pile]").forEach((one) => (one.hidden = Number(one.dataset.pile) !== currentPile()));
    who.textContent = who.dataset.words.replace("%name%", tabs[currentPile()].querySelector(".strip-name").textContent);
  }

  // The address contains the count, so a reload or a shared address shows the same cards.
  function keep() {
    const fields = [...new FormData(form)].filter(([, value]) => value !== "");
    history.replaceState(null, "", `?${new URLSearchParams(fields)}`);
  }

  // For screen readers: the sum of the current pile.
  function tell() {
    const [name, points, cards] = [".strip-name", ".strip-points", ".strip-cards"].map(
      (part) => tabs[currentPile()].querySelector(part).textContent.trim().replace(/\s+/g, " "),
    );
    sum.textContent = `${name}: ${points}, ${cards}`;
  }

  function changed() {
    all(".faults").forEach((one) => one.remove());
    reckon();
    show();
    tell();
    keep();
  }

  // A card of another pile moves to the current pile.
  function tapped(card) {
    const pile = owners.get(card) === currentPile() ? null : currentPile();
    owners.set(card, pile);
    box(card).checked = pile !== null;
    box(card).name = `pile-${currentPile()}`;
    changed();
  }

  // The number of cards of a kind is limited, over all piles.
  function limited(input) {
    const kind = input.closest("[data-kind]");
    const others = inputs(kind).filter((one) => one !== input).reduce((sum, one) => sum + number(one), 0);
    if (number(input) + others > Number(kind.dataset.size)) input.value = Math.max(0, Number(kind.dataset.size) - others);
    input.removeAttribute("aria-invalid");
  }

  cards.forEach((card) => box(card).addEventListener("change", () => tapped(card)));

  for (const steps of all(".steps")) {
    const input = steps.querySelector("input");
    for (const [sign, by, place] of [["−", -1, "prepend"], ["+", 1, "append"]]) {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: sign, tabIndex: -1 });
      button.setAttribute("aria-hidden", "true");
      button.addEventListener("click", () => {
        input.value = Math.max(0, number(input) + by);
        limited(input);
        changed();
      });
      steps[place](button);
    }
    input.addEventListener("focus", () => input.select());
  }

  form.addEventListener("input", ({ target }) => {
    if (target.dataset.most) limited(target);
    if (target.type !== "checkbox") changed();
  });
  form.addEventListener("change", ({ target }) => {
    if ("again" in target.dataset) form.requestSubmit();
  });
  form.addEventListener("click", (event) => {
    const tab = event.target.closest(".strip > button");
    if (!tab) return;
    event.preventDefault();
    side.value = tab.value;
    changed();
  });
  reckon();
  show();
})();
