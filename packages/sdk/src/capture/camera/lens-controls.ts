import type { CaptureHint } from '../../flow/screen.ts';

/** Capabilities of cameras beyond the first edition of the standard (MediaStream Image Capture). */
export interface PhotoCapabilities {
  readonly torch?: boolean;
  readonly focusMode?: readonly string[];
  readonly zoom?: { readonly min: number; readonly max: number; readonly step?: number };
  readonly facingMode?: readonly string[];
}

/** A track that runs, or a device that does not. */
interface Capable {
  getCapabilities?(): object;
}

interface PhotoConstraints {
  readonly torch?: boolean;
  readonly focusMode?: string;
  readonly zoom?: number;
}

/** Settings of a lens that can be changed while it runs. */
export interface LensControls {
  readonly hasTorch: boolean;
  /** Answers whether the torch is as asked. */
  setTorch(on: boolean): Promise<boolean>;
  /** Adjusts the lens, where it can, to what a frame lacks. Called for every frame. */
  heed(hint: CaptureHint, nowMs: number): void;
}

/**
 * A document that is seen whole and large, and stays blurred for so long, in ms, is nearer than the lens can focus: the focus of
 * a phone has settled in one second, and a hand that moves shows sharp frames in between.
 */
const tooNearAfterMs = 2_000;

/** The controls of a lens that has just been opened. */
export function createLensControls(track: MediaStreamTrack): LensControls {
  let blurredSinceMs: number | null = null;
  const coming = zoomsOf(track);
  return {
    hasTorch: readCapabilities(track).torch === true,
    setTorch: (on) => applyAdvanced(track, { torch: on }),
    heed(hint, nowMs) {
      if (hint !== 'blurred') blurredSinceMs = null;
      else blurredSinceMs ??= nowMs;
      if (blurredSinceMs === null || nowMs - blurredSinceMs < tooNearAfterMs) return;
      blurredSinceMs = nowMs;
      const zoom = coming.shift();
      if (zoom !== undefined) void applyAdvanced(track, { zoom });
    },
  };
}

/** Focuses whatever comes before the lens, where it can. */
export function focusContinuously(track: MediaStreamTrack): void {
  if (readCapabilities(track).focusMode?.includes('continuous'))
    void applyAdvanced(track, { focusMode: 'continuous' });
}

/**
 * Lists the zoom values to try, in the lens's own unit, from its current value (1 on most phones, 100 on some webcams); none if
 * the browser reports no zoom, or the lens has hardly any.
 */
function zoomsOf(track: MediaStreamTrack): number[] {
  const { zoom } = readCapabilities(track);
  const { zoom: now } = track.getSettings() as { readonly zoom?: number };
  if (!zoom || !now) return [];
  const { min, max, step = 0 } = zoom;
  // Limits the zoom. The document fills the frame earlier, so the user moves away, to where the lens focuses. At a zoom of 2, a
  // sensor of 8 megapixels still resolves print in full HD.
  return [1.5, 2].flatMap((times) => {
    const wanted = now * times;
    const set = step > 0 ? min + Math.floor((wanted - min) / step + 1e-6) * step : wanted;
    return set > now && wanted <= max ? [set] : [];
  });
}

/** Reads the capabilities of a camera; empty where the browser does not tell. */
export function readCapabilities(camera: Capable): PhotoCapabilities {
  try {
    return camera.getCapabilities?.() ?? {};
  } catch {
    return {}; // what a page or an extension has put in its place answers to nobody
  }
}

function applyAdvanced(track: MediaStreamTrack, constraint: PhotoConstraints): Promise<boolean> {
  return track.applyConstraints({ advanced: [constraint as MediaTrackConstraintSet] }).then(
    () => true,
    () => false, // the camera promised what it cannot do
  );
}
