import type { PictureLoss } from '../../session/ports.ts';
import { onDevicesChanged } from './camera-changes.ts';
import type { KnownCamera } from './choose-camera.ts';

/** Time between two checks, in ms. */
const stepMs = 250;

/**
 * Number of consecutive checks without a picture after which it counts as lost: two and a half seconds, enough for a camera to
 * wake up, or for a hand to move past it. Counts checks instead of time, because no checks run while the device sleeps.
 */
const maxMissed = 10;

/** Number of missed checks after which the video is played again: iOS pauses it for a call and does not resume it. */
const missedUntilReplay = 4;

/** Maximum brightness of a scaled-down picture without any light, 0..255. Sensor noise makes a dark room brighter. */
const maxBlackLuma = 16;

/** Size of the scaled-down picture in which brightness is measured, in pixels. */
const [widthPx, heightPx] = [16, 9];

/**
 * Detects a camera that no longer shows a picture: the system may withhold it while the track stays live (a call, another
 * program, a closed lid), the driver may hang, or the lens may be covered.
 *
 * @param video - plays the camera's stream.
 * @param onLost - called once, within three seconds; `hasShown` is true if there was a picture before.
 * @param onTurned - called when the picture's size changes, because the device was rotated.
 * @param onCameras - called with the list of cameras when one was plugged in or unplugged.
 * @returns a function that ends the watch.
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

  function findLoss(): PictureLoss | null {
    // Called every time, because it compares with its last call.
    const isStill = !hasNewFrame();
    if (isStill || track.muted) return 'busy';
    return isBlack() ? 'black' : null;
  }

  function check(): void {
    // Skips the check on a hidden page, where browsers do not play videos.
    const loss = document.hidden ? null : findLoss();
    missed = loss ? missed + 1 : 0;
    hasShown ||= !loss;
    if (missed === missedUntilReplay) video.play().catch(() => {});
    if (loss && missed >= maxMissed) onLost(loss, hasShown);
    else timer = setTimeout(check, stepMs);
  }

  video.onresize = onTurned;
  const stopCounting = onDevicesChanged(onCameras);
  let timer = setTimeout(check, stepMs);
  return () => {
    clearTimeout(timer);
    stopCounting();
    video.onresize = null;
  };
}

/**
 * Returns a function that returns whether a frame has arrived since its last call. `currentTime` does not show it, because the
 * time of a stream advances without frames. An engine that has never reported a frame may not count them, so pixels are
 * compared there.
 */
function frameWatch(video: HTMLVideoElement, track: MediaStreamTrack): () => boolean {
  const countFrames = () => video.getVideoPlaybackQuality?.().totalVideoFrames ?? 0;
  let counted = countFrames();
  let hasReported = counted > 0;
  let requestId: number | undefined = 0;
  let isNew = false;
  let isSame = () => false;
  if (!video.requestVideoFrameCallback) {
    import('./compare-frames.ts').then(
      ({ frameComparison }) => {
        isSame = frameComparison(video, track);
      },
      () => {}, // without it, all other losses are still detected
    );
  }
  const onFrame = () => {
    isNew = true;
    requestId = 0;
  };
  return () => {
    const count = countFrames();
    const hasFrame = isNew || count !== counted;
    // WICG video-rvfc. Firefox does not count the frames of a stream, and Chromium 81 has no callback. A callback costs the
    // page half a millisecond and a frame, so it is only requested if the count has not changed.
    if (!requestId && count === counted) requestId = video.requestVideoFrameCallback?.(onFrame);
    counted = count;
    isNew = false;
    hasReported ||= hasFrame;
    return hasFrame || (!hasReported && !isSame());
  };
}

function blackWatch(video: HTMLVideoElement): () => boolean {
  // A corner of the default canvas is large enough.
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  return () => {
    if (!context || video.videoWidth === 0) return false;
    context.drawImage(video, 0, 0, widthPx, heightPx);
    const { data } = context.getImageData(0, 0, widthPx, heightPx);
    return data.every((value, index) => index % 4 === 3 || value < maxBlackLuma);
  };
}
