import '../elements/history-kept.js';
import '../elements/quiet-now.js';
import '../elements/theme-choice.js';
import '../elements/time-rules.js';
import { startFrame } from './frame.js';

startFrame();
