import { measureGlare, type Point, type Quad } from '@vendor/vision';
import type { FramePixels } from '../../session/ports.ts';

/** Where a passport's machine readable lines stand, from the upper edge of its page on: 2 mm more than ICAO Doc 9303-4 says. */
const bandTop = 0.793;
const bandBottom = 0.959;

/**
 * Share of a document that is washed out, 0..1. Of the band in which a passport's lines stand half as much is borne as of a
 * page: twice its share counts where that is more.
 *
 * @param pages - the passport's page, from its upper left corner on: both ways round where it is not known which is up.
 */
export function lostToGlare(picture: FramePixels, quad: Quad, pages: readonly Quad[]): number {
  const bands = pages.map((page) => 2 * measureGlare(picture, bandOf(page)).share);
  return Math.max(measureGlare(picture, quad).share, ...bands);
}

/** By shares of the sides as they are seen: on a page that is tilted by up to 14° its lines still lie inside. */
function bandOf([a, b, c, d]: Quad): Quad {
  const between = (from: Point, to: Point, share: number): Point => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
  });
  return [
    between(a, d, bandTop),
    between(b, c, bandTop),
    between(b, c, bandBottom),
    between(a, d, bandBottom),
  ];
}
