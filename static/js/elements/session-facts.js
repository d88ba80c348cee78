import { html, nothing } from '../../vendor/lit.js';
import { icon } from '../lib/icons.js';
import { clock } from '../lib/live.js';
import { agentOf } from '../lib/overview.js';
import { momentWords } from '../lib/times.js';
import { appWord, checksWords, pullAddress } from '../lib/words.js';
import './copy-button.js';
import './elapsed-time.js';
import { textPieces } from './text-pieces.js';

/** @import { PullRequest, Session, Source } from '../lib/types.d.ts' */

/**
 * What is known of a session besides its status, as pairs of a name and a value.
 *
 * @param {Session} session
 * @param {Map<string, Source>} sources
 */
export function sessionFacts(session, sources) {
  const own = session.id.slice(session.source.length + 1);
  return html`<dl class="facts">
    ${fact('Agent', html`<bdi>${agentOf(session, sources)}</bdi>`)} ${fact('App', appWord(session) ?? 'not known')}
    ${fact('Folder', session.cwd ? html`<bdi class="path">${textPieces(session.cwd)}</bdi>` : 'not known', session.cwd)}
    ${checkout(session)}
    ${fact('Started', moment(session.startedAt))}
    ${session.lastWriteAt ? fact('Last write', moment(session.lastWriteAt)) : nothing}
    ${session.pid ? fact('Process', processWords(session)) : nothing}
    ${fact('Session ID', html`<bdi class="path">${textPieces(own)}</bdi>`, own)}
    ${fact('Read from', sources.get(session.source)?.label ?? session.source)}
  </dl>`;
}

/**
 * The branch or commit, the repository and the pull request, as far as there are any.
 *
 * @param {Session} session
 */
function checkout({ git }) {
  if (!git) return nothing;
  const name = git.branch ?? git.commit;
  return html`${
    name ? fact(git.branch ? 'Branch' : 'Commit', html`<bdi class="path">${textPieces(name)}</bdi>`, name) : nothing
  }
  ${git.repository ? fact('Repository', html`<bdi>${git.repository.name}</bdi>`) : nothing}
  ${git.pullRequest ? fact('Pull request', pullRequest(git.pullRequest)) : nothing}`;
}

/** @param {PullRequest} pull */
function pullRequest(pull) {
  const address = pullAddress(pull);
  const name = html`<span class="figures">#${pull.number}</span> <bdi>${pull.title}</bdi>`;
  const linked =
    address === null
      ? name
      : html`<a href=${address} target="_blank" rel="noreferrer noopener">${name} ${icon('external-link')}</a>`;
  const asOf = pull.checkedAt ? ` · as of ${momentWords(pull.checkedAt, clock.now())}` : '';
  return html`${linked}<span class="beside">${pull.state} · ${checksWords(pull.checks)}${asOf}</span>`;
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {string | null} [copied]
 */
function fact(name, value, copied) {
  return html`<div>
    <dt>${name}</dt>
    <dd>
      <span>${value}</span>
      ${copied ? html`<copy-button text=${copied} what="the ${name.toLowerCase()}"></copy-button>` : nothing}
    </dd>
  </div>`;
}

/** @param {number | null | undefined} at */
function moment(at) {
  if (at === null || at === undefined) return 'not known';
  const time = momentWords(at, clock.now(), { seconds: true });
  return html`<span class="figures">${time}</span> <span class="ago"><elapsed-time since=${at} rough></elapsed-time> ago</span>`;
}

/** @param {Session} session */
function processWords({ pid, alive }) {
  const state = alive === true ? 'running' : alive === false ? 'ended' : null;
  return html`<span class="figures">${pid}</span>${state ? html` <span class="ago">${state}</span>` : nothing}`;
}
