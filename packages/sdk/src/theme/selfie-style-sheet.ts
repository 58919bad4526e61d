import selfie from './sheet/selfie.css?inline';
import motion from './sheet/selfie-motion.css?inline';

/** Rules that the screens of a selfie add to those of the capture; they come with their code. */
export const selfieStyleSheet = selfie + motion;
