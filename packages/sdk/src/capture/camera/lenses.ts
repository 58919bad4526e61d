/** Code that chooses between cameras and controls their settings. Loaded while the user reads. */
export { insteadOf, isVirtual, leaveForBetter, nextCamera, openFree } from './choose-camera.ts';
export { createLensControls, focusContinuously } from './lens-controls.ts';
