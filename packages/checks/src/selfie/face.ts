import type { Point, RgbaImage } from '@vendor/vision';

/** One face in a picture, as far as it was measured. */
export interface Face {
  /** The square around it, in pixels of the picture; it may reach outside. */
  readonly box: { readonly left: number; readonly top: number; readonly sidePx: number };
  /** How sure the engine is that this is a face, 0 to 1. */
  readonly score: number;
  /** How far the head is turned towards its own left, in radians; about seven tenths of the true angle. */
  readonly yawLeft: number;
  /** The places of the face mesh (468, in MediaPipe's order), in pixels of the picture. */
  readonly mesh: readonly Point[];
  /** Numbers that tell this face from others, a vector of length 1: compared by {@link likenessOf}, worth nothing alone. */
  readonly descriptor: readonly number[];
}

/** Finds and measures faces. One picture at a time. */
export interface FaceEngine {
  /** Every face in the picture, the largest first. Rejects when the engine cannot work. */
  facesOf(image: RgbaImage): Promise<Face[]>;
}
