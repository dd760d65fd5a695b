// Puts the toolbar beside the selection: above its first line, or below its last one.

import { rectsOf } from "./words.js";

const GAP = 8;

export function placeToolbar(toolbar, [start, end]) {
  const first = rectsOf([start, start + 1])[0];
  const last = rectsOf([end - 1, end]).at(-1);
  const frame = toolbar.offsetParent.getBoundingClientRect();
  const above = first.top - toolbar.offsetHeight - GAP;
  const top = above > GAP ? above : last.bottom + GAP;
  const middle = (above > GAP ? first.left : last.right) - toolbar.offsetWidth / 3;
  const left = Math.max(0, Math.min(middle - frame.left, frame.width - toolbar.offsetWidth));
  toolbar.style.translate = `${left}px ${top - frame.top}px`;
}
