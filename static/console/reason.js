/* A reason being typed survives a reload, a lost session and a wrong key; Ctrl+Enter rejects; a
   reason written before is filled in by its button. */

const form = document.querySelector("form[data-reason]");
const reason = form?.elements.reason;
const name = `reason:${form?.dataset.reason}`;

function keep() {
  sessionStorage.setItem(name, reason.value);
}

if (reason) {
  if (!reason.value) reason.value = sessionStorage.getItem(name) ?? "";
  reason.addEventListener("input", keep);
  reason.addEventListener("keydown", (event) => {
    const reject = form.querySelector("button[value=reject]");
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && reject) reject.click();
    if (event.key === "Escape") reason.blur();
  });
  form.querySelector("[data-my-reasons]")?.removeAttribute("hidden");
  for (const button of form.querySelectorAll("[data-text]")) {
    button.addEventListener("click", () => {
      reason.value = button.dataset.text;
      keep();
      reason.focus();
    });
  }
}
