export { CORNER_NET } from './document/corner-weights.ts';
export { createDocumentFinder, type FoundDocument } from './document/document-finder.ts';
export { createDocumentTracker, type DocumentTracker } from './document/document-tracker.ts';
export { fitCorners } from './document/fit-corners.ts';
export { projectPoint, unitSquareToQuad } from './document/homography.ts';
export type { PackedCornerNet } from './document/packed-corner-net.ts';
export { rectify } from './document/rectify.ts';
export { likenessOfSides, lookOfSide, type SideLook } from './document/side-look.ts';
export { downscale } from './downscale.ts';
export { type GrayImage, type RgbaImage, toGray } from './image.ts';
export { type Component, findComponents } from './mrz/components.ts';
export { isListedState } from './mrz/decoding/state-codes.ts';
export { findWrongCheckDigits, listCheckDigits } from './mrz/decoding/wrong-check-digits.ts';
export {
  matchZoneLayout,
  readSpan,
  type ZoneFieldName,
  type ZoneLayout,
} from './mrz/decoding/zone-layout.ts';
export type { MrzFormat } from './mrz/mrz-format.ts';
export { type MrzReading, readMrz } from './mrz/read-mrz.ts';
export { findTextLines, type TextLine } from './mrz/text-lines.ts';
export type { Point, Quad } from './quad.ts';
export { scaleQuad, sideLengths } from './quad.ts';
export { BRIGHT_MEAN, DARK_MEAN, type Exposure, LOW_CONTRAST, measureExposure } from './quality/exposure.ts';
export { type FaceLight, innerFace, isFaceTooDark, measureFaceLight } from './quality/face-light.ts';
export { type Glare, measureGlare, PAGE_GLARE_LIMIT } from './quality/glare.ts';
export { measureSharpness, mrzBlurLimitPx } from './quality/sharpness.ts';
export { isSmeared } from './quality/smear.ts';
