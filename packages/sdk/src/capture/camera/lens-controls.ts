import type { CaptureHint } from '../../flow/screen.ts';

/** Capabilities of cameras that the first edition of Media Capture lacks (MediaStream Image Capture). */
export interface PhotoCapabilities {
  readonly torch?: boolean;
  readonly focusMode?: readonly string[];
  readonly zoom?: { readonly min: number; readonly max: number; readonly step?: number };
  readonly facingMode?: readonly string[];
}

/** A running track, or a listed device. */
interface Capable {
  getCapabilities?(): object;
}

interface PhotoConstraints {
  readonly torch?: boolean;
  readonly focusMode?: string;
  readonly zoom?: number;
}

/** Settings of a lens that can be changed while the camera runs. */
export interface LensControls {
  readonly hasTorch: boolean;
  /** Resolves to whether the torch was switched as requested. */
  setTorch(on: boolean): Promise<boolean>;
  /** Zooms in, where possible, if the document stays blurred. Called for every frame. */
  heed(hint: CaptureHint, nowMs: number): void;
}

/**
 * Time after which a large and complete document that stays blurred counts as too close for the lens to focus, in ms. A phone
 * focuses within a second, and a moving hand shows some sharp frames.
 */
const tooNearAfterMs = 2_000;

/** Creates the controls of a camera that was just opened. */
export function createLensControls(track: MediaStreamTrack): LensControls {
  let blurredSinceMs: number | null = null;
  const remainingZooms = listZooms(track);
  return {
    hasTorch: readCapabilities(track).torch === true,
    setTorch: (on) => applyAdvanced(track, { torch: on }),
    heed(hint, nowMs) {
      if (hint !== 'blurred') blurredSinceMs = null;
      else blurredSinceMs ??= nowMs;
      if (blurredSinceMs === null || nowMs - blurredSinceMs < tooNearAfterMs) return;
      blurredSinceMs = nowMs;
      const zoom = remainingZooms.shift();
      if (zoom !== undefined) void applyAdvanced(track, { zoom });
    },
  };
}

/** Turns on continuous focus if the camera supports it. */
export function focusContinuously(track: MediaStreamTrack): void {
  if (readCapabilities(track).focusMode?.includes('continuous'))
    void applyAdvanced(track, { focusMode: 'continuous' });
}

/**
 * Lists the zoom values to try, in the lens's own unit, starting from its current value (1 on most phones, 100 on some
 * webcams). Empty if the browser reports no zoom, or the range is too small.
 */
function listZooms(track: MediaStreamTrack): number[] {
  const { zoom } = readCapabilities(track);
  const { zoom: now } = track.getSettings() as { readonly zoom?: number };
  if (!zoom || !now) return [];
  const { min, max, step = 0 } = zoom;
  // Limits the zoom. A zoomed document fills the frame earlier, so the user moves away to a distance at which the lens focuses.
  // At a zoom of 2, an 8-megapixel sensor still resolves print in full HD.
  return [1.5, 2].flatMap((times) => {
    const wanted = now * times;
    const set = step > 0 ? min + Math.floor((wanted - min) / step + 1e-6) * step : wanted;
    return set > now && wanted <= max ? [set] : [];
  });
}

/** Reads the capabilities of a camera; empty if the browser does not report them. */
export function readCapabilities(camera: Capable): PhotoCapabilities {
  try {
    return camera.getCapabilities?.() ?? {};
  } catch {
    return {}; // a page or an extension may have replaced the method by one that throws
  }
}

function applyAdvanced(track: MediaStreamTrack, constraint: PhotoConstraints): Promise<boolean> {
  return track.applyConstraints({ advanced: [constraint as MediaTrackConstraintSet] }).then(
    () => true,
    () => false, // the camera reported a capability that it does not have
  );
}
