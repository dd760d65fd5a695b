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
const book = turns(form, {
  isDone: (entry) => scales.isMoved(ratingIn(entry)),
  mayLeave: (entry) => ratingIn(entry).dataset.value !== "",
});
let isWarned = false;

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
  isWarned = false;
  problem.textContent = "";
  book.render();
});

// Goes to the first summary of which something is to be said, and says of which it is.
function show(found, [ofOne, ofMany], advice = "") {
  const numbers = book.entries.flatMap((entry, index) => (found.includes(ratingIn(entry)) ? [index + 1] : []));
  book.go(numbers[0] - 1);
  focusOn(found[0]);
  problem.textContent = (numbers.length === 1
    ? `Summary ${numbers[0]} ${ofOne}.`
    : `Summaries ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)} ${ofMany}.`) + advice;
}

// What stands where a literal study put it is handed in only if it is meant.
function warn() {
  isWarned = true;
  show(scales.unmoved(), ["still stands at 50, where it began", "still stand at 50, where they began"],
    " Move what you do not mean, or press Finish again.");
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (scales.demand()) show(scales.blank(), ["has no value yet", "have no value yet"]);
  else if (!isWarned && scales.unmoved().length) warn();
  else if (await flush()) send(form, problem);
  else problem.textContent = form.querySelector(".save-state").textContent;
});
