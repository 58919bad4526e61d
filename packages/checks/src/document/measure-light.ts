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

/** How the light fell on a document, and whether it stood still meanwhile. */
export interface Light {
  /** Exposure of the page, or of the whole picture if no page was found. */
  readonly exposure: Exposure;
  readonly glare: Glare;
  /** Whether the page is white paper, whose brightness is not glare. */
  readonly isWhite: boolean;
  /** Glare in the band of the machine readable lines; on white paper, the share without ink. Null if the band is unknown. */
  readonly bandGlare: Glare | null;
  /** Spread of the page's colours; null if no page was found, or too little of it can be measured. */
  readonly colour: number | null;
  /** Whether the print lacks detail in one direction, as after a movement; false if no page was found. */
  readonly isSmeared: boolean;
}

/** Place of a page in a picture, its layout, and whether it must have lines. */
export interface PagePlace {
  /** From the upper left corner of the upright page on. */
  readonly corners: Quad;
  readonly format: MrzFormat;
  readonly hasLines: boolean;
}

/**
 * Pages are straightened to this width: eight pixels a millimetre of a passport, ten to a cell in which glare is counted. It is
 * the width for which fine detail is told from coarse.
 */
const PAGE_WIDTH_PX = 1000;

/**
 * The band is higher than its lines by this much on either side: corners are found to within 1 % of a page's width, and
 * lines are printed up to a millimetre off.
 */
const BAND_MARGIN_MM = 2;

/**
 * Measures exposure, glare and movement on the straightened page, so that shares are those of paper: in the picture itself the far
 * part of a page that is seen from the side counts for less, and where the lines stand is known on the page alone.
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
    bandGlare: page.hasLines ? measureBand(flat, gray, isWhite, page.format) : null,
    colour: measureColour(flat, isWhite),
    isSmeared: isSmeared(gray),
  };
}

function measureBand(flat: RgbaImage, gray: GrayImage, isWhite: boolean, format: MrzFormat): Glare {
  if (!isWhite) return measureGlare(flat, bandOf(format));
  const { width, lines } = pageLayouts[format];
  const px = (mm: number) => (mm / width) * PAGE_WIDTH_PX;
  const [left, top, right, bottom] = [px(lines.left), px(lines.top), px(lines.right), px(lines.bottom)];
  return { share: measureInklessShare(gray, { left, top, right, bottom }) };
}

/** The band around the lines on a straightened page, from edge to edge. */
function bandOf(format: MrzFormat): Quad {
  const { width, lines } = pageLayouts[format];
  const top = ((lines.top - BAND_MARGIN_MM) / width) * PAGE_WIDTH_PX;
  const bottom = ((lines.bottom + BAND_MARGIN_MM) / width) * PAGE_WIDTH_PX;
  return [
    { x: 0, y: top },
    { x: PAGE_WIDTH_PX, y: top },
    { x: PAGE_WIDTH_PX, y: bottom },
    { x: 0, y: bottom },
  ];
}
