// Gives browsers of 2022 what the other scripts ask of newer ones; docs/hosting.md says which are served.
AbortSignal.timeout ??= (patience) => {
  const late = new AbortController();
  setTimeout(() => late.abort(), patience);
  return late.signal;
};

Element.prototype.checkVisibility ??= function () {
  return this.getClientRects().length > 0;
};

HTMLFormElement.prototype.requestSubmit ??= function () {
  this.submit();
};

// The button that was pressed is sent with its form: newer ones refuse what is none, older ones never look at it.
(() => {
  try {
    new FormData(document.createElement("form"), document.createElement("p"));
  } catch {
    return;
  }
  window.FormData = class extends FormData {
    constructor(form, submitter) {
      super(form);
      if (submitter?.name) this.append(submitter.name, submitter.value);
    }
  };
})();
