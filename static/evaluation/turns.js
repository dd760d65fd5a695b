// Several entries of which one is shown: previous, next, and a dot for each that says what is done.

// `isDone` tells of an entry whether it needs nothing more, `mayLeave` whether Enter goes on from it.
// The place is the form's field `place`.
export function turns(form, { isDone, mayLeave }) {
  const entries = [...form.querySelectorAll(".entry")];
  const dots = [...form.querySelectorAll(".dot")];
  const names = dots.map((dot) => dot.ariaLabel);
  const at = form.querySelector(".at b");
  const [previous, next] = [form.querySelector(".previous"), form.querySelector(".next")];
  const { place } = form.elements;
  const here = () => Number(place.value);

  function render() {
    entries.forEach((entry, index) => {
      const current = index === here();
      entry.hidden = !current;
      dots[index].toggleAttribute("data-done", isDone(entry));
      dots[index].ariaLabel = `${names[index]}, ${isDone(entry) ? "rated" : "not rated yet"}`;
      if (current) dots[index].setAttribute("aria-current", "step");
      else dots[index].removeAttribute("aria-current");
    });
    at.textContent = here() + 1;
    previous.disabled = here() === 0;
    next.disabled = here() === entries.length - 1;
    form.toggleAttribute("data-complete", entries.every(isDone));
  }

  // Whoever listens is told the entry, and goes on from its start by Tab.
  function go(index) {
    place.value = index;
    render();
    entries[index].focus();
  }

  previous.addEventListener("click", () => go(here() - 1));
  next.addEventListener("click", () => go(here() + 1));
  // Enter in a field goes on to the next entry; it finishes only at the last, or when all is done.
  form.addEventListener("keydown", (event) => {
    const ends = next.disabled || form.hasAttribute("data-complete");
    if (event.key !== "Enter" || !event.target.matches("input") || ends) return;
    event.preventDefault();
    if (mayLeave(entries[here()])) go(here() + 1);
  });
  dots.forEach((dot, index) => dot.addEventListener("click", () => go(index)));
  render();
  return { entries, go, render };
}
