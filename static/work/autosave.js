// Keeps unfinished work, a string, on the server; until it is there, also in the browser.

import { recall, remember } from "./memory.js";

const QUIET_MS = 700;
const SETTLED_MS = 200; // the page is to be ready before it asks
const PATIENCE_MS = 10_000;
const RETRY_MS = 3000;

// Two tabs changed the same work: a person says whether the other tab's holds.
function chooseOther(here, other) {
  const dialog = document.querySelector("dialog.conflict");
  const [mine, theirs] = dialog.querySelectorAll("b");
  mine.textContent = here;
  theirs.textContent = other;
  dialog.oncancel = (event) => event.preventDefault();
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === "other");
  });
}

export function autosave(form, { read, write, describe, prepare }) {
  const { draftUrl, key } = form.dataset;
  const { version } = form.elements;
  const note = form.querySelector(".save-state");
  const page = Math.random().toString(36).slice(2);
  let saved = read();
  let turn = 0;
  let timer, running;

  function show(state, words = note.dataset[state]) {
    form.dataset.saving = state;
    if (note.textContent !== words) note.textContent = words;
  }

  function mirror() {
    remember(key, saved === read() ? null : { version: version.value, work: read() });
  }

  async function settle(kept) {
    if (kept.closed) return new Promise(() => location.reload());
    const here = read(), other = kept.work;
    if (other !== saved && other !== here) {
      if (here === saved || await chooseOther(describe(here), describe(other))) write(other);
    }
    version.value = kept.version;
    saved = other;
  }

  async function send() {
    prepare();
    const work = read();
    const body = new URLSearchParams(new FormData(form));
    body.append("page", page);
    body.append("turn", turn += 1);
    const answer = await fetch(draftUrl, {
      method: "POST", body, keepalive: true, signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const told = await answer.json();
    if (answer.status === 409) await settle(told);
    else if (!answer.ok) throw new Error(told.problem);
    else {
      version.value = told.version;
      saved = work;
    }
    mirror();
  }

  // Whether nothing is left unsaved; asks the server also if nothing has changed here.
  async function saveAll() {
    try {
      do await send();
      while (saved !== read());
      show("saved");
      return true;
    } catch (problem) {
      if (problem.constructor === Error) show("refused", problem.message);
      else {
        show("offline");
        later(RETRY_MS);
      }
      return false;
    }
  }

  function flush() {
    clearTimeout(timer);
    running ??= saveAll().finally(() => { running = null; });
    return running;
  }

  function later(ms) {
    clearTimeout(timer);
    timer = setTimeout(flush, ms);
  }

  form.addEventListener("change", () => {
    mirror();
    show("waiting");
    later(QUIET_MS);
  });
  addEventListener("online", flush);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && saved !== read()) (running ? send() : flush()).catch(() => {});
  });

  const mirrored = recall(key);
  if (mirrored) {
    version.value = mirrored.version;
    write(mirrored.work);
    saved = null;
  }
  const afterPainting = () => requestAnimationFrame(() => later(SETTLED_MS));
  if (document.readyState === "complete") afterPainting();
  else addEventListener("load", afterPainting);
  return flush;
}
