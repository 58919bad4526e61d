import type { AnalysisFrame, FramePixels } from '../../session/ports.ts';
import type { Outline } from '../../session/view.ts';
import type { Area } from '../area-around.ts';
import { settleWithin } from '../timeouts.ts';

/** Long side of the small picture in which the document is searched for, in pixels. */
const searchedSidePx = 320;

/** Side of the square detail on which sharpness is measured, in pixels at full resolution. */
const detailSidePx = 192;

/**
 * Maximum time from opening a camera to its first frame, in ms. Slow cameras need two seconds. A camera that hangs is reopened
 * once, like one that is lost later.
 */
const firstFrameMs = 3_000;

/** Frames of a stream, taken from a hidden video element. */
export interface FrameSource {
  readonly video: HTMLVideoElement;
  /**
   * Takes the current frame for the analysis; null if there is none yet.
   *
   * @param isKept - keeps the frame at full resolution as well, because it may become the picture.
   * @param printAt - see {@link detailArea}.
   */
  grabFrame(outline: Outline | null, isKept?: boolean, printAt?: number): AnalysisFrame | null;
  /**
   * Returns the current frame at full resolution.
   *
   * @param asKept - prefers the frame that was last grabbed, if that was kept; it lasts until the next one is grabbed.
   * @throws if there is no frame.
   */
  holdFrame(asKept?: boolean): HTMLCanvasElement;
  close(): void;
}

/**
 * Plays a stream, and resolves at its first frame.
 *
 * @throws if no frame arrives in time, or the signal aborts.
 */
export async function playStream(stream: MediaStream, signal: AbortSignal): Promise<FrameSource> {
  const video = document.createElement('video');
  // iOS plays a stream outside fullscreen only if the video is muted and inline.
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  const loaded = new Promise<boolean>((resolve) => {
    video.onloadeddata = () => resolve(true);
  });
  // `play()` may reject while the page is hidden, so only the first frame counts.
  video.play().catch(() => {});
  if (await settleWithin(loaded, false, signal, firstFrameMs)) return frameSource(video);
  video.srcObject = null;
  throw new Error('No picture.');
}

function frameSource(video: HTMLVideoElement): FrameSource {
  const small = document.createElement('canvas');
  const detail = document.createElement('canvas');
  // Reused for all kept frames, because they are large and each lasts only a moment.
  const full = document.createElement('canvas');
  let kept: HTMLCanvasElement | null;
  const hold = (canvas = document.createElement('canvas')) => {
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    const context = canvas.getContext('2d');
    if (!context || !canvas.width) throw new Error('No picture.');
    context.drawImage(video, 0, 0);
    return canvas;
  };
  return {
    video,
    grabFrame(outline, isKept, printAt) {
      const { videoWidth, videoHeight } = video;
      if (video.readyState < video.HAVE_CURRENT_DATA || !videoWidth) return null;
      const scale = searchedSidePx / Math.max(videoWidth, videoHeight);
      kept = null;
      try {
        // Keeps the analysed frame as the picture, because the video moves on in the meantime.
        if (isKept) kept = hold(full);
      } catch {
        // Out of memory: guidance continues, and the picture is taken after the analysed frame.
      }
      const source = kept ?? video;
      const picture = draw(small, source, { x: 0, y: 0, width: videoWidth, height: videoHeight }, scale);
      const area = outline && detailArea(outline, videoWidth, videoHeight, printAt);
      return picture && { picture, detail: area && draw(detail, source, area, 1), fullWidthPx: videoWidth };
    },
    holdFrame: (asKept) => (asKept && kept) || hold(),
    close() {
      video.pause();
      video.srcObject = null;
    },
  };
}

/**
 * Returns the area in which print is expected: halfway along the document's sides and, by default, in the middle of its lower
 * third, where passports and the backs of cards carry their machine-readable lines.
 *
 * @param printAt - position between the first side (0) and the opposite one (1).
 */
export function detailArea(outline: Outline, widthPx: number, heightPx: number, printAt = 0.82): Area {
  const [x0, y0, x1, y1, x2, y2, x3, y3] = outline;
  const width = Math.min(detailSidePx, widthPx);
  const height = Math.min(detailSidePx, heightPx);
  /** Returns the start of the area on one axis, from twice the midpoints of the first side and of the opposite one. */
  const begin = (first: number, opposite: number, wholePx: number, px: number) => {
    const centre = ((first * (1 - printAt) + opposite * printAt) / 2) * wholePx;
    return Math.round(Math.max(0, Math.min(wholePx - px, centre - px / 2)));
  };
  return {
    x: begin(x0 + x1, x2 + x3, widthPx, width),
    y: begin(y0 + y1, y2 + y3, heightPx, height),
    width,
    height,
  };
}

function draw(
  canvas: HTMLCanvasElement,
  source: HTMLVideoElement | HTMLCanvasElement,
  area: Area,
  scale: number,
): FramePixels | null {
  const width = Math.max(1, Math.round(area.width * scale));
  const height = Math.max(1, Math.round(area.height * scale));
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(source, area.x, area.y, area.width, area.height, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}
