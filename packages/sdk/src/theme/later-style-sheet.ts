import motion from './sheet/motion.css?inline';
import screens from './sheet/screens.css?inline';

/** What the rest of the flow adds to the style sheet of the first screen; it comes with its code. */
export const laterStyleSheet = screens + motion;
