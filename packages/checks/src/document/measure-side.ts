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

/** Measurements of one side, from its picture. */
export interface SideView extends Light, Omit<FoundPage, 'certainReading'> {
  readonly width: number;
  readonly height: number;
  /** The PDF417 code; null if none was detected, or none was searched for. */
  readonly barcode: BarcodeReading | null;
  /** Descriptor that distinguishes this side from the other; null if no corners were found. */
  readonly look: SideLook | null;
  /**
   * Blur (σ) in pixels of the picture: of the MRZ if it was read, else of the document. Measured before straightening, which
   * would change it.
   */
  readonly blurPx: number;
  /** Length of the document's upper side in pixels, from its corners or its MRZ; null if neither was found. */
  readonly documentWidthPx: number | null;
}

/**
 * Finds the document and its MRZ, reads the MRZ, and measures the picture. Takes less than a second of one core. The barcode is
 * read separately, by `readBarcode`.
 *
 * @param documentType - chosen by the user; determines the layout of the page until an MRZ shows another.
 */
export function measureSide(image: RgbaImage, documentType: DocumentType): SideView {
  const gray = toGray(image);
  const found = findPage(image);
  const { corners, pageByMrz, reading, certainReading } = found;
  const page = corners ?? (certainReading && pageByMrz) ?? undefined;
  return {
    width: image.width,
    height: image.height,
    corners,
    pageByMrz,
    reading,
    barcode: null,
    look: corners && describeSide(image, corners),
    ...measureLight(image, locatePage(found, documentType)),
    blurPx: measureSharpness(gray, certainReading?.outline ?? page ?? reading?.outline).blurPx,
    documentWidthPx: page ? sideLengths(page)[0] : null,
  };
}

/** Size of the picture for the descriptor; more pixels would add only grain and edges. */
const LOOK_SIDE_PX = 320;

/** Describes a side, to distinguish it from the document's other side. */
export function describeSide(image: RgbaImage, corners: Quad): SideLook | null {
  const scale = LOOK_SIDE_PX / Math.max(image.width, image.height);
  const small = downscale(image, { widthPx: image.width * scale, heightPx: image.height * scale });
  return lookOfSide(small, scaleQuad(corners, scale));
}

/**
 * Locates the page to straighten by its corners, or by its MRZ if there are no corners. Without an MRZ the page is taken to be
 * upright.
 */
function locatePage(found: FoundPage, documentType: DocumentType): PagePlace | null {
  const { corners, reading } = found;
  const upright = uprightPage(found);
  if (reading && upright) return { corners: upright, format: reading.format, hasMrz: true };
  if (!corners) return null;
  const { format } = documentKinds[documentType];
  // A passport's page always has an MRZ; the side of a card that has it is unknown until it is found.
  return { corners, format, hasMrz: format === 'TD3' };
}
