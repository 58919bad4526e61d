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

/** View of one key frame. */
export interface FrameView {
  readonly pose: SelfiePose;
  readonly receivedAt: number;
  /** Length of the picture's shorter side. */
  readonly shorterSidePx: number;
  /** The faces that could be somebody's in front of the camera, the largest first. */
  readonly faces: readonly Face[];
  /** Of the largest face; of the whole picture where there is none. */
  readonly exposure: Exposure;
  /** σ of the blur of the largest face, in widths of it; null without one. */
  readonly blurShare: number | null;
  /** The largest face, to be laid over those of the other frames; null without one. */
  readonly patch: MeshPatch | null;
}

/** Why a file could not be looked at. */
export interface UnusableFrame {
  readonly refusal: Extract<SelfieRetryReason, 'IMAGE_UNREADABLE' | 'IMAGE_TOO_SMALL'>;
}

/** A camera's smallest ordinary picture; below it a face that fills half has too few pixels for its features. */
const SHORTER_SIDE_PX = 300;

/** Faces are looked for in pictures of at most this size: features are measured on 192 to 256 pixels of the face anyway. */
const LONGEST_SIDE_PX = 1280;

/** Width to which larger faces are shrunk before their blur is measured. */
const BLUR_FACE_PX = 200;

/** A face this much smaller than the largest is somebody in the background, or a picture on the wall. */
const BYSTANDER_SHARE = 0.4;

/** Decodes a key frame and measures what is seen in it. Never throws for what the file holds. */
export async function lookAtFrame(
  engine: FaceEngine,
  { pose, receivedAt, file }: SelfieFrame,
): Promise<FrameView | UnusableFrame> {
  const decoded = await decodeImage(file, { ...imageLimits, longestSidePx: LONGEST_SIDE_PX });
  if (decoded.kind === 'refused') return { refusal: 'IMAGE_UNREADABLE' };
  const { image } = decoded;
  const shorterSidePx = Math.min(image.width, image.height);
  if (shorterSidePx < SHORTER_SIDE_PX) return { refusal: 'IMAGE_TOO_SMALL' };
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
    blurShare: largest && region ? blurOf(image, largest, region) : null,
    patch: largest ? cutFacePatch(image, largest) : null,
  };
}

/** Blur is told from no blur up to five pixels, so that a large face is looked at in a smaller picture. */
function blurOf(image: RgbaImage, { box }: Face, region: Quad): number {
  const scale = Math.min(1, BLUR_FACE_PX / box.sidePx);
  const small = downscale(image, { widthPx: image.width * scale, heightPx: image.height * scale });
  return measureSharpness(toGray(small), scaleQuad(region, scale)).blurPx / (box.sidePx * scale);
}

/** The middle of a face, without hair and background, as far as it lies in the picture. */
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
