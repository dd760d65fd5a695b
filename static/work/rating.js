// Ratings from 1 to 100 that have no value until somebody gives one: a slider, and a number to type.
// The state is in the DOM: data-value of each .rating, the form's fields `values` and `trails`.

const MIDDLE = 50; // where the unseen thumb of an empty slider stands
const PAGE = 10;
const MOST_CHANGES = 1200; // of a page: a body that shall outlive it holds 64 kB at most

const range = (rating) => rating.querySelector("[type=range]");
const number = (rating) => rating.querySelector(".number input");
const whole = (text) => /^\d{1,3}$/.test(text) && text >= 1 && text <= 100;

// Wires the ratings in a form; after each change the form hears a "change" event from the rating.
export function ratings(form) {
  const all = [...form.querySelectorAll(".rating")];
  const { values, trails } = form.elements;
  const changes = JSON.parse(trails.value || "{}");
  const most = Math.ceil(MOST_CHANGES / all.length);

  function log(name, value) {
    const trail = (changes[name] ??= []);
    if (trail.length >= most) trail.pop();
    trail.push([Math.round(performance.now()), Number(value)]);
    trails.value = JSON.stringify(changes);
  }

  // A literal study gives values before anybody does: those are not what somebody said.
  const isMoved = ({ dataset: { name, value, preset } }) =>
    Boolean(value) && (value !== preset || Boolean(changes[name]));

  function render(rating) {
    const { value } = rating.dataset;
    const slider = range(rating), entry = number(rating);
    slider.value = value || MIDDLE;
    if (value) slider.removeAttribute("aria-valuetext");
    else slider.setAttribute("aria-valuetext", "no value chosen yet");
    if (value || entry !== document.activeElement) entry.value = value;
    if (value) complain(rating, "");
  }

  function collect() {
    const given = all.filter((rating) => rating.dataset.value);
    values.value = JSON.stringify(
      Object.fromEntries(given.map(({ dataset }) => [dataset.name, Number(dataset.value)])));
  }

  function choose(rating, value) {
    rating.dataset.value = value;
    log(rating.dataset.name, value);
    render(rating);
    collect();
    rating.dispatchEvent(new Event("change", { bubbles: true }));
  }

  for (const rating of all) {
    const slider = range(rating), entry = number(rating);
    slider.addEventListener("input", () => choose(rating, slider.value));
    // A click on the very place of the unseen thumb changes nothing, and is a choice all the same.
    slider.addEventListener("click", () => isMoved(rating) || choose(rating, slider.value));
    slider.addEventListener("keydown", (event) => {
      const pages = { PageUp: PAGE, PageDown: -PAGE }[event.key];
      if (!pages) return;
      event.preventDefault();
      choose(rating, Math.min(100, Math.max(1, Number(slider.value) + pages)));
    });
    entry.addEventListener("input", () => {
      if (whole(entry.value)) choose(rating, Number(entry.value));
    });
    entry.addEventListener("change", () => {
      const bad = entry.value && !whole(entry.value);
      render(rating);
      if (bad) complain(rating, "A value is a whole number from 1 to 100.");
    });
    for (const part of [slider, entry]) {
      part.addEventListener("change", (event) => event.stopPropagation());
    }
    // What was moved or typed before this script came counts as well.
    if (slider.value !== slider.defaultValue) choose(rating, slider.value);
    else if (entry.value !== entry.defaultValue && whole(entry.value)) choose(rating, Number(entry.value));
    else render(rating);
  }
  collect();

  return {
    read: () => values.value,
    write(told) {
      const work = JSON.parse(told);
      for (const rating of all) {
        rating.dataset.value = work[rating.dataset.name] ?? "";
        render(rating);
      }
      collect();
    },
    log, // for a page that has more to keep a trail of
    isMoved,
    unmoved: () => all.filter((rating) => !isMoved(rating)),
    blank: () => all.filter((rating) => !rating.dataset.value),
    // Says at every rating without a value that it is missing; true if there is one.
    demand() {
      for (const rating of this.blank()) complain(rating, "Please choose a value.");
      return this.blank().length > 0;
    },
  };
}

export const focusOn = (rating) => {
  rating.scrollIntoView({ block: "nearest" });
  range(rating).focus({ preventScroll: true });
};

function complain(rating, words) {
  rating.querySelector(".problem").textContent = words;
  rating.toggleAttribute("data-missing", Boolean(words));
}
