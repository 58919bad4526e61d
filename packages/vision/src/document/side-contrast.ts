import type { Quad } from '../quad.ts';
import type { EdgeMap } from './edge-map.ts';

/** Colours are compared at twelve places along each side, this far inside and outside of it, in px of the edge map. */
const PLACES = 12;
const DISTANCE = 2.4;

/** One speck must not make a side: differences are cut off here. */
const MOST_DIFFERENCE = 40;

/** How many numbers {@link sideContrast} gives. */
export const SIDE_CONTRAST_FEATURES = 7;

/** Mean colours along the four sides, three channels each. */
interface Rim {
  readonly inside: Float32Array;
  readonly outside: Float32Array;
}

/**
 * What the colours on both sides of a quad's sides say about it: a document differs from the table all along, the same way
 * on every side, and is of one colour along its rim.
 *
 * @param features - receives seven numbers from `at` on: weakest and mean contrast (logarithms), weakest and mean
 *   share of a side that agrees with its contrast, agreement of the sides on lighter or darker, and the differences
 *   between the sides inside and outside (logarithms).
 */
export function sideContrast(quad: Quad, map: EdgeMap, features: Float32Array, at: number): void {
  const rim: Rim = { inside: new Float32Array(12), outside: new Float32Array(12) };
  let weakest = Number.POSITIVE_INFINITY;
  let weakestAgreement = 1;
  let contrast = 0;
  let agreement = 0;
  let sign = 0;
  for (let side = 0; side < 4; side++) {
    const found = compareAlong(quad, side, map, rim);
    const log = Math.log(1 + found.difference);
    weakest = Math.min(weakest, log);
    weakestAgreement = Math.min(weakestAgreement, found.agreement);
    contrast += log / 4;
    agreement += found.agreement / 4;
    sign += found.lighter / 4;
  }
  features[at] = weakest;
  features[at + 1] = contrast;
  features[at + 2] = weakestAgreement;
  features[at + 3] = agreement;
  features[at + 4] = Math.abs(sign);
  features[at + 5] = Math.log(1 + spreadOfSides(rim.inside));
  features[at + 6] = Math.log(1 + spreadOfSides(rim.outside));
}

/** Compares one side in the channel that shows it best, and notes the mean colours within and without. */
function compareAlong(
  quad: Quad,
  side: number,
  { width, height, channels }: EdgeMap,
  rim: Rim,
): { difference: number; agreement: number; lighter: number } {
  const from = quad[side]!;
  const to = quad[(side + 1) % 4]!;
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.sqrt(dx * dx + dy * dy);
  // The quad is clockwise: its inside is to the right of the way along it.
  const normalX = (-dy / length) * DISTANCE;
  const normalY = (dx / length) * DISTANCE;
  const best = { difference: 0, agreement: 0, lighter: 0 };
  for (let channel = 0; channel < 3; channel++) {
    const plane = channels[channel]!;
    let sum = 0;
    let size = 0;
    let within = 0;
    let without = 0;
    for (let place = 0; place < PLACES; place++) {
      const x = from.x + dx * (0.06 + 0.08 * place);
      const y = from.y + dy * (0.06 + 0.08 * place);
      const inner = plane[clamp(y + normalY, height) * width + clamp(x + normalX, width)]!;
      const outer = plane[clamp(y - normalY, height) * width + clamp(x - normalX, width)]!;
      within += inner;
      without += outer;
      const difference = Math.max(-MOST_DIFFERENCE, Math.min(MOST_DIFFERENCE, inner - outer));
      sum += difference;
      size += Math.abs(difference);
    }
    rim.inside[side * 3 + channel] = within / PLACES;
    rim.outside[side * 3 + channel] = without / PLACES;
    const difference = Math.abs(sum) / PLACES;
    if (difference <= best.difference) continue;
    best.difference = difference;
    best.agreement = Math.abs(sum) / (size + PLACES);
    best.lighter = channel === 0 ? Math.sign(sum) : 0;
  }
  return best;
}

/** Mean distance of the four sides' colours from their mean. */
function spreadOfSides(colours: Float32Array): number {
  let spread = 0;
  for (let channel = 0; channel < 3; channel++) {
    let mean = 0;
    for (let side = 0; side < 4; side++) mean += colours[side * 3 + channel]! / 4;
    for (let side = 0; side < 4; side++) spread += Math.abs(colours[side * 3 + channel]! - mean) / 12;
  }
  return spread;
}

/** The pixel at a coordinate, kept clear of the border, where the map is not smoothed. */
function clamp(coordinate: number, length: number): number {
  return Math.max(1, Math.min(length - 2, coordinate | 0));
}
