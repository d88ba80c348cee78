import { html, nothing } from '../../vendor/lit.js';
import { pullWords } from '../lib/words.js';

/** @import { PullRequest } from '../lib/types.d.ts' */

/**
 * "#51 · 2 failing": a branch's pull request, in a row.
 *
 * @param {PullRequest} pull
 */
export function pullInRow(pull) {
  const { number, standing, fails } = pullWords(pull);
  return html`<span class="pull" title=${pull.title}
    ><span class="visually-hidden">pull request </span><span class="figures">${number}</span>${
      standing === null ? nothing : html` · <span ?data-fails=${fails}>${standing}</span>`
    }</span
  >`;
}
