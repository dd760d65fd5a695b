/* A reason being typed survives a reload, a lost session and a wrong key; Ctrl+Enter rejects. */

const form = document.querySelector("form[data-reason]");
const reason = form?.elements.reason;
const name = `reason:${form?.dataset.reason}`;

if (reason) {
  if (!reason.value) reason.value = sessionStorage.getItem(name) ?? "";
  reason.addEventListener("input", () => sessionStorage.setItem(name, reason.value));
  reason.addEventListener("keydown", (event) => {
    const reject = form.querySelector("button[value=reject]");
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && reject) reject.click();
  });
}
