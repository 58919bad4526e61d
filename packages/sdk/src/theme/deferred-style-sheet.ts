import motion from './sheet/motion.css?inline';
import screens from './sheet/screens.css?inline';

/** Rules of the deferred screens, added to the style sheet of the first screen when their code loads. */
export const deferredStyleSheet = screens + motion;
