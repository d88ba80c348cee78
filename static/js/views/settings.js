import '../elements/theme-choice.js';
import { startFrame } from './frame.js';

startFrame();
