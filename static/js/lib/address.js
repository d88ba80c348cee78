// Details are opened and closed by going to their address and back.
import { detailsAddress } from './session-address.js';

/** Tells that the address changed, by a press here or by Back and Forward. */
export const addressChanges = new EventTarget();

/** Whether this view has a place for details; from any other, their address is loaded. */
let following = false;

/** @param {string} id */
export function openDetails(id) {
  if (!following) {
    location.assign(detailsAddress(id));
    return;
  }
  history.pushState({ overOverview: true }, '', detailsAddress(id));
  addressChanges.dispatchEvent(new Event('change'));
}

/** Goes back to the Overview that the details were opened over, or to it at all. */
export function closeDetails() {
  if (history.state?.overOverview) {
    history.back();
    return;
  }
  history.replaceState(null, '', '/');
  addressChanges.dispatchEvent(new Event('change'));
}

/** Opens details in place of loading their address, and follows Back and Forward. */
export function followAddress() {
  following = true;
  window.addEventListener('popstate', () => addressChanges.dispatchEvent(new Event('change')));
  document.addEventListener('click', (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a[data-session-id]') : null;
    const id = link?.getAttribute('data-session-id');
    if (!id) return;
    event.preventDefault();
    openDetails(id);
  });
}
