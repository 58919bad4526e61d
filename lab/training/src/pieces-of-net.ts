import type { SeededRandom } from '@vendor/specimens';
import { CORNER_NET } from '../../../packages/vision/src/document/corner-weights.ts';
import { createLook } from '../../../packages/vision/src/document/look.ts';
import { unpackCornerNet } from '../../../packages/vision/src/document/packed-corner-net.ts';
import { AROUND, CLOSE, fromLongSide, glanceSize } from '../../../packages/vision/src/document/search.ts';
import type { RgbaImage } from '../../../packages/vision/src/image.ts';
import { isConvexQuad, pictureCorners, type Quad, quadArea } from '../../../packages/vision/src/quad.ts';
import { displaceQuad } from './guessed-piece.ts';

/** Minimum area of a piece; a smaller one shows nothing. */
const LEAST_AREA_PX = 300;

/**
 * Creates a chooser of pieces for a second look: near where the current net finds the document at a first and a closer look,
 * right or wrong; and near its true position, and less near.
 */
export function createPiecesOfNet(size: { widthPx: number; heightPx: number }) {
  const net = unpackCornerNet(CORNER_NET);
  const glance = createLook(net, glanceSize(size), 0);
  const lookAgain = createLook(net, CLOSE, AROUND);
  return (image: RgbaImage, quad: Quad | null, random: SeededRandom): Quad[] => {
    const first = glance(image, pictureCorners(image))!.quad;
    const second = isPiece(first) ? lookAgain(image, fromLongSide(first))?.quad : null;
    const pieces = [displaceQuad(first, 0.3, random), displaceQuad(first, 1, random)];
    if (second) pieces.push(displaceQuad(second, 0.3, random));
    if (quad) pieces.push(displaceQuad(quad, random.pick([1, 2.2, 4]), random));
    return pieces.filter(isPiece).map(fromLongSide);
  };
}

function isPiece(quad: Quad): boolean {
  return isConvexQuad(quad) && quadArea(quad) > LEAST_AREA_PX;
}
