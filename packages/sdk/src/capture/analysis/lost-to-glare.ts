import { measureGlare, type Point, type Quad } from '@vendor/vision';
import type { FramePixels } from '../../session/ports.ts';
import type { DocumentForm } from './document-form.ts';

/**
 * Returns the share of a document that is washed out, 0..1. The band with the machine-readable lines tolerates half as much
 * glare as the whole page, so twice its share counts if that is larger.
 *
 * @param lines - position of the machine-readable lines, in page heights; null if the document has none.
 * @param isUpright - whether the quad's first side is the upper one; otherwise the lines may be at either end.
 */
export function lostToGlare(
  picture: FramePixels,
  quad: Quad,
  lines: DocumentForm['lines'] | null,
  isUpright: boolean,
): number {
  const [a, b, c, d] = quad;
  const pages: Quad[] = isUpright ? [quad] : [quad, [c, d, a, b]];
  const lost = lines ? pages.map((page) => 2 * measureGlare(picture, cutBand(page, lines)).share) : [];
  return Math.max(measureGlare(picture, quad).share, ...lost);
}

/**
 * Cuts out the band between two shares of the sides as they appear in the picture, without correcting for perspective. On a
 * page tilted by up to 14°, the band still contains the lines.
 */
function cutBand([a, b, c, d]: Quad, [top, bottom]: readonly [number, number]): Quad {
  const between = (from: Point, to: Point, share: number): Point => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
  });
  return [between(a, d, top), between(b, c, top), between(b, c, bottom), between(a, d, bottom)];
}
