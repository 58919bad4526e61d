import { measureGlare, type Point, type Quad } from '@vendor/vision';
import type { FramePixels } from '../../session/ports.ts';
import type { DocumentForm } from './document-form.ts';

/**
 * Share of a document that is washed out, 0..1. Of the band in which its machine readable lines stand half as much is borne as of
 * the whole: twice its share counts where that is more.
 *
 * @param lines - where these stand, in heights of the page; null of what has none.
 * @param isUpright - whether the quad's first side is the upper one; otherwise the lines may be on either end.
 */
export function lostToGlare(
  picture: FramePixels,
  quad: Quad,
  lines: DocumentForm['lines'] | null,
  isUpright: boolean,
): number {
  const [a, b, c, d] = quad;
  const pages: Quad[] = isUpright ? [quad] : [quad, [c, d, a, b]];
  const lost = lines ? pages.map((page) => 2 * measureGlare(picture, bandOf(page, lines)).share) : [];
  return Math.max(measureGlare(picture, quad).share, ...lost);
}

/** Cuts the band by shares of the visible sides. On a page tilted by up to 14°, it still contains the lines. */
function bandOf([a, b, c, d]: Quad, [top, bottom]: readonly [number, number]): Quad {
  const between = (from: Point, to: Point, share: number): Point => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
  });
  return [between(a, d, top), between(b, c, top), between(b, c, bottom), between(a, d, bottom)];
}
