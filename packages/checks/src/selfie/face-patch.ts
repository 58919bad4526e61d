import { type Point, type RgbaImage, rectify, toGray } from '@vendor/vision';
import type { Face } from './face.ts';

/** A face cut out for comparison with another: small, grey and smoothed. */
export interface FacePatch {
  /** Luma of {@link patchPx} × {@link patchPx} pixels by row, 0 to 255. */
  readonly grey: Float32Array;
  /** Positions of the landmarks in pixels of the patch, always in the same order. */
  readonly landmarks: readonly Point[];
}

/** A patch with its face mesh. */
export interface MeshPatch extends FacePatch {
  /** Points of the face mesh, in pixels of the patch. */
  readonly mesh: readonly Point[];
}

/** Width of a patch in pixels; it preserves the features of a face and averages out noise of camera and compression. */
export const patchPx = 96;

/** Margin beyond each side of a face's box, as a share of it, which leaves room for alignment. */
const MARGIN = 0.15;

/** Mirrored pairs in MediaPipe's mesh: outer and inner corners of the eyes, corners of the mouth, corners of the jaw. */
const pairs = [33, 263, 133, 362, 61, 291, 172, 397] as const;
/** On the midline: forehead, between the eyes, tip of the nose, chin. */
const middle = [10, 168, 1, 152] as const;

/** Cuts the patch of a face out of a picture. */
export function cutFacePatch(image: RgbaImage, { box, mesh }: Face): MeshPatch {
  const left = box.left - MARGIN * box.sidePx;
  const top = box.top - MARGIN * box.sidePx;
  const side = (1 + 2 * MARGIN) * box.sidePx;
  const corners = [
    { x: left, y: top },
    { x: left + side, y: top },
    { x: left + side, y: top + side },
    { x: left, y: top + side },
  ] as const;
  const cut = rectify(image, corners, { widthPx: patchPx, heightPx: patchPx });
  const scale = patchPx / side;
  const places = mesh.map(({ x, y }) => ({ x: (x - left) * scale, y: (y - top) * scale }));
  const landmarks = [...pairs, ...middle].map((index) => places[index]!);
  return { grey: soften(soften(Float32Array.from(toGray(cut).data))), landmarks, mesh: places };
}

/** Mirrors a patch and its landmarks. */
export function mirrorPatch({ grey, landmarks }: FacePatch): FacePatch {
  const flopped = grey.map((_, at) => grey[at + patchPx - 1 - 2 * (at % patchPx)]!);
  const places = landmarks.map((_, index) => {
    // Swaps paired landmarks: the corner of one eye becomes that of the other.
    const { x, y } = landmarks[index < pairs.length ? index ^ 1 : index]!;
    return { x: patchPx - 1 - x, y };
  });
  return { grey: flopped, landmarks: places };
}

/** Smooths with a 3 × 3 binomial kernel, so that the position of edges between pixels does not make two patches differ. */
function soften(grey: Float32Array): Float32Array {
  const weights = [1, 2, 1] as const;
  const along = (from: Float32Array, step: number, placeOf: (at: number) => number) =>
    from.map((_, at) => {
      const place = placeOf(at);
      return weights.reduce((sum, weight, index) => {
        const inside = Math.min(Math.max(place + index - 1, 0), patchPx - 1);
        return sum + (weight / 4) * from[at + (inside - place) * step]!;
      }, 0);
    });
  const across = along(grey, 1, (at) => at % patchPx);
  return along(across, patchPx, (at) => Math.floor(at / patchPx));
}

/** Samples luma bilinearly; outside the patch, the border is repeated. */
export function sampleBrightness(grey: Float32Array, x: number, y: number): number {
  const last = patchPx - 1;
  const left = Math.min(Math.max(x, 0), last);
  const top = Math.min(Math.max(y, 0), last);
  const column = Math.min(Math.floor(left), last - 1);
  const row = Math.min(Math.floor(top), last - 1);
  const [across, down] = [left - column, top - row];
  const at = row * patchPx + column;
  const upper = grey[at]! * (1 - across) + grey[at + 1]! * across;
  const lower = grey[at + patchPx]! * (1 - across) + grey[at + patchPx + 1]! * across;
  return upper * (1 - down) + lower * down;
}
