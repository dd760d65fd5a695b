// The question after the marks: goes on counting, and sends the answer once.

import { tallies, watchActivity } from "../work/activity.js";
import { ask } from "../work/questions.js";

const { events } = document.querySelector("form.questions").elements;

watchActivity(JSON.parse(events.value));
ask(() => { events.value = JSON.stringify(tallies()); });
