import assert from 'node:assert/strict';
import test from 'node:test';
import { byRepository, columnsOf } from '../../static/js/lib/layouts.js';

const session = (name, repository, status = 'idle') => ({
  name,
  status,
  ...(repository ? { git: { branch: 'main', repository: { id: repository, name: repository } } } : {}),
});
const named = (groups) => groups.map(({ name, sessions }) => [name, sessions.map((one) => one.name)]);

test('a group stands where its first session does, and keeps the order inside', () => {
  const groups = byRepository([session('1', 'web'), session('2', 'docs'), session('3', 'web'), session('4', 'docs')]);
  assert.deepEqual(named(groups), [
    ['web', ['1', '3']],
    ['docs', ['2', '4']],
  ]);
});

test('sessions in no repository come last, whatever their place', () => {
  assert.deepEqual(named(byRepository([session('1'), session('2', 'web'), session('3')])), [
    ['web', ['2']],
    [null, ['1', '3']],
  ]);
  assert.deepEqual(named(byRepository([session('1', 'web')])), [['web', ['1']]]);
});

test('two repositories of one name are two groups, told apart by a folder of each', () => {
  const one = { ...session('1', 'web'), cwd: '/home/dev/web' };
  const other = { name: '2', cwd: '/srv/web', git: { repository: { id: 'other', name: 'web' } } };
  const groups = byRepository([one, other, session('3', 'docs')]);
  assert.deepEqual(
    groups.map(({ name, where }) => [name, where]),
    [
      ['web', '/home/dev/web'],
      ['web', '/srv/web'],
      ['docs', null],
    ],
  );
});

test('a repository may have any name, and no repository has none', () => {
  const groups = byRepository([session('1', '__proto__'), session('2', 'No repository'), session('3')]);
  assert.deepEqual(
    groups.map(({ name }) => name),
    ['__proto__', 'No repository', null],
  );
});

const filled = (columns) => columns.map(({ key, sessions }) => [key, sessions.map((one) => one.name).join('')]);

test('the board has a column for each status, those that are over in one', () => {
  const columns = columnsOf([
    session('a', null, 'needs-you'),
    session('b', null, 'working'),
    session('c', null, 'finished'),
    session('d', null, 'failed'),
    session('e', null, 'working'),
  ]);
  assert.deepEqual(filled(columns), [
    ['needs-you', 'a'],
    ['working', 'be'],
    ['idle', ''],
    ['over', 'cd'],
  ]);
});

test('there is a column for what is not known only while there is something in it', () => {
  assert.equal(columnsOf([session('a', null, 'unknown')]).at(-1).key, 'unknown');
  assert.deepEqual(filled(columnsOf([session('a', null, 'a later status')])).at(-1), ['unknown', 'a']);
  assert.equal(columnsOf([]).length, 4);
});
