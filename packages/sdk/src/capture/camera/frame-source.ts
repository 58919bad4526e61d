import type { AnalysisFrame, FramePixels } from '../../session/ports.ts';
import type { Outline } from '../../session/view.ts';
import type { Area } from '../area-around.ts';
import { settleWithin } from '../patience.ts';

/** Long side of the small picture that is searched for a document, in pixels. */
const searchedSidePx = 320;

/** Side of the square detail that sharpness is judged by, in pixels of the camera. */
const detailSidePx = 192;

/**
 * How long a camera that was allowed may take to show its first frame, in ms. Cameras that wake up slowly need two seconds; one
 * that hangs is opened once more, as one that is lost later.
 */
const firstFrameMs = 3_000;

/** The frames of a stream, taken from a video element of its own that nobody sees. */
export interface FrameSource {
  readonly video: HTMLVideoElement;
  /**
   * @param isKept - the picture may be this frame: it is held at full resolution as well.
   * @param printAt - see {@link detailArea}.
   */
  grabFrame(outline: Outline | null, isKept?: boolean, printAt?: number): AnalysisFrame | null;
  /**
   * The present frame at full resolution. Throws while there is none.
   *
   * @param asKept - the frame that was grabbed last, where it was kept: it lasts until the next one is grabbed.
   */
  holdFrame(asKept?: boolean): HTMLCanvasElement;
  close(): void;
}

/**
 * Plays a stream until its first frame is there.
 *
 * @throws when no frame comes in time, or the signal aborts.
 */
export async function playStream(stream: MediaStream, signal: AbortSignal): Promise<FrameSource> {
  const video = document.createElement('video');
  // iOS plays a stream outside of fullscreen only when it is muted and told to stay inline.
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  const loaded = new Promise<boolean>((resolve) => {
    video.onloadeddata = () => resolve(true);
  });
  // Playing may be refused for a moment while the page is hidden; the first frame counts, not the promise.
  video.play().catch(() => {});
  if (await settleWithin(loaded, false, signal, firstFrameMs)) return frameSource(video);
  video.srcObject = null;
  throw new Error('No picture.');
}

function frameSource(video: HTMLVideoElement): FrameSource {
  const small = document.createElement('canvas');
  const detail = document.createElement('canvas');
  // One for all that are kept: they are large, and each lasts for a moment.
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
        // Keeps the judged frame as the picture, because the video goes on in between.
        if (isKept) kept = hold(full);
      } catch {
        // Out of memory: guidance continues, and the picture is a frame after the judged one.
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
 * Finds the area in which print is expected: halfway along the document's sides and, unless told otherwise, in the middle of its
 * lower third, where passports and the backs of cards carry their machine readable lines.
 *
 * @param printAt - 0..1 from the first side to the opposite one.
 */
export function detailArea(outline: Outline, widthPx: number, heightPx: number, printAt = 0.82): Area {
  const [x0, y0, x1, y1, x2, y2, x3, y3] = outline;
  const width = Math.min(detailSidePx, widthPx);
  const height = Math.min(detailSidePx, heightPx);
  /** Finds the start of the area along one side, from the middles of the first side and the opposite one, each doubled. */
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
