/**
 * Keeps a page connected: waits, backs off, notices silence, asks anew after a gap. The socket,
 * the clock, the timers and chance are handed in.
 *
 * @import { Message, Phase } from './types.d.ts'
 */
import { Gap } from './known.js';

/** With ticks every two seconds, three missed ones are a silence. */
export const SILENT_AFTER_MS = 6000;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 5000;
/** Tries that found nobody there before the page says that the server has stopped. */
const TRIES_UNTIL_STOPPED = 4;
/** The close code of a server that is going away on purpose. */
const GOING_AWAY = 1001;

/**
 * @typedef {{ send: (text: string) => void, close: () => void }} Socket
 * @typedef {{ message: (text: string) => void, closed: (code: number) => void }} SocketEvents
 * @typedef {object} World
 * @property {(events: SocketEvents) => Socket} open
 * @property {() => Promise<string | null>} serverVersion null when nobody answers
 * @property {(version: string) => boolean} reloadFor whether the page will reload for that version
 * @property {(callback: () => void, ms: number) => number} setTimer
 * @property {(timer: number) => void} clearTimer
 * @property {() => number} random
 * @property {(message: Message) => void} onMessage throws Gap for one that does not fit
 * @property {(phase: Phase) => void} onPhase
 */

export class Connection {
  /** @type {Socket | null} */
  #socket = null;
  /** Raised with each socket and each try, so that what an old one still says is not heard. */
  #turn = 0;
  /** @type {number | null} */
  #retryTimer = null;
  /** @type {number | null} */
  #silenceTimer = null;
  #failures = 0;
  #saidGoodbye = false;
  #awaitsSnapshot = false;

  /** @param {World} world */
  constructor(world) {
    this.world = world;
    /** @type {Phase} */
    this.phase = 'connecting';
  }

  start() {
    this.#open();
  }

  /** Does not wait out the delay: the person is back at the page, or the network is. */
  hurry() {
    if (this.#retryTimer !== null) void this.#retry();
  }

  #open() {
    this.#turn += 1;
    const turn = this.#turn;
    this.#awaitsSnapshot = true;
    this.#socket = this.world.open({
      message: (text) => turn === this.#turn && this.#heard(text),
      closed: (code) => turn === this.#turn && this.#lost(code),
    });
    this.#listenForSilence();
  }

  /** @param {string} text */
  #heard(text) {
    /** @type {Message | null} */
    let message = null;
    try {
      message = JSON.parse(text);
      if (this.#awaitsSnapshot && message?.type !== 'snapshot') return;
      this.#listenForSilence();
      if (message !== null) this.world.onMessage(message);
    } catch (error) {
      if (!(error instanceof Gap || error instanceof SyntaxError)) throw error;
      // Asking again for a snapshot that cannot be used would go round for ever.
      if (message?.type === 'snapshot') this.#lost(0);
      else this.#resync();
      return;
    }
    this.#awaitsSnapshot = false;
    this.#failures = 0;
    this.#saidGoodbye = false;
    this.#enter('live');
  }

  #resync() {
    if (this.#awaitsSnapshot) return;
    this.#awaitsSnapshot = true;
    this.#listenForSilence();
    this.#socket?.send('{"type":"resync"}');
  }

  #listenForSilence() {
    if (this.#silenceTimer !== null) this.world.clearTimer(this.#silenceTimer);
    this.#silenceTimer = this.world.setTimer(() => this.#lost(0), SILENT_AFTER_MS);
  }

  /** @param {number} code */
  #lost(code) {
    this.#turn += 1;
    if (this.#silenceTimer !== null) this.world.clearTimer(this.#silenceTimer);
    this.#silenceTimer = null;
    this.#socket?.close();
    this.#socket = null;
    this.#saidGoodbye ||= code === GOING_AWAY;
    if (this.phase !== 'stopped') this.#enter('reconnecting');
    this.#retryLater();
  }

  #retryLater() {
    const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#retryTimer = this.world.setTimer(() => void this.#retry(), longest * (0.5 + this.world.random() / 2));
  }

  async #retry() {
    if (this.#retryTimer !== null) this.world.clearTimer(this.#retryTimer);
    this.#retryTimer = null;
    this.#turn += 1;
    const turn = this.#turn;
    const version = await this.world.serverVersion();
    if (turn !== this.#turn) return;
    if (version === null) {
      if (this.#saidGoodbye || this.#failures >= TRIES_UNTIL_STOPPED) this.#enter('stopped');
      this.#retryLater();
    } else if (!this.world.reloadFor(version)) {
      this.#open();
    }
  }

  /** @param {Phase} phase */
  #enter(phase) {
    if (this.phase === phase) return;
    this.phase = phase;
    this.world.onPhase(phase);
  }
}
