// My table, remembered on this phone alone: by the name that somebody searched for, in every round and every tournament.
(() => {
  const KEY = "tavolo:me";
  const line = document.getElementById("mine");
  if (!line) return;
  const help = line.textContent;

  function remembered() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // A browser that stores nothing: the search is there.
    }
  }

  function remember(name) {
    try {
      localStorage.setItem(KEY, name);
    } catch {
      // The same: nothing is stored, and nothing is lost.
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
  // The dash between partners is tied to the first of them where it is shown, and nowhere else.
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
