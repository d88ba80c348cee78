import '../elements/event-log.js';
import '../elements/first-steps.js';
import '../elements/history-chart.js';
import '../elements/last-hour.js';
import '../elements/needs-you.js';
import '../elements/session-details.js';
import '../elements/session-list.js';
import '../elements/session-timeline.js';
import '../elements/waits-on-you.js';
import { followAddress } from '../lib/address.js';
import { isWatched } from '../lib/is-watched.js';
import { store } from '../lib/live.js';
import { recall } from '../lib/recall.js';
import { startFrame } from './frame.js';

/** What stands beside the hero has its column once there is something to draw. */
function makeRoom() {
  document.querySelector('.overview')?.toggleAttribute('data-watched', isWatched());
}

store.subscribe(makeRoom);
recall.addEventListener('change', makeRoom);
recall.start();
followAddress();
startFrame();
