import type { PictureLoss } from '../../session/ports.ts';
import { onDevicesChanged } from './camera-changes.ts';
import type { KnownCamera } from './choose-camera.ts';

/** Time between two checks, in ms. */
const stepMs = 250;

/**
 * Checks in a row without a picture after which it counts as lost: two and a half seconds, enough for a camera to wake up, or for
 * a hand to move past it. Counts checks instead of time, because no checks run while the device sleeps.
 */
const mostMissed = 10;

/** Missed checks after which the element is played again: iOS pauses it for a call and does not resume it. */
const missedUntilPlayed = 4;

/** Brightest that a picture without any light gets once it is made small, 0..255; a dark room is brighter by its noise. */
const blackest = 16;

/** Size of the picture that its light is measured by, in pixels. */
const [widthPx, heightPx] = [16, 9];

/**
 * Detects a camera that no longer shows anything: the system may take its picture away while the track stays live (a call,
 * another program, a lid), the driver may hang, or the lens may be covered.
 *
 * @param video - plays the camera's stream.
 * @param onLost - called once, within three seconds; `hasShown`: there was a picture before.
 * @param onTurned - called when the picture's size changes, because the device was turned.
 * @param onCameras - called with the cameras when one was plugged in or out.
 * @returns ends the watch.
 */
export function watchPicture(
  video: HTMLVideoElement,
  track: MediaStreamTrack,
  onLost: (loss: PictureLoss, hasShown: boolean) => void,
  onTurned: () => void,
  onCameras: (cameras: readonly KnownCamera[]) => void,
): () => void {
  const hasNewFrame = frameWatch(video, track);
  const isBlack = blackWatch(video);
  let missed = 0;
  let hasShown = false;

  function lossNow(): PictureLoss | null {
    // Asked in any case: it tells of the time since it was asked last.
    const isStill = !hasNewFrame();
    if (isStill || track.muted) return 'busy';
    return isBlack() ? 'black' : null;
  }

  function look(): void {
    // No browser plays a video that nobody can see.
    const loss = document.hidden ? null : lossNow();
    missed = loss ? missed + 1 : 0;
    hasShown ||= !loss;
    if (missed === missedUntilPlayed) video.play().catch(() => {});
    if (loss && missed >= mostMissed) onLost(loss, hasShown);
    else timer = setTimeout(look, stepMs);
  }

  video.onresize = onTurned;
  const stopCounting = onDevicesChanged(onCameras);
  let timer = setTimeout(look, stepMs);
  return () => {
    clearTimeout(timer);
    stopCounting();
    video.onresize = null;
  };
}

/**
 * Tells whether a frame has arrived since the last call. The element's time does not show it, because a stream's time runs
 * without frames. An engine that has never reported a frame may not count them: there, pixels are compared.
 */
function frameWatch(video: HTMLVideoElement, track: MediaStreamTrack): () => boolean {
  const countFrames = () => video.getVideoPlaybackQuality?.().totalVideoFrames ?? 0;
  let counted = countFrames();
  let hasTold = counted > 0;
  let asked: number | undefined = 0;
  let isNew = false;
  let isSame = () => false;
  if (!video.requestVideoFrameCallback) {
    import('./compare-frames.ts').then(
      ({ frameComparison }) => {
        isSame = frameComparison(video, track);
      },
      () => {}, // all but that is noticed
    );
  }
  const onFrame = () => {
    isNew = true;
    asked = 0;
  };
  return () => {
    const count = countFrames();
    const told = isNew || count !== counted;
    // WICG video-rvfc. Firefox counts no frames of streams, and Chromium 81 calls nobody back; to be called costs a page half a
    // millisecond and a frame of its own.
    if (!asked && count === counted) asked = video.requestVideoFrameCallback?.(onFrame);
    counted = count;
    isNew = false;
    hasTold ||= told;
    return told || (!hasTold && !isSame());
  };
}

function blackWatch(video: HTMLVideoElement): () => boolean {
  // A corner of it is enough.
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  return () => {
    if (!context || video.videoWidth === 0) return false;
    context.drawImage(video, 0, 0, widthPx, heightPx);
    const { data } = context.getImageData(0, 0, widthPx, heightPx);
    return data.every((value, index) => index % 4 === 3 || value < blackest);
  };
}
