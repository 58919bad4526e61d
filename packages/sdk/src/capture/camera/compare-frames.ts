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
 * Tells by its pixels whether a camera stands still, where nothing counts the frames of a stream: Firefox before 132, Safari before
 * 15.4 (`mozPaintedFrames` counts none of a video that nobody sees). A program may show a still picture for good: of one that is
 * named as such nothing is said.
 *
 * @param video - plays the camera's stream.
 * @returns answers whether the picture is, byte for byte, that of the last question.
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
