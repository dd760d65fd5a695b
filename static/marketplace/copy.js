// Copies the sign-in link. Without a clipboard the button stays hidden; the link selects as a whole.

const button = document.querySelector("[data-copy]");

if (button && navigator.clipboard) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const said = document.querySelector("[data-copied]");
    try {
      await navigator.clipboard.writeText(document.querySelector("[data-secret]").textContent);
      said.textContent = "Copied";
    } catch {
      said.textContent = "Copying was refused: select the link and copy it by hand";
    }
  });
}
