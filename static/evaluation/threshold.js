// The slider that takes the lightest colours off the heat map, up to all but the darkest one.
// The colours are only hidden: the words stay, and the next move to the left brings them back.

const readers = (most) => `${most} reader${most === "1" ? "" : "s"}`;

export function threshold(form, log) {
  const box = document.querySelector(".threshold");
  if (!box) return { read: () => 0, write() {} };
  const slider = box.querySelector("input");
  const kept = form.elements.threshold;
  const counts = box.dataset.counts.split(" ");
  const coloured = document.querySelectorAll("[data-level]");

  function words(hidden) {
    if (!hidden) return "Every colour is shown.";
    const most = readers(counts[hidden - 1]);
    return `Hidden: words marked by ${hidden > 1 ? `${counts[0]} to ` : ""}${most}.`;
  }

  function render() {
    const hidden = Number(kept.value);
    slider.value = hidden;
    box.querySelector("output").textContent = hidden;
    box.querySelector(".hides").textContent = words(hidden);
    slider.setAttribute("aria-valuetext", `${hidden}. ${words(hidden)}`);
    for (const mark of coloured) mark.toggleAttribute("data-hidden", mark.dataset.level <= hidden);
  }

  slider.addEventListener("input", () => {
    kept.value = slider.value;
    log("threshold", slider.value);
    render();
    form.dispatchEvent(new Event("change"));
  });
  render();
  return {
    read: () => Number(kept.value),
    write(hidden) {
      kept.value = hidden;
      render();
    },
  };
}
