import {
  type Exposure,
  type Glare,
  type GrayImage,
  isSmeared,
  type MrzFormat,
  measureExposure,
  measureGlare,
  type Quad,
  type RgbaImage,
  rectify,
  toGray,
} from '@vendor/vision';
import { pageLayouts } from '../page/page-layout.ts';
import { measureColour } from './measure-colour.ts';
import { isWhitePaper, measureInklessShare } from './white-paper.ts';

/** Light and movement measured on a document. */
export interface Light {
  /** Exposure of the page, or of the whole picture if no page was found. */
  readonly exposure: Exposure;
  readonly glare: Glare;
  /** Whether the page is white paper, whose brightness is not glare. */
  readonly isWhite: boolean;
  /** Glare in the MRZ band; on white paper, the share without ink. Null if the band is unknown. */
  readonly bandGlare: Glare | null;
  /** Spread of the page's colours; null if no page was found, or too little of it can be measured. */
  readonly colour: number | null;
  /** Whether the print lacks detail in one direction, as from movement; false if no page was found. */
  readonly isSmeared: boolean;
}

/** Position of a page in a picture, its format, and whether it must have an MRZ. */
export interface PagePlace {
  /** Starts at the upper left corner of the upright page. */
  readonly corners: Quad;
  readonly format: MrzFormat;
  readonly hasMrz: boolean;
}

/**
 * Width of a straightened page: eight pixels per millimetre of a passport, ten pixels per cell in which glare is counted. The
 * limits of `isSmeared` are calibrated for this width.
 */
const PAGE_WIDTH_PX = 1000;

/**
 * Margin above and below the MRZ in its band: corners are found to within 1 % of a page's width, and an MRZ is printed up to a
 * millimetre off.
 */
const BAND_MARGIN_MM = 2;

/**
 * Measures exposure, glare and movement on the straightened page, so that shares refer to the paper: in the raw picture the far
 * part of a tilted page counts for less, and the position of the MRZ is known only on the page.
 */
export function measureLight(image: RgbaImage, page: PagePlace | null): Light {
  if (!page) {
    const gray = toGray(image);
    const [exposure, isWhite] = [measureExposure(gray), isWhitePaper(gray)];
    return { exposure, glare: measureGlare(image), isWhite, bandGlare: null, colour: null, isSmeared: false };
  }
  const { width, height } = pageLayouts[page.format];
  const flat = rectify(image, page.corners, {
    widthPx: PAGE_WIDTH_PX,
    heightPx: (PAGE_WIDTH_PX * height) / width,
  });
  const gray = toGray(flat);
  const isWhite = isWhitePaper(gray);
  return {
    exposure: measureExposure(gray),
    glare: measureGlare(flat),
    isWhite,
    bandGlare: page.hasMrz ? measureBand(flat, gray, isWhite, page.format) : null,
    colour: measureColour(flat, isWhite),
    isSmeared: isSmeared(gray),
  };
}

function measureBand(flat: RgbaImage, gray: GrayImage, isWhite: boolean, format: MrzFormat): Glare {
  if (!isWhite) return measureGlare(flat, locateBand(format));
  const { width, mrz } = pageLayouts[format];
  const px = (mm: number) => (mm / width) * PAGE_WIDTH_PX;
  const [left, top, right, bottom] = [px(mrz.left), px(mrz.top), px(mrz.right), px(mrz.bottom)];
  return { share: measureInklessShare(gray, { left, top, right, bottom }) };
}

/** Returns the band around the MRZ on a straightened page, from edge to edge. */
function locateBand(format: MrzFormat): Quad {
  const { width, mrz } = pageLayouts[format];
  const top = ((mrz.top - BAND_MARGIN_MM) / width) * PAGE_WIDTH_PX;
  const bottom = ((mrz.bottom + BAND_MARGIN_MM) / width) * PAGE_WIDTH_PX;
  return [
    { x: 0, y: top },
    { x: PAGE_WIDTH_PX, y: top },
    { x: PAGE_WIDTH_PX, y: bottom },
    { x: 0, y: bottom },
  ];
}
