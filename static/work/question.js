// The question after the work: goes on counting, and sends the answer once.

import { tallies, watchActivity } from "./activity.js";
import { ask } from "./questions.js";

const { events } = document.querySelector("form.questions").elements;

watchActivity(JSON.parse(events.value));
ask(() => { events.value = JSON.stringify(tallies()); });
