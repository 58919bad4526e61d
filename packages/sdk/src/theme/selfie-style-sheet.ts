import selfie from './sheet/selfie.css?inline';
import motion from './sheet/selfie-motion.css?inline';

/** What the screens of a selfie add to those of the capture; it comes with their code. */
export const selfieStyleSheet = selfie + motion;
