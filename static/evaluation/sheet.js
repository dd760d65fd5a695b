// On a phone the assessment is a sheet over the article; both keep their place when it is opened.

export function sheet(form) {
  const button = form.querySelector(".switch");

  let place = 0; // what is not shown forgets how far it was scrolled

  function turn(open) {
    if (open === form.hasAttribute("data-open")) return;
    if (!open) place = form.scrollTop;
    form.toggleAttribute("data-open", open);
    button.setAttribute("aria-expanded", open);
    if (open) form.scrollTop = place;
  }

  button.addEventListener("click", () => turn(!form.hasAttribute("data-open")));
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !form.hasAttribute("data-open")) return;
    turn(false);
    button.focus();
  });
  return { open: () => turn(true) };
}
