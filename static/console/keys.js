/* Keys: an element with data-key is pressed by that key, or focused where data-key-does="focus". */

const TYPED_IN = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

function isTyping(event) {
  return event.target.matches?.(TYPED_IN) || event.ctrlKey || event.metaKey || event.altKey;
}

function answer(element) {
  element.scrollIntoView({ block: "nearest" });
  element.focus();
  if (element.dataset.keyDoes !== "focus") element.click();
}

document.addEventListener("keydown", (event) => {
  if (isTyping(event) || document.querySelector("dialog[open]")) return;
  if (event.key === "?") {
    document.getElementById("keys").showModal();
    return;
  }
  const key = CSS.escape(event.key);
  const element = document.querySelector(`[data-key~="${key}"]`);
  if (!element) return;
  event.preventDefault();
  answer(element);
});
