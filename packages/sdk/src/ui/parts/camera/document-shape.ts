import type { DocumentSide, DocumentType } from '@vendor/contract';

/** Shape that the window of the camera screen is cut to. */
export interface FinderShape {
  /** Width by height of what is photographed. */
  readonly aspect: number;
  /** Faint lines in the window that say which side goes there and which way up: the path of an SVG, 100 wide. */
  readonly ghost: string;
}

/** Layout of the print on a side, as far as a drawing shows it. */
export type SideLayout = 'page' | 'card-front' | 'card-back';

/** Width by height of a card of the size of bank cards (ISO/IEC 7810, ID-1; ICAO 9303-3 rounds to 54 mm). */
export const cardAspect = 85.6 / 54;

const ghosts: Readonly<Record<SideLayout, string>> = {
  page: 'M8 14h26v34H8zM44 18h38M44 27h26M44 36h32M8 58h84M8 64.5h84',
  'card-front': 'M8 16h24v32H8zM42 18h44M42 28h30M42 38h38M42 48h22',
  'card-back': 'M8 12h26v12H8zM44 14h42M44 22h28M8 40h84M8 47h84M8 54h84',
};

export function sideLayoutOf(document: DocumentType, side: DocumentSide): SideLayout {
  return document === 'PASSPORT' ? 'page' : `card-${side}`;
}

/** A passport's data page is 125 × 88 mm (ICAO 9303-3); all others are cards. */
export function finderShapeOf(document: DocumentType, side: DocumentSide): FinderShape {
  const layout = sideLayoutOf(document, side);
  return { aspect: layout === 'page' ? 125 / 88 : cardAspect, ghost: ghosts[layout] };
}
