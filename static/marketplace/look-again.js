// A page that waits for somebody's decision looks again, as long as it is looked at.

const EVERY_MS = 5000;
const next = document.querySelector("[data-look-again]");

setInterval(() => {
  if (!document.hidden) location.replace(next.href);
}, EVERY_MS);
