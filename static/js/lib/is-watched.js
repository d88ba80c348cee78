import { store } from './live.js';
import { recall } from './recall.js';

/** Whether there is, or was of late, anything to draw: until then the first steps say it all. */
export function isWatched() {
  const { known } = store.state;
  const { events } = recall.past;
  return known !== null && events !== null && (known.order.length > 0 || events.length > 0);
}
