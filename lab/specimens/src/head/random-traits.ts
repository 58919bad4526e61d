import { createSeededRandom } from '../mrz/seeded-random.ts';
import type { HeadTraits, Rgb } from './head-traits.ts';

/** Returns random traits: the same for the same seed. They resemble nobody. */
export function randomTraits(seed: number): HeadTraits {
  const random = createSeededRandom(seed);
  const { between } = random;
  const tone = between(0.45, 1);
  const faceWidth = between(0.68, 0.86);
  const lit = (colour: Rgb): Rgb => [colour[0] * tone, colour[1] * tone, colour[2] * tone];
  return {
    skin: lit([between(222, 240), between(172, 196), between(138, 168)]),
    hair: random.pick<Rgb>([
      [104, 70, 42],
      [40, 32, 30],
      [168, 130, 84],
      [196, 196, 196],
    ]),
    lips: lit([between(170, 200), between(86, 110), between(86, 110)]),
    iris: [between(30, 110), between(50, 110), between(40, 130)],
    clothes: [between(30, 200), between(30, 200), between(30, 200)],
    faceWidth,
    jawWidth: faceWidth * between(0.77, 0.9),
    eyeOffset: faceWidth * between(0.43, 0.47),
    eyeHeight: between(0.02, 0.14),
    noseWidth: between(0.11, 0.22),
    noseDepth: between(0.22, 0.34),
    mouthWidth: between(0.21, 0.34),
    mouthHeight: between(-0.5, -0.38),
    longHair: random.chance(0.5),
  };
}
