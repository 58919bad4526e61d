import type { SeededRandom } from '@vendor/specimens';
import { ASPECTS } from '../../../packages/vision/src/document/rectangle.ts';
import { fromLongSide } from '../../../packages/vision/src/document/search.ts';
import type { RgbaImage } from '../../../packages/vision/src/image.ts';
import { isConvexQuad, mapCorners, type Quad, quadArea } from '../../../packages/vision/src/quad.ts';

/**
 * Returns a piece of a frame for a second look, as a first look might return it.
 *
 * @param quad - of the document; null if there is none, for which a first look returns any place.
 */
export function guessedPiece(image: RgbaImage, quad: Quad | null, random: SeededRandom): Quad {
  for (;;) {
    const from = quad ?? randomRectangle(image, random);
    const piece = fromLongSide(displaceQuad(from, random.chance(0.25) ? 2.2 : 1, random));
    if (isConvexQuad(piece)) return piece;
  }
}

/**
 * Moves a quad as a whole, changes its size and moves each corner, all by a few hundredths of its size.
 *
 * @param factor - factor of the usual displacement.
 */
export function displaceQuad(quad: Quad, factor: number, random: SeededRandom): Quad {
  const unit = Math.sqrt(quadArea(quad));
  const off = (): number => random.normal() * 0.025 * factor * unit;
  const whole = { x: off(), y: off() };
  const scale = 1 + random.normal() * 0.04 * factor;
  const middle = {
    x: quad.reduce((sum, { x }) => sum + x / 4, 0),
    y: quad.reduce((sum, { y }) => sum + y / 4, 0),
  };
  return mapCorners(quad, ({ x, y }) => ({
    x: middle.x + (x - middle.x) * scale + whole.x + off(),
    y: middle.y + (y - middle.y) * scale + whole.y + off(),
  }));
}

/** Returns a rectangle with about the shape and size of a document, with its centre in the middle half of the picture. */
function randomRectangle({ width, height }: RgbaImage, random: SeededRandom): Quad {
  const across = random.between(60, 240) * Math.min(1, width / 320 + 0.1);
  const down = across / random.pick(ASPECTS);
  const roll = random.chance(0.15) ? random.between(-1.6, 1.6) : random.normal() * 0.12;
  const centre = { x: random.between(0.25, 0.75) * width, y: random.between(0.25, 0.75) * height };
  const [cos, sin] = [Math.cos(roll), Math.sin(roll)];
  const corner = (x: number, y: number) => ({
    x: centre.x + (x * cos - y * sin) / 2,
    y: centre.y + (x * sin + y * cos) / 2,
  });
  return [corner(-across, -down), corner(across, -down), corner(across, down), corner(-across, down)];
}
