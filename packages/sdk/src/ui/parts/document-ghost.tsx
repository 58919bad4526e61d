import type { CaptureSlot, DocumentType } from '@vendor/contract';
import { type SideLayout, sideLayoutOf } from './document-shape.ts';

const ghosts: Readonly<Record<SideLayout, string>> = {
  page: 'M8 14h26v34H8zM44 18h38M44 27h26M44 36h32M8 58h84M8 64.5h84',
  'card-front': 'M8 16h24v32H8zM42 18h44M42 28h30M42 38h38M42 48h22',
  'card-back': 'M8 12h26v12H8zM44 14h42M44 22h28M8 40h84M8 47h84M8 54h84',
};

/** Faint lines in the window that say which side goes there and which way up. */
export function DocumentGhost({
  document,
  side,
}: {
  readonly document: DocumentType;
  readonly side: CaptureSlot;
}) {
  const layout = sideLayoutOf(document, side);
  return (
    <svg class="ghost" viewBox={layout === 'page' ? '0 0 100 70.4' : '0 0 100 63.1'} aria-hidden="true">
      <path d={ghosts[layout]} />
    </svg>
  );
}
