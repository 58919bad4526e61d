import { isVirtual } from './lenses.ts';

/**
 * Size of the picture that is compared, in pixels. Each is one of the camera's own, not a mean of many: no two frames of a sensor
 * share their noise.
 */
const [widthPx, heightPx] = [160, 90];

/** Noise shows between these, 0..255: what is cut off as black or white is the same in every frame. */
const [darkest, brightest] = [24, 232];

/** At least such a part of all bytes must be able to show it, of which a quarter are no colour: the light would tell little else. */
const leastNoisy = 1 / 8;

/**
 * Detects a frozen camera by its pixels, for browsers that do not count frames of a stream: Firefox before 132, Safari before
 * 15.4 (`mozPaintedFrames` is 0 for a hidden video). Programs may show a still picture on purpose, so cameras named as one are
 * skipped.
 *
 * @param video - plays the camera's stream.
 * @returns a function that tells whether the picture is identical to that of the last call.
 */
export function frameComparison(video: HTMLVideoElement, track: MediaStreamTrack): () => boolean {
  const canvas = document.createElement('canvas');
  canvas.width = widthPx;
  canvas.height = heightPx;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  let before: Uint8ClampedArray | null = null;
  return () => {
    if (!context || video.videoWidth === 0 || isVirtual(track)) return false;
    context.imageSmoothingEnabled = false;
    context.drawImage(video, 0, 0, widthPx, heightPx);
    const { data } = context.getImageData(0, 0, widthPx, heightPx);
    const isSame = data.every((value, index) => value === before?.[index]);
    before = data;
    const noisy = data.filter((value) => value > darkest && value < brightest);
    return isSame && noisy.length >= data.length * leastNoisy;
  };
}
