// What lies over the Overview is opened and closed by going to its address and back.
import { detailsAddress } from './session-address.js';

/** Tells that the address changed, by a press here or by Back and Forward. */
export const addressChanges = new EventTarget();

/** The address of the chart of up to six hours. */
export const CHART_ADDRESS = '/chart';

/** Whether this view has a place for what lies over it; from any other, its address is loaded. */
let following = false;

/** @param {string} id */
export function openDetails(id) {
  goOver(detailsAddress(id));
}

/** @param {string} address */
function goOver(address) {
  if (!following) {
    location.assign(address);
    return;
  }
  history.pushState({ overOverview: true }, '', address);
  addressChanges.dispatchEvent(new Event('change'));
}

/** Goes back to the Overview that something was opened over, or to it at all. */
export function closeOver() {
  if (history.state?.overOverview) {
    history.back();
    return;
  }
  history.replaceState(null, '', '/');
  addressChanges.dispatchEvent(new Event('change'));
}

/** Opens what lies over the Overview in place of loading its address, and follows Back and Forward. */
export function followAddress() {
  following = true;
  window.addEventListener('popstate', () => addressChanges.dispatchEvent(new Event('change')));
  document.addEventListener('click', (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a[data-session-id], a[data-chart]') : null;
    if (!link) return;
    event.preventDefault();
    const id = link.getAttribute('data-session-id');
    goOver(id === null ? CHART_ADDRESS : detailsAddress(id));
  });
}
