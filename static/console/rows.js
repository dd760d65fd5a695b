/* In a list of cases, j and k move from row to row and x ticks one; Enter opens the link that has
   the focus. */

const rows = [...document.querySelectorAll("[data-row]")];
const all = document.querySelector("[data-tick-all]");

function move(step) {
  const now = rows.indexOf(document.activeElement);
  rows[Math.min(Math.max(now + step, 0), rows.length - 1)].focus();
}

function tick(row) {
  row?.closest("tr").querySelector("input[type=checkbox]")?.click();
}

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input:not([type=checkbox]), textarea, select") || !rows.length) return;
  if (event.key === "j") move(1);
  if (event.key === "k") move(-1);
  if (event.key === "x") tick(rows.find((row) => row === document.activeElement));
});

all?.removeAttribute("hidden");
all?.addEventListener("click", () => {
  for (const box of document.querySelectorAll("input[name=case]")) box.checked = true;
});
