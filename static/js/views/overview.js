import '../elements/event-log.js';
import '../elements/first-steps.js';
import '../elements/history-chart.js';
import '../elements/last-hour.js';
import '../elements/needs-you.js';
import '../elements/session-details.js';
import '../elements/session-list.js';
import '../elements/session-timeline.js';
import '../elements/waits-on-you.js';
import { followAddress } from '../lib/address.js';
import { recall } from '../lib/recall.js';
import { startFrame } from './frame.js';

recall.start();
followAddress();
startFrame();
