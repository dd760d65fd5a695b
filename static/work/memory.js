// What the browser remembers, if it may: with cookies blocked, storage throws.

export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch { /* only a second copy */ }
}

// Instructions stay folded or open as the worker left them.
for (const fold of document.querySelectorAll("[data-remember]")) {
  const key = `highres:${fold.dataset.remember}`;
  fold.open = recall(key) ?? matchMedia("(min-width: 70rem)").matches;
  fold.dataset.ready = "";
  fold.addEventListener("toggle", () => remember(key, fold.open));
}
