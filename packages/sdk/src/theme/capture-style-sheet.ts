import camera from './sheet/camera.css?inline';
import capture from './sheet/capture.css?inline';
import scene from './sheet/scene.css?inline';
import viewfinder from './sheet/viewfinder.css?inline';

/** Rules of the capture screens, added to the flow's style sheet when their code loads. */
export const captureStyleSheet = capture + scene + camera + viewfinder;
