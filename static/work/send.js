// Sends a form once, and only while connected: a browser's error page would lose the work.

export async function send(form, problem) {
  if ("sending" in form.dataset) return;
  form.dataset.sending = "";
  try {
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" });
    if (answer.type === "opaqueredirect") location.reload();
    else form.submit(); // the server explains
  } catch {
    problem.textContent = problem.dataset.offline;
    delete form.dataset.sending;
  }
}

addEventListener("pageshow", (event) => event.persisted && location.reload());
