// The page on which several summaries are rated one at a time: joins its parts and hands the work on.

import { tallies, watchActivity } from "../work/activity.js";
import { autosave } from "../work/autosave.js";
import { focusOn, ratings } from "../work/rating.js";
import { send } from "../work/send.js";
import { turns } from "./turns.js";

const form = document.querySelector("form.rate");
const problem = form.querySelector(":scope > .problem");
const { events } = form.elements;
const ratingIn = (entry) => entry.querySelector(".rating");

watchActivity(JSON.parse(events.value));
const scales = ratings(form);
const book = turns(form, (entry) => ratingIn(entry).dataset.value !== "");

const flush = autosave(form, {
  read: scales.read,
  write(work) {
    scales.write(work);
    book.render();
  },
  describe: (work) => `${Object.keys(JSON.parse(work)).length} of ${book.entries.length} rated`,
  prepare() { events.value = JSON.stringify(tallies()); },
});

form.addEventListener("change", () => {
  problem.textContent = "";
  book.render();
});

// Goes to the first summary without a value and says which they are.
function showMissing() {
  const blank = scales.blank();
  const numbers = book.entries.flatMap((entry, index) => (blank.includes(ratingIn(entry)) ? [index + 1] : []));
  book.go(numbers[0] - 1);
  focusOn(blank[0]);
  problem.textContent = numbers.length === 1
    ? `Summary ${numbers[0]} has no value yet.`
    : `Summaries ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)} have no value yet.`;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (scales.demand()) showMissing();
  else if (await flush()) send(form, problem);
  else problem.textContent = form.querySelector(".save-state").textContent;
});
