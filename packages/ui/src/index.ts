export { formatColour, hslToRgb, mix, parseColour, type Rgb, rgbToHsl } from './colour.ts';
export {
  contrastRatio,
  leastContrast,
  nearestPassingShade,
  SHAPE_CONTRAST,
  TEXT_CONTRAST,
  WHITE,
} from './contrast.ts';
export { parseFontFamily } from './font-family.ts';
export {
  type ChosenColours,
  type ColourName,
  type ColourPair,
  cameraGround,
  cameraGrounds,
  defaultColours,
  type Grounds,
  groundsOf,
  measurePairs,
  rgb,
  type Scheme,
  surfaces,
} from './grounds.ts';
export { QR_QUIET_ZONE, type QrModules, qrPath } from './qr-path.ts';
