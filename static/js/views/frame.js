// What every view has: the header's counts, the search, the shortcuts, the live state, the badges, the theme.
import '../elements/live-state.js';
import '../elements/session-search.js';
import '../elements/shortcut-help.js';
import '../elements/source-problems.js';
import '../elements/status-counts.js';
import '../elements/waiting-announcer.js';
import { wearBadges } from '../lib/badges.js';
import { followLeftOff } from '../lib/coming-back.js';
import { start } from '../lib/live.js';
import { followTheme } from '../lib/theme.js';

export function startFrame() {
  followTheme();
  wearBadges();
  followLeftOff();
  start();
}
