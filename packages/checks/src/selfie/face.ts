import type { Point, RgbaImage } from '@vendor/vision';

/** Measurements of one face in a picture. */
export interface Face {
  /** Bounding square in pixels of the picture; it may extend outside. */
  readonly box: { readonly left: number; readonly top: number; readonly sidePx: number };
  /** Confidence of the detector, 0 to 1. */
  readonly score: number;
  /** Rotation of the head towards its own left, in radians; about seven tenths of the true angle. */
  readonly yawLeft: number;
  /** Points of the face mesh (468, in MediaPipe's order), in pixels of the picture. */
  readonly mesh: readonly Point[];
  /** Descriptor of the face, a unit vector. Meaningful only in comparison, by `measureLikeness`. */
  readonly descriptor: readonly number[];
}

/** Detects and measures faces, one picture at a time. */
export interface FaceEngine {
  /** Returns every face in the picture, the largest first. Rejects if the engine fails. */
  facesOf(image: RgbaImage): Promise<Face[]>;
}
