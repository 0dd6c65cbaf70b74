// What this phone keeps until the server has it, in IndexedDB, written through to the disk.
const journal = (() => {
  const opened = new Promise((done, failed) => {
    const asked = indexedDB.open("tavolo-journal", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("kept", { keyPath: "key" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
  opened.catch(() => {});

  async function store(mode, act) {
    const database = await opened;
    return new Promise((done, failed) => {
      const change = database.transaction("kept", mode, { durability: "strict" });
      const asked = act(change.objectStore("kept"));
      change.oncomplete = () => done(asked.result);
      change.onerror = change.onabort = () => failed(change.error);
    });
  }

  return {
    keep: (one) => store("readwrite", (kept) => kept.put(one)),
    drop: (key) => store("readwrite", (kept) => kept.delete(key)),
    all: async () => (await store("readonly", (kept) => kept.getAll())).sort((a, b) => a.at - b.at),
    tell: (state, one) => document.dispatchEvent(new CustomEvent("journal:told", { detail: { state, one } })),
  };
})();
