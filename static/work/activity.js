// Counts how the page was used: evidence for a person who reviews, never a ground for rejection.

const IDLE_MS = 30_000;
let counts = {};
let lastInput = performance.now();

export const tally = (name) => { counts[name] = (counts[name] ?? 0) + 1; };
export const tallies = () => ({ ...counts });

export function watchActivity(before) {
  counts = { ...before };
  tally("loads");
  addEventListener("focus", () => tally("focus"));
  addEventListener("blur", () => tally("blur"));
  document.addEventListener("visibilitychange", () => document.hidden && tally("hidden"));
  for (const name of ["pointermove", "pointerdown", "keydown", "scroll"]) {
    addEventListener(name, () => { lastInput = performance.now(); }, { passive: true });
  }
  setInterval(() => {
    if (!document.hidden && performance.now() - lastInput < IDLE_MS) tally("active_s");
  }, 1000);
}
