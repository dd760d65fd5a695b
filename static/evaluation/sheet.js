// On a phone the assessment is a sheet over the article; both keep their place when it is opened.

export function sheet(form) {
  const button = form.querySelector(".switch");

  function turn(open) {
    form.toggleAttribute("data-open", open);
    button.setAttribute("aria-expanded", open);
  }

  button.addEventListener("click", () => turn(!form.hasAttribute("data-open")));
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !form.hasAttribute("data-open")) return;
    turn(false);
    button.focus();
  });
  return { open: () => turn(true) };
}
