import type { SelfiePose, SelfieRetryReason } from '@vendor/contract';
import {
  downscale,
  type Exposure,
  type FaceLight,
  innerFace,
  measureExposure,
  measureFaceLight,
  measureSharpness,
  type RgbaImage,
  scaleQuad,
  toGray,
} from '@vendor/vision';
import { decodeImage, imageLimits } from '../image/decode-image.ts';
import type { Face, FaceEngine } from './face.ts';
import { cutFacePatch, type MeshPatch } from './face-patch.ts';
import type { SelfieFrame } from './selfie-task.ts';

/** Measurements of one key frame. */
export interface FrameView {
  readonly pose: SelfiePose;
  readonly receivedAt: number;
  /** Length of the picture's shorter side. */
  readonly shorterSidePx: number;
  /** Faces of people who may be in front of the camera, the largest first; bystanders are left out. */
  readonly faces: readonly Face[];
  /** Light on the largest face; null without one. */
  readonly faceLight: FaceLight | null;
  /** Exposure of the whole picture. */
  readonly exposure: Exposure;
  /** Blur (σ) of the largest face, in widths of it; null without a face. */
  readonly blurShare: number | null;
  /** The largest face, for comparison with those of other frames; null without one. */
  readonly patch: MeshPatch | null;
}

/** Reason why a file could not be measured. */
export interface UnusableFrame {
  readonly refusal: Extract<SelfieRetryReason, 'IMAGE_UNREADABLE' | 'IMAGE_TOO_SMALL'>;
}

/** Minimum size of a frame. In a smaller one a face that fills half of it has too few pixels for its features. */
const MIN_SHORTER_SIDE_PX = 300;

/** Maximum size at which faces are detected; features are measured on 192 to 256 pixels of the face anyway. */
const MAX_SIDE_PX = 1280;

/** Width to which larger faces are scaled down before their blur is measured. */
const BLUR_FACE_PX = 200;

/** Share of the largest face's size below which a face belongs to somebody in the background, or to a picture on the wall. */
const BYSTANDER_SHARE = 0.4;

/** Decodes a key frame and measures its faces, light and blur. Never throws because of the file's content. */
export async function measureFrame(
  engine: FaceEngine,
  { pose, receivedAt, file }: SelfieFrame,
): Promise<FrameView | UnusableFrame> {
  const decoded = await decodeImage(file, { ...imageLimits, longestSidePx: MAX_SIDE_PX });
  if (decoded.kind === 'refused') return { refusal: 'IMAGE_UNREADABLE' };
  const { image } = decoded;
  const shorterSidePx = Math.min(image.width, image.height);
  if (shorterSidePx < MIN_SHORTER_SIDE_PX) return { refusal: 'IMAGE_TOO_SMALL' };
  const found = await engine.facesOf(image);
  const largest = found[0];
  const faces = found.filter(({ box }) => box.sidePx >= BYSTANDER_SHARE * largest!.box.sidePx);
  return {
    pose,
    receivedAt,
    shorterSidePx,
    faces,
    faceLight: largest ? measureFaceLight(image, largest.box) : null,
    exposure: measureExposure(toGray(image)),
    blurShare: largest ? measureFaceBlur(image, largest) : null,
    patch: largest ? cutFacePatch(image, largest) : null,
  };
}

/** Measures the blur of a face. Blur is measurable only up to five pixels, so a large face is scaled down first. */
function measureFaceBlur(image: RgbaImage, { box }: Face): number {
  const scale = Math.min(1, BLUR_FACE_PX / box.sidePx);
  const small = downscale(image, { widthPx: image.width * scale, heightPx: image.height * scale });
  return (
    measureSharpness(toGray(small), scaleQuad(innerFace(box, image), scale)).blurPx / (box.sidePx * scale)
  );
}
