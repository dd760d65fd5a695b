/* In a list of cases, j and k move from row to row; Enter opens the link that has the focus. */

const rows = [...document.querySelectorAll("[data-row]")];

document.addEventListener("keydown", (event) => {
  if (event.key !== "j" && event.key !== "k") return;
  if (event.target.matches("input, textarea, select") || !rows.length) return;
  const now = rows.indexOf(document.activeElement);
  const next = event.key === "j" ? Math.min(now + 1, rows.length - 1) : Math.max(now - 1, 0);
  rows[next].focus();
});
