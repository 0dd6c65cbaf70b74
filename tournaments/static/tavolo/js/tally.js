// Adds up a hand while it is typed; the server alone decides what it gives.
(() => {
  const lines = document.querySelector("[data-total]");
  const total = document.getElementById("total");
  if (!lines || !total) return;
  const whole = Number(lines.dataset.total);
  const inputs = [...lines.querySelectorAll("input")].filter((one) => one.name.endsWith(`-${lines.dataset.field}`));

  function show() {
    const sum = inputs.reduce((so_far, one) => so_far + (Number.parseInt(one.value, 10) || 0), 0);
    const { right, lacks, exceeds } = total.dataset;
    const text = sum === whole ? right : sum < whole ? lacks : exceeds;
    total.hidden = false;
    total.dataset.state = sum === whole ? "right" : "wrong";
    total.textContent = text.replace("%total%", sum).replace("%rest%", Math.abs(whole - sum));
  }

  lines.addEventListener("input", show);
  show();
})();
