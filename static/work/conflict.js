// Two tabs changed the same work: a person chooses which one holds, nothing is lost unasked.

export function choose(here, other) {
  const dialog = document.querySelector("dialog.conflict");
  dialog.querySelector(".here").textContent = here;
  dialog.querySelector(".other").textContent = other;
  dialog.oncancel = (event) => event.preventDefault();
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === "other");
  });
}
