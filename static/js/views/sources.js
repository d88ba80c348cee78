import '../elements/agent-reports.js';
import '../elements/source-cards.js';
import { startFrame } from './frame.js';

startFrame();
