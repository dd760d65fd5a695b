// Sends a form once, and only over a living connection: a browser's error page would lose the work.

const LOST = "Not connected. Your work is kept here: press the button again in a moment.";

export async function send(form, problem) {
  if (form.dataset.sending) return;
  form.dataset.sending = "";
  problem.textContent = "";
  try {
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" });
    if (answer.type === "opaqueredirect") location.reload(); // taken in: the next step
    else form.submit(); // the server explains itself on a page of its own
  } catch {
    problem.textContent = LOST;
    delete form.dataset.sending;
  }
}

addEventListener("pageshow", (event) => event.persisted && location.reload());
