import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  actionOf,
  canBeEnded,
  cleanedUpWords,
  copiedWords,
  jumpedWords,
  outcomeWord,
  resultsOf,
  stopWords,
} from '../../static/js/lib/actions.js';

const session = (more = {}) => ({
  id: 'claude-code:1',
  source: 'claude-code',
  surface: 'terminal',
  name: 'a',
  status: 'idle',
  ...more,
});

test('a row has one action: to go there, or else to go on with what has ended', () => {
  const open = { open: 'vscode://anthropic.claude-code/open?session=1' };
  const jump = { kind: 'tmux', place: 'work:2.1' };
  assert.deepEqual(actionOf(session({ links: open, jump })), { kind: 'open', address: open.open });
  assert.deepEqual(actionOf(session({ jump })), { kind: 'jump', place: 'tmux, work:2.1' });
  assert.deepEqual(actionOf(session({ jump: { kind: 'terminal', app: 'iTerm2', place: 'iTerm2' } })), {
    kind: 'jump',
    place: 'iTerm2',
  });
  assert.deepEqual(actionOf(session({ resume: { command: 'claude' } })), { kind: 'resume', command: 'claude' });
  assert.equal(actionOf(session()), null);
});

test('no address but one of VS Code is ever handed to another program', () => {
  for (const open of ['javascript:alert(1)', 'https://example.com', ' vscode://x', 'VSCODE://x', 'vscode:', 5, null]) {
    assert.equal(actionOf(session({ links: { open } })), null);
  }
});

test('a way to go there that the page does not know is none', () => {
  assert.equal(actionOf(session({ jump: { kind: 'elsewhere', place: 'x' } })), null);
});

test('it is said where a jump led, and how to see a pane that no terminal shows', () => {
  assert.deepEqual(jumpedWords({ kind: 'tmux', place: 'work:2.1' }), {
    words: 'Selected in tmux, work:2.1.',
    command: null,
  });
  const attach = "tmux -S '/tmp/s' attach -t '=work'";
  const detached = jumpedWords({ kind: 'tmux', place: 'work:2.1', attach });
  assert.match(detached.words, /No terminal is attached/);
  assert.equal(detached.command, attach);
  assert.equal(jumpedWords({ kind: 'terminal', app: 'Terminal' }).words, 'Brought to the front in Terminal.');
});

test('a clipboard that is refused is said, with the command', () => {
  assert.match(copiedWords('claude', true).words, /^Copied/);
  assert.match(copiedWords('claude', false).words, /refused/);
  assert.equal(copiedWords('claude', false).command, 'claude');
});

test('before a stop it is said what will happen and what will not', () => {
  const signal = stopWords(session({ stop: { how: 'signal' }, pid: 12 }));
  assert.match(signal.will.join(' '), /12, is asked to end \(SIGTERM\).*interrupted/);
  assert.match(signal.willNot.join(' '), /conversation is kept.*no other session/);
  const job = stopWords(session({ stop: { how: 'background' }, pid: 12 }));
  assert.match(job.will.join(' '), /claude stop/);
  assert.doesNotMatch(job.will.join(' '), /SIGTERM/);
});

test('what became of several is counted, and those active again are named', () => {
  const names = new Map([
    ['1', 'checkout-flow'],
    ['2', 'docs'],
  ]);
  const nameOf = (id) => names.get(id) ?? id;
  const ended = { sessionId: '3', outcome: 'ended' };
  assert.equal(cleanedUpWords([ended], nameOf), '1 of 1 session has ended.');
  assert.equal(
    cleanedUpWords([ended, { sessionId: '1', outcome: 'became-active' }], nameOf),
    '1 of 2 sessions have ended. checkout-flow became active again and was left running.',
  );
  assert.match(
    cleanedUpWords(
      [
        { sessionId: '1', outcome: 'became-active' },
        { sessionId: '2', outcome: 'became-active' },
      ],
      nameOf,
    ),
    /^0 of 2.*checkout-flow and docs became active again and were left running/,
  );
});

test('an outcome or an answer that is not known is said to be so', () => {
  assert.equal(outcomeWord('ended'), 'Ended');
  assert.equal(outcomeWord('toString'), 'What became of it is not known');
  assert.deepEqual(resultsOf({}), []);
  assert.deepEqual(resultsOf({ results: [null, { sessionId: 'a', outcome: 'ended' }] }), [
    { sessionId: 'a', outcome: 'ended' },
  ]);
});

test('only what can be ended from here, and is idle since a known moment, is offered', () => {
  const can = session({ stop: { how: 'signal' }, statusSince: 5 });
  assert.deepEqual(canBeEnded([can, session({ statusSince: 5 }), session({ stop: { how: 'signal' } })]), [can]);
});
