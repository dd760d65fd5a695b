// Counts how the page is used: evidence for a reviewer, never a ground for rejection.

const IDLE_MS = 30_000;
let counts, lastInput = 0;

const tally = (name) => { counts[name] = (counts[name] ?? 0) + 1; };

export const tallies = () => counts;

export function watchActivity(before) {
  counts = before;
  tally("loads");
  for (const name of ["focus", "blur", "pointerdown", "pointermove", "keydown", "scroll", "change"]) {
    addEventListener(name, (event) => {
      tally(name === "pointerdown" ? event.pointerType : name);
      lastInput = performance.now();
    });
  }
  setInterval(() => {
    if (!document.hidden && performance.now() - lastInput < IDLE_MS) tally("active_s");
  }, 1000);
}
