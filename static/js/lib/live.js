// Where the page meets the browser: the store, the server's clock, the ticker and the socket
// that feeds them, each once.
import { Connection } from './connection.js';
import { ServerClock } from './server-clock.js';
import { Store } from './store.js';
import { Ticker } from './ticker.js';

const RELOADED_FOR = 'lookout-reloaded-for';
const HEALTH_TIMEOUT_MS = 4000;

export const store = new Store();
export const clock = new ServerClock(() => Date.now());
export const ticker = new Ticker();
/** Tells of each message once the store has taken it in. */
export const messages = new EventTarget();

/** When the last message came, by the page's own steady clock. */
let heardAt = performance.now();

/** How old what the page shows is, in milliseconds. */
export function age() {
  return performance.now() - heardAt;
}

const connection = new Connection({
  open(events) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws/live/`);
    socket.addEventListener('message', (event) => events.message(String(event.data)));
    socket.addEventListener('close', (event) => events.closed(event.code));
    return {
      send(text) {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      close: () => socket.close(),
    };
  },

  async serverVersion() {
    try {
      const answer = await fetch('/api/health', {
        cache: 'no-store',
        signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
      });
      const health = await answer.json();
      return typeof health.version === 'string' ? health.version : '';
    } catch {
      return null;
    }
  },

  reloadFor(version) {
    const own = document.querySelector('meta[name="agent-lookout-version"]')?.getAttribute('content');
    if (!version || version === own || sessionStorage.getItem(RELOADED_FOR) === version) return false;
    // Once only: a page that comes back no newer goes on with what it has.
    sessionStorage.setItem(RELOADED_FOR, version);
    location.reload();
    return true;
  },

  setTimer: (callback, ms) => window.setTimeout(callback, ms),
  clearTimer: (timer) => window.clearTimeout(timer),
  random: Math.random,

  onMessage(message) {
    store.receive(message);
    heardAt = performance.now();
    if (message.type === 'tick') clock.hear(message.generatedAt);
    if (message.type === 'diff') clock.hear(message.patch.generatedAt);
    if (message.type === 'snapshot') clock.hear(message.snapshot.generatedAt);
    messages.dispatchEvent(new CustomEvent('message', { detail: message }));
  },

  onPhase(phase) {
    if (phase === 'live') clock.thaw();
    else clock.freeze();
    store.enter(phase);
    ticker.beat();
  },
});

export function start() {
  connection.start();
  window.addEventListener('online', () => connection.hurry());
  document.addEventListener('visibilitychange', () => document.hidden || connection.hurry());
}
