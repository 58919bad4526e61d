import { downscale } from '../downscale.ts';
import { type RgbaImage, toGray } from '../image.ts';
import type { Quad } from '../quad.ts';
import { DARK_MEAN, type Exposure, measureExposure, measureHighlights } from './exposure.ts';

/** Square around a face, in pixels of its picture; it may extend outside. */
export interface FaceSquare {
  readonly left: number;
  readonly top: number;
  readonly sidePx: number;
}

/** Light on a face. Its contrast is that of its features, without the noise of the camera. */
export interface FaceLight extends Exposure {
  /**
   * 99th percentile of luma in the picture or in the face, whichever is larger: a wall, a shirt, or the whites of the eyes,
   * which are light in every face.
   */
  readonly highlights: number;
}

/** Width to which a larger face is scaled down, so that its noise averages out; an eye still has eight pixels across. */
const FACE_PX = 48;

/**
 * Minimum contrast of a dark face. Measured on drawn heads of five skin colours in eleven lights, with noise of σ 2 to 6: from 12
 * on, every likeness to the well-lit face was above 0.66, as for one person; below 10 it fell to 0.58, or no face was found. In
 * ordinary light, the darkest colour of the Monk scale (#292420) has 17 to 19.
 */
const MIN_FACE_CONTRAST = 12;

/**
 * Minimum highlights of a picture with a dark face: half a stop below middle grey, which is 118 in sRGB. A camera that gets enough
 * light renders something as light as that. The drawn heads have 145 or more in ordinary light, at most 87 at an eighth of it.
 */
const MIN_HIGHLIGHTS = 100;

/** Returns the middle of a face, without hair and background, clipped to the picture. */
export function innerFace({ left, top, sidePx }: FaceSquare, { width, height }: RgbaImage): Quad {
  const inset = 0.2 * sidePx;
  const start = { x: Math.max(0, left + inset), y: Math.max(0, top + inset) };
  const end = { x: Math.min(width, left + sidePx - inset), y: Math.min(height, top + sidePx - inset) };
  return [start, { x: end.x, y: start.y }, end, { x: start.x, y: end.y }];
}

/** Measures the light on a face and in its picture. */
export function measureFaceLight(image: RgbaImage, face: FaceSquare): FaceLight {
  const scale = Math.min(1, FACE_PX / face.sidePx);
  const small = downscale(image, { widthPx: image.width * scale, heightPx: image.height * scale });
  const smallFace = { left: face.left * scale, top: face.top * scale, sidePx: face.sidePx * scale };
  const gray = toGray(image);
  return {
    ...measureExposure(toGray(small), innerFace(smallFace, small)),
    highlights: Math.max(measureHighlights(gray), measureHighlights(gray, innerFace(face, image))),
  };
}

/**
 * Returns whether a face gets too little light. A low mean alone does not say so, because dark skin in good light has it too:
 * the face must also lack contrast, or the picture anything light.
 */
export function isFaceTooDark({ mean, contrast, highlights }: FaceLight): boolean {
  return mean < DARK_MEAN && (contrast < MIN_FACE_CONTRAST || highlights < MIN_HIGHLIGHTS);
}
