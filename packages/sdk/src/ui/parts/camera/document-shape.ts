import type { DocumentSide, DocumentType } from '@vendor/contract';

/** Shape of the window on the camera screen. */
export interface FinderShape {
  /** Ratio of width to height of the photographed object. */
  readonly aspect: number;
  /** Faint lines in the window that show the side and its orientation: an SVG path, 100 wide. */
  readonly ghost: string;
}

/** Layout of the print on a side, as far as a drawing shows it. */
export type SideLayout = 'page' | 'card-front' | 'card-back';

/** Ratio of width to height of a bank-card-sized card (ISO/IEC 7810, ID-1; ICAO 9303-3 rounds to 54 mm). */
export const cardAspect = 85.6 / 54;

const ghosts: Readonly<Record<SideLayout, string>> = {
  page: 'M8 14h26v34H8zM44 18h38M44 27h26M44 36h32M8 58h84M8 64.5h84',
  'card-front': 'M8 16h24v32H8zM42 18h44M42 28h30M42 38h38M42 48h22',
  'card-back': 'M8 12h26v12H8zM44 14h42M44 22h28M8 40h84M8 47h84M8 54h84',
};

export function sideLayoutOf(document: DocumentType, side: DocumentSide): SideLayout {
  return document === 'PASSPORT' ? 'page' : `card-${side}`;
}

/** Returns the shape of a side. A passport's data page is 125 × 88 mm (ICAO 9303-3); all others are cards. */
export function finderShapeOf(document: DocumentType, side: DocumentSide): FinderShape {
  const layout = sideLayoutOf(document, side);
  return { aspect: layout === 'page' ? 125 / 88 : cardAspect, ghost: ghosts[layout] };
}
