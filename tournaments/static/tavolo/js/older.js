// Polyfills for browsers of 2022; docs/hosting.md lists the supported ones.
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

// Sends the pressed button with its form: newer browsers check the argument, older ones ignore it.
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
