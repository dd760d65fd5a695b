// Says why a task page does not show. A browser hides that from the page around the frame, so the
// marketplace asks the task's server itself; a redirect to a foreign site this page sees on its own.

const frame = document.querySelector(".task-frame");

function diagnose(verdict, detail) {
  const notice = document.querySelector(`[data-verdict="${verdict}"]`);
  if (!notice) return;
  notice.querySelector("[data-detail]").textContent = detail;
  notice.hidden = false;
}

document.addEventListener("securitypolicyviolation", (event) => {
  if (event.effectiveDirective === "frame-src") diagnose("elsewhere", event.blockedURI);
});

const answer = await fetch(frame.dataset.check, { headers: { Accept: "application/json" } });
if (answer.ok) {
  const { verdict, detail } = await answer.json();
  diagnose(verdict, detail);
}
