// Binds where the person left off to this browser: its storage, and whether the page is in front.
import { LeftOff } from './left-off.js';
import { clock } from './live.js';
import { recall } from './recall.js';

const KEPT_AS = 'lookout-left-off';

export const leftOff = new LeftOff({
  read() {
    const kept = Number(localStorage.getItem(KEPT_AS) ?? Number.NaN);
    return Number.isFinite(kept) ? kept : null;
  },
  write: (at) => localStorage.setItem(KEPT_AS, String(Math.round(at))),
  now: () => clock.now(),
});

/** For every view: what is left off in one is gone on from in another. */
export function followLeftOff() {
  leftOff.opened(!document.hidden);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) leftOff.hidden(recall.past.events);
    else leftOff.shown();
  });
  window.addEventListener('pagehide', () => document.hidden || leftOff.hidden(recall.past.events));
  for (const link of document.querySelectorAll('.rail a')) link.addEventListener('click', () => leftOff.seen());
}
