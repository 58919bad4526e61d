export { formatColour, hslToRgb, mix, parseColour, type Rgb, rgbToHsl } from './colour.ts';
export {
  contrastRatio,
  leastContrast,
  nearestPassingShade,
  SHAPE_CONTRAST,
  TEXT_CONTRAST,
  WHITE,
} from './contrast.ts';
export { QR_QUIET_ZONE, type QrModules, qrPath } from './qr-path.ts';
