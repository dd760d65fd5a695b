// A form of questions: nothing is preselected, what is missing is said, it is sent once.

import { send } from "./send.js";

export function ask(prepare) {
  const form = document.querySelector("form.questions");
  const problem = form.querySelector(".problem");
  const sets = [...form.querySelectorAll("fieldset")];

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const blank = sets.find((set) => !set.querySelector(":checked"));
    problem.textContent = blank?.dataset.missing ?? "";
    if (blank) return blank.querySelector("input").focus();
    prepare();
    send(form, problem);
  });
  form.addEventListener("change", () => { problem.textContent = ""; });
}
