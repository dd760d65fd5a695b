// Moments are served in UTC; here they are shown in the reader's own time zone.

const shape = { dateStyle: "medium", timeStyle: "short" };

for (const moment of document.querySelectorAll("time[data-local]")) {
  moment.title = moment.textContent;
  moment.textContent = new Date(moment.dateTime).toLocaleString(undefined, shape);
}
