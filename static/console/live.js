/* Keeps one part of a page fresh without a reload, until the server says that it is over. */

const PAUSE_MS = 2500;
const place = document.querySelector("[data-live]");
const word = document.getElementById("live-word");

const isOver = () => place.firstElementChild?.dataset.over === "yes";

function render(html) {
  const focused = document.activeElement?.id;
  const scrolled = [...place.querySelectorAll(".table-frame")].map((frame) => frame.scrollLeft);
  const said = place.firstElementChild?.dataset.says;
  place.innerHTML = html;
  place.querySelectorAll(".table-frame").forEach((frame, i) => (frame.scrollLeft = scrolled[i] ?? 0));
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  const says = place.firstElementChild?.dataset.says;
  if (says !== said) word.textContent = says;
}

async function refresh() {
  if (!document.hidden) {
    const answer = await fetch(place.dataset.live, { redirect: "error" }).catch(() => null);
    if (answer?.ok) render(await answer.text());
    place.toggleAttribute("data-stale", !answer?.ok);
  }
  if (!isOver()) setTimeout(refresh, PAUSE_MS);
}

if (place && !isOver()) setTimeout(refresh, PAUSE_MS);
