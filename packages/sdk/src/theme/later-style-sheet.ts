import motion from './sheet/motion.css?inline';
import screens from './sheet/screens.css?inline';

/** Rules that the rest of the flow adds to the style sheet of the first screen; they come with its code. */
export const laterStyleSheet = screens + motion;
