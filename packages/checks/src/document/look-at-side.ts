import type { DocumentType } from '@vendor/contract';
import {
  downscale,
  lookOfSide,
  measureSharpness,
  type Quad,
  type RgbaImage,
  type SideLook,
  scaleQuad,
  sideLengths,
  toGray,
} from '@vendor/vision';
import type { BarcodeReading } from '../barcode/read-barcode.ts';
import { type FoundPage, findPage, uprightPage } from '../page/find-page.ts';
import { documentKinds } from './document-kind.ts';
import { type Light, measureLight, type PagePlace } from './measure-light.ts';

/** View of one side, from its picture. */
export interface SideView extends Light, Omit<FoundPage, 'linesRead'> {
  readonly width: number;
  readonly height: number;
  /** The PDF417 code; null if there is none, or none was searched for. */
  readonly barcode: BarcodeReading | null;
  /** Look of this side, by which it can be told from the other side; null if no corners were found. */
  readonly look: SideLook | null;
  /** σ in pixels of the picture: of the lines when they were read, else of the document. Straightening would change it. */
  readonly blurPx: number;
  /** Length of the document's upper side in pixels, from its corners or its lines; null if neither was found. */
  readonly documentWidthPx: number | null;
}

/**
 * Finds the document and its lines, reads the lines, and measures the picture. Takes less than a second of one core.
 * `readBarcode` reads the barcode.
 *
 * @param documentType - chosen by the user; gives the layout of the page until lines show another.
 */
export function lookAtSide(image: RgbaImage, documentType: DocumentType): SideView {
  const gray = toGray(image);
  const found = findPage(image);
  const { corners, pageByLines, reading, linesRead } = found;
  const page = corners ?? (linesRead && pageByLines) ?? undefined;
  return {
    width: image.width,
    height: image.height,
    corners,
    pageByLines,
    reading,
    barcode: null,
    look: corners && lookOfPage(image, corners),
    ...measureLight(image, placePage(found, documentType)),
    blurPx: measureSharpness(gray, linesRead?.outline ?? page ?? reading?.outline).blurPx,
    documentWidthPx: page ? sideLengths(page)[0] : null,
  };
}

/** The pixels of a larger picture would be grain and edges. */
const LOOK_SIDE_PX = 320;

function lookOfPage(image: RgbaImage, corners: Quad): SideLook | null {
  const scale = LOOK_SIDE_PX / Math.max(image.width, image.height);
  const small = downscale(image, { widthPx: image.width * scale, heightPx: image.height * scale });
  return lookOfSide(small, scaleQuad(corners, scale));
}

/**
 * The page to be straightened: by its corners, or by its lines where there are none. Without lines the corners are taken as
 * they are seen, the upper side up.
 */
function placePage(found: FoundPage, documentType: DocumentType): PagePlace | null {
  const { corners, reading } = found;
  const upright = uprightPage(found);
  if (reading && upright) return { corners: upright, format: reading.format, hasLines: true };
  if (!corners) return null;
  const { format } = documentKinds[documentType];
  // A passport's page has lines; on which side of a card they are is not known until they are found.
  return { corners, format, hasLines: format === 'TD3' };
}
