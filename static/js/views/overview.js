import '../elements/first-steps.js';
import '../elements/needs-you.js';
import '../elements/session-details.js';
import '../elements/session-list.js';
import { followAddress } from '../lib/address.js';
import { startFrame } from './frame.js';

followAddress();
startFrame();
