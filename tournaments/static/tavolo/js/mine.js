// Remembers on this phone the name that was searched for, to show that player's table in every round and tournament.
(() => {
  const KEY = "tavolo:me";
  const line = document.getElementById("mine");
  if (!line) return;
  const help = line.textContent;

  function remembered() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // The browser does not allow storage: the search still works.
    }
  }

  function remember(name) {
    try {
      localStorage.setItem(KEY, name);
    } catch {
      // The browser does not allow storage.
    }
  }

  function put(node) {
    line.replaceChildren(...node);
  }

  function button(text, act) {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: text });
    made.addEventListener("click", () => {
      act();
      show();
    });
    return made;
  }

  const names = () => [...document.querySelectorAll(".hall .name")];
  // The displayed dash between partners has a no-break space, which stored names do not have.
  const plain = (node) => node.textContent.trim().replaceAll("\u00a0", " ");
  const written = (name) => plain(name.querySelector("mark") ?? name.lastChild);

  function table(name) {
    const seat = names().find((each) => written(each) === name);
    return seat?.closest(".table").querySelector(".no");
  }

  function show() {
    const me = remembered();
    const marks = [...new Set([...document.querySelectorAll(".hall mark")].map(plain))];
    const no = me && table(me);
    document.querySelectorAll(".table.mine").forEach((each) => each.classList.remove("mine"));
    if (no) {
      no.closest(".table").classList.add("mine");
      const link = Object.assign(document.createElement("a"), { href: no.href });
      link.textContent = line.dataset.mine.replace("{name}", me).replace("{table}", no.lastChild.textContent.trim());
      put([link, " ", button(line.dataset.forget, () => localStorage.removeItem(KEY))]);
    } else if (marks.length === 1 && remembered() !== marks[0]) {
      put([button(line.dataset.remember.replace("{name}", marks[0]), () => remember(marks[0]))]);
    } else {
      put([help]);
    }
  }

  document.addEventListener("parts:shown", show);
  show();
})();
