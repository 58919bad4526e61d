import camera from './sheet/camera.css?inline';
import capture from './sheet/capture.css?inline';
import scene from './sheet/scene.css?inline';
import viewfinder from './sheet/viewfinder.css?inline';

/** What the capture screens add to the flow's style sheet; it comes with their code. */
export const captureStyleSheet = capture + scene + camera + viewfinder;
