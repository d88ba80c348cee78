import assert from 'node:assert/strict';
import test from 'node:test';
import { Connection, SILENT_AFTER_MS } from '../../static/js/lib/connection.js';
import { Gap } from '../../static/js/lib/known.js';

const SNAPSHOT = { type: 'snapshot', revision: 1, snapshot: {} };
const TICK = { type: 'tick', revision: 1, generatedAt: 0 };

/** A world with a clock that moves only when told, and sockets that the test speaks through. */
function makeWorld() {
  const timers = new Map();
  let nextTimer = 1;
  let now = 0;
  const world = {
    sockets: [],
    messages: [],
    phases: [],
    version: '1',
    reloads: false,
    gapOn: null,
    open(events) {
      const socket = { events, sent: [], closed: false, send: (text) => socket.sent.push(text) };
      socket.close = () => {
        socket.closed = true;
      };
      world.sockets.push(socket);
      return socket;
    },
    serverVersion: async () => world.version,
    reloadFor: () => world.reloads,
    setTimer(callback, ms) {
      timers.set(nextTimer, { callback, at: now + ms });
      nextTimer += 1;
      return nextTimer - 1;
    },
    clearTimer: (timer) => timers.delete(timer),
    random: () => 1,
    onMessage(message) {
      if (message.type === world.gapOn) throw new Gap('a test');
      world.messages.push(message.type);
    },
    onPhase: (phase) => world.phases.push(phase),
    socket: () => world.sockets.at(-1),
    say: (message, socket = world.socket()) => socket.events.message(JSON.stringify(message)),
    async pass(ms) {
      const end = now + ms;
      for (;;) {
        const due = [...timers].filter(([, { at }]) => at <= end).sort((a, b) => a[1].at - b[1].at)[0];
        if (!due) break;
        now = due[1].at;
        timers.delete(due[0]);
        due[1].callback();
        await new Promise((resolve) => setImmediate(resolve));
      }
      now = end;
    },
  };
  return world;
}

function started() {
  const world = makeWorld();
  const connection = new Connection(world);
  connection.start();
  return { world, connection };
}

function live() {
  const { world, connection } = started();
  world.say(SNAPSHOT);
  return { world, connection };
}

test('it is live from the first snapshot on', () => {
  const { world, connection } = started();
  world.say(TICK);
  assert.equal(connection.phase, 'connecting');
  world.say(SNAPSHOT);
  assert.equal(connection.phase, 'live');
  assert.deepEqual(world.messages, ['snapshot']);
});

test('a tick every two seconds keeps it live', async () => {
  const { world, connection } = live();
  for (let i = 0; i < 10; i += 1) {
    await world.pass(2000);
    world.say(TICK);
  }
  assert.equal(connection.phase, 'live');
  assert.equal(world.sockets.length, 1);
});

test('six seconds of silence are not live, and another socket is opened', async () => {
  const { world, connection } = live();
  await world.pass(SILENT_AFTER_MS - 1);
  assert.equal(connection.phase, 'live');
  await world.pass(1);
  assert.equal(connection.phase, 'reconnecting');
  assert.ok(world.socket().closed);
  await world.pass(1000);
  assert.equal(world.sockets.length, 2);
  world.say(SNAPSHOT);
  assert.deepEqual(world.phases, ['live', 'reconnecting', 'live']);
});

test('an old socket is not heard any more', async () => {
  const { world, connection } = live();
  world.socket().events.closed(1006);
  await world.pass(1000);
  const [old] = world.sockets;
  world.say(SNAPSHOT);
  old.events.closed(1006);
  world.say({ type: 'diff' }, old);
  assert.equal(connection.phase, 'live');
  assert.deepEqual(world.messages, ['snapshot', 'snapshot']);
});

test('it has stopped once nobody answered a few times, and is found when it is back', async () => {
  const { world, connection } = live();
  world.version = null;
  world.socket().events.closed(1006);
  await world.pass(1000);
  assert.equal(connection.phase, 'reconnecting');
  await world.pass(9000);
  assert.equal(connection.phase, 'stopped');
  assert.equal(world.sockets.length, 1);
  world.version = '1';
  await world.pass(5000);
  assert.equal(connection.phase, 'stopped');
  world.say(SNAPSHOT);
  assert.equal(connection.phase, 'live');
});

test('a server that said it goes away has stopped at the first try that finds nobody', async () => {
  const { world, connection } = live();
  world.version = null;
  world.socket().events.closed(1001);
  await world.pass(500);
  assert.equal(connection.phase, 'stopped');
});

test('a server that answers but takes no socket has not stopped', async () => {
  const { world, connection } = live();
  for (let i = 0; i < 8; i += 1) {
    world.socket().events.closed(1006);
    await world.pass(5000);
  }
  assert.equal(connection.phase, 'reconnecting');
});

test('tries come further and further apart, up to five seconds', async () => {
  const { world } = live();
  const tries = [];
  let clock = 0;
  world.serverVersion = async () => {
    tries.push(clock);
    return null;
  };
  world.socket().events.closed(1006);
  for (; clock < 20_000; clock += 100) await world.pass(100);
  const gaps = tries.map((at, i) => at - (tries[i - 1] ?? 0)).map((gap) => Math.round(gap / 500) * 500);
  assert.deepEqual(gaps.slice(0, 6), [500, 1000, 2000, 4000, 5000, 5000]);
});

test('a person who comes back does not wait out the delay', async () => {
  const { world, connection } = live();
  world.version = null;
  world.socket().events.closed(1006);
  await world.pass(8000);
  world.version = '1';
  connection.hurry();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(world.sockets.length, 2);
});

test('hurrying a live connection does nothing', () => {
  const { world, connection } = live();
  connection.hurry();
  assert.equal(world.sockets.length, 1);
});

test('a gap asks once for a snapshot and passes over all else until it comes', () => {
  const { world } = live();
  world.gapOn = 'diff';
  world.say({ type: 'diff' });
  world.say({ type: 'diff' });
  world.say(TICK);
  assert.deepEqual(world.socket().sent, ['{"type":"resync"}']);
  world.say(SNAPSHOT);
  world.say(TICK);
  assert.deepEqual(world.messages, ['snapshot', 'snapshot', 'tick']);
});

test('what is no JSON asks for a snapshot too', () => {
  const { world } = live();
  world.socket().events.message('{"type":');
  assert.deepEqual(world.socket().sent, ['{"type":"resync"}']);
});

test('a resync that is not answered is a silence, whatever else is said', async () => {
  const { world, connection } = live();
  world.socket().events.message('nonsense');
  for (let i = 0; i < 3; i += 1) {
    await world.pass(2000);
    world.say(TICK);
  }
  assert.equal(connection.phase, 'reconnecting');
});

test('a snapshot that cannot be used is waited out, not asked for over and over', async () => {
  const { world, connection } = live();
  world.gapOn = 'snapshot';
  world.say(SNAPSHOT);
  assert.equal(connection.phase, 'reconnecting');
  assert.deepEqual(world.socket().sent, []);
});

test('a server of another version reloads the page and opens no socket', async () => {
  const { world } = live();
  world.reloads = true;
  world.socket().events.closed(1001);
  await world.pass(10_000);
  assert.equal(world.sockets.length, 1);
});

test('a fault of our own is not taken for a gap', () => {
  const { world } = live();
  world.onMessage = () => {
    throw new TypeError('a bug');
  };
  assert.throws(() => world.say(TICK), TypeError);
});
