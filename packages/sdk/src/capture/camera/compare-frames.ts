import { isVirtual } from './lenses.ts';

/**
 * Size of the compared picture, in pixels. Sampled without smoothing, because each pixel of a sensor has noise of its own in
 * every frame.
 */
const [widthPx, heightPx] = [160, 90];

/** Range in which noise is visible, 0..255. Clipped black and white are the same in every frame. */
const [darkest, brightest] = [24, 232];

/** Minimum share of bytes within that range for a conclusion. The alpha bytes, a quarter of all, are never within it. */
const minNoisyShare = 1 / 8;

/**
 * Detects a frozen camera by its pixels, for browsers that do not count the frames of a stream: Firefox before 132, Safari
 * before 15.4 (`mozPaintedFrames` is 0 for a hidden video). Skips virtual cameras, because programs may show a still picture on
 * purpose.
 *
 * @param video - plays the camera's stream.
 * @returns a function that returns whether the picture is identical to that of the last call.
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
    return isSame && noisy.length >= data.length * minNoisyShare;
  };
}
