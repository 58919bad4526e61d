/** What knows one camera from another, and what can be set of one. Loaded while the user reads. */
export { insteadOf, isVirtual, leaveForBetter, nextCamera, openFree } from './choose-camera.ts';
export { controlsOf, focusContinuously } from './lens-controls.ts';
