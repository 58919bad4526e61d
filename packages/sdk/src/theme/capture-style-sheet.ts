import camera from './sheet/camera.css?inline';
import capture from './sheet/capture.css?inline';
import scene from './sheet/scene.css?inline';
import viewfinder from './sheet/viewfinder.css?inline';

/** Rules that the capture screens add to the flow's style sheet; they come with their code. */
export const captureStyleSheet = capture + scene + camera + viewfinder;
