// Time left: the server says how many seconds, the page counts them down and says so when few are left.

const LOW_S = 300;
const SPOKEN_AT_S = [300, 60];
const opened = Date.now();

const two = (number) => String(number).padStart(2, "0");

function inWords(left) {
  const days = Math.floor(left / 86400);
  const hours = Math.floor((left % 86400) / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  if (days) return `${days} d ${hours} h`;
  return hours ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`;
}

function announcer() {
  const region = document.createElement("p");
  region.className = "unseen";
  region.setAttribute("role", "status");
  document.body.append(region);
  return region;
}

function render(clock, region) {
  const left = Math.max(0, Number(clock.dataset.total) - Math.floor((Date.now() - opened) / 1000));
  clock.toggleAttribute("data-low", left <= LOW_S);
  clock.toggleAttribute("data-over", left === 0);
  clock.textContent = left ? `${inWords(left)} left` : "time is over";
  if (SPOKEN_AT_S.includes(left)) region.textContent = `${left / 60} minutes left for this task`;
  if (left === 0) document.querySelector("[data-when-over]")?.removeAttribute("hidden");
}

const clocks = document.querySelectorAll("[data-seconds-left]");
if (clocks.length) {
  const region = announcer();
  for (const clock of clocks) clock.dataset.total = clock.dataset.secondsLeft;
  const tick = () => clocks.forEach((clock) => render(clock, region));
  tick();
  setInterval(tick, 1000);
}
