import type { CaptureSlot, DocumentType } from '@vendor/contract';

/** Width by height of what is photographed: a passport's data page is 125 × 88 mm, a card 85.6 × 54 mm (ICAO 9303-3). */
export function aspectOf(document: DocumentType): number {
  return document === 'PASSPORT' ? 125 / 88 : 85.6 / 54;
}

/** What is printed on a side, as far as a drawing of it goes. */
export type SideLayout = 'page' | 'card-front' | 'card-back';

export function sideLayoutOf(document: DocumentType, side: CaptureSlot): SideLayout {
  if (document === 'PASSPORT') return 'page';
  return side === 'front' ? 'card-front' : 'card-back';
}
