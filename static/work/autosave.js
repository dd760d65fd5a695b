// Keeps unfinished work on the server, and until it is there also in the browser. The work is a
// string that `read` gets and `write` puts back; `describe` says it in words. What is sent is the
// form, its field `version` being the version on the server that the work continues.

import { choose } from "./conflict.js";
import { keep, recall } from "./keep.js";

const QUIET_MS = 700;
const PATIENCE_MS = 10_000;
const RETRY_MS = 3000;
const LOST = "not connected, your work is kept here and sent when the connection is back";

export function autosave(form, { read, write, describe, prepare }) {
  const { draftUrl, key } = form.dataset;
  const { version } = form.elements;
  const note = form.querySelector(".save-state");
  const page = Math.random().toString(36).slice(2);
  const known = new Set([read()]); // what this page found or sent: never another tab's surprise
  let saved = Number(version.value) ? read() : null;
  let turn = 0;
  let timer, running;

  function show(state, words) {
    form.dataset.saving = state;
    if (note.textContent !== words) note.textContent = words;
  }

  function later(ms) {
    clearTimeout(timer);
    timer = setTimeout(flush, ms);
  }

  const mirror = () =>
    keep(key, saved === read() ? null : { version: version.value, work: read() });

  async function settle(other) {
    if (other.closed) return location.reload();
    if (!known.has(other.work) && other.work !== read()) {
      if (await choose(describe(read()), describe(other.work))) write(other.work);
    }
    known.add(other.work);
    version.value = other.version;
    saved = other.work;
  }

  async function send() {
    prepare();
    const work = read();
    known.add(work);
    const body = new URLSearchParams(new FormData(form));
    body.append("page", page);
    body.append("turn", turn += 1);
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(draftUrl, { method: "POST", body, signal, keepalive: true });
    const told = await answer.json();
    if (answer.status === 409) await settle(told);
    else if (!answer.ok) throw new Error(told.problem);
    else {
      version.value = told.version;
      saved = work;
    }
    mirror();
  }

  // Saves until there is nothing unsaved; says whether that came about.
  async function saveAll() {
    try {
      while (saved !== read()) await send();
      show("saved", "saved");
      return true;
    } catch (problem) {
      const refused = problem.constructor === Error;
      show(refused ? "refused" : "offline", refused ? problem.message : LOST);
      if (!refused) later(RETRY_MS);
      return false;
    }
  }

  function flush() {
    clearTimeout(timer);
    running ??= saveAll().finally(() => { running = null; });
    return running;
  }

  function changed() {
    mirror();
    show("waiting", "saving…");
    later(QUIET_MS);
  }

  const mirrored = recall(key);
  if (mirrored) {
    version.value = mirrored.version;
    write(mirrored.work);
  }
  addEventListener("online", flush);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && saved !== read()) (running ? send() : flush()).catch(() => {});
  });
  flush();
  return { changed, flush };
}
