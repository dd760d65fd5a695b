// Copies a link, a key or a code: the [data-secret] that stands with the button. Without a clipboard
// the buttons stay hidden; the text selects as a whole.

for (const button of navigator.clipboard ? document.querySelectorAll("[data-copy]") : []) {
  const place = button.closest("[data-copies]") ?? document;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const said = place.querySelector("[data-copied]");
    try {
      await navigator.clipboard.writeText(place.querySelector("[data-secret]").textContent);
      said.textContent = "Copied";
    } catch {
      said.textContent = "Copying was refused: select the text and copy it by hand";
    }
  });
}
