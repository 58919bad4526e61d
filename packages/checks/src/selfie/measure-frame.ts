import type { SelfiePose, SelfieRetryReason } from '@vendor/contract';
import {
  downscale,
  type Exposure,
  measureExposure,
  measureSharpness,
  type Quad,
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
  /** Exposure of the largest face, or of the whole picture without one. */
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
  const region = largest && innerFace(largest, image);
  return {
    pose,
    receivedAt,
    shorterSidePx,
    faces,
    exposure: measureExposure(toGray(image), region),
    blurShare: largest && region ? measureFaceBlur(image, largest, region) : null,
    patch: largest ? cutFacePatch(image, largest) : null,
  };
}

/** Measures the blur of a face. Blur is measurable only up to five pixels, so a large face is scaled down first. */
function measureFaceBlur(image: RgbaImage, { box }: Face, region: Quad): number {
  const scale = Math.min(1, BLUR_FACE_PX / box.sidePx);
  const small = downscale(image, { widthPx: image.width * scale, heightPx: image.height * scale });
  return measureSharpness(toGray(small), scaleQuad(region, scale)).blurPx / (box.sidePx * scale);
}

/** Returns the middle of a face, without hair and background, clipped to the picture. */
function innerFace({ box }: Face, { width, height }: RgbaImage): Quad {
  const inset = 0.2 * box.sidePx;
  const left = Math.max(0, box.left + inset);
  const top = Math.max(0, box.top + inset);
  const right = Math.min(width, box.left + box.sidePx - inset);
  const bottom = Math.min(height, box.top + box.sidePx - inset);
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}
