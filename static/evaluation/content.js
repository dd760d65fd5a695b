// The page on which one summary is judged: joins its parts and hands the work on.

import { tallies, watchActivity } from "../work/activity.js";
import { autosave } from "../work/autosave.js";
import { focusOn, ratings } from "../work/rating.js";
import { send } from "../work/send.js";
import { sheet } from "./sheet.js";
import { threshold } from "./threshold.js";

const form = document.querySelector("form.assessment");
const problem = form.querySelector(".judging > .problem");
const rated = form.querySelector(".rated b");
const { events } = form.elements;

watchActivity(JSON.parse(events.value));
const scales = ratings(form);
const colours = threshold(form, scales.log);
const panel = sheet(form);

function render() {
  rated.textContent = form.querySelectorAll(".rating").length - scales.unmoved().length;
}

// What is kept: the ratings, and how many colours are hidden if any are.
function read() {
  const hidden = colours.read();
  return JSON.stringify({ ...JSON.parse(scales.read()), ...(hidden && { threshold: hidden }) });
}

function write(work) {
  const { threshold: hidden = 0, ...values } = JSON.parse(work);
  scales.write(JSON.stringify(values));
  colours.write(hidden);
  render();
}

const describe = (work) => {
  const { recall = "–", precision = "–" } = JSON.parse(work);
  return `all: ${recall}, only: ${precision}`;
};

const flush = autosave(form, {
  read, write, describe,
  prepare() { events.value = JSON.stringify(tallies()); },
});

form.addEventListener("change", () => {
  problem.textContent = "";
  render();
});
render();

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (scales.demand()) {
    panel.open();
    focusOn(scales.blank()[0]);
  } else if (await flush()) send(form, problem);
  else problem.textContent = form.querySelector(".save-state").textContent;
});
