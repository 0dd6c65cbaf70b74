// The journal: what this phone stores until the server has it, in IndexedDB with strict durability.
const journal = (() => {
  const opened = new Promise((done, failed) => {
    const request = indexedDB.open("tavolo-journal", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("kept", { keyPath: "key" });
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  opened.catch(() => {});

  async function store(mode, act) {
    const database = await opened;
    return new Promise((done, failed) => {
      const transaction = database.transaction("kept", mode, { durability: "strict" });
      const request = act(transaction.objectStore("kept"));
      transaction.oncomplete = () => done(request.result);
      transaction.onerror = transaction.onabort = () => failed(transaction.error);
    });
  }

  return {
    keep: (one) => store("readwrite", (records) => records.put(one)),
    drop: (key) => store("readwrite", (records) => records.delete(key)),
    all: async () => (await store("readonly", (records) => records.getAll())).sort((a, b) => a.at - b.at),
    tell: (state, one) => document.dispatchEvent(new CustomEvent("journal:state", { detail: { state, one } })),
  };
})();
