/* Keeps "3 h 5 min left" true while the page stays open; the words come from the server first. */

const UNITS = [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]];

function words(seconds) {
  const parts = [];
  for (const [name, size] of UNITS) {
    if (seconds >= size) parts.push(`${Math.floor(seconds / size)} ${name}`);
    seconds %= size;
  }
  return parts.slice(0, 2).join(" ") || "0 s";
}

function render() {
  for (const element of document.querySelectorAll("time[data-countdown]")) {
    const left = Math.floor((Date.parse(element.dateTime) - Date.now()) / 1000);
    element.textContent = left > 0 ? `${words(left)} left` : `passed ${words(-left)} ago`;
    element.toggleAttribute("data-passed", left <= 0);
  }
}

setInterval(render, 1000);
