import type { SeededRandom } from '@vendor/specimens';
import {
  CELL_BASELINE,
  CELL_HEIGHT,
  CELL_WIDTH,
  FILLER,
  MRZ_CHARACTERS,
} from '../../../packages/vision/src/mrz/cells/cell.ts';
import { ATLAS_BASELINE, ATLAS_HEIGHT, ATLAS_PITCH, ATLAS_WIDTH, type GlyphAtlas } from './glyph-atlas.ts';

/** Margin around the cell in pixels, so that blur and motion include its surroundings. */
const MARGIN = 6;
const WIDTH = CELL_WIDTH + 2 * MARGIN;
const HEIGHT = CELL_HEIGHT + 2 * MARGIN;
const ATLAS_SCALE = ATLAS_PITCH / CELL_WIDTH;

const ink = new Float32Array(WIDTH * HEIGHT);
const spare = new Float32Array(WIDTH * HEIGHT);

/**
 * Draws one character as a camera might have seen it: between random neighbours, slightly misplaced, over a printed background,
 * moved, blurred, unevenly lit and noisy.
 *
 * @param hardness - 0 (clean) to 1 (barely readable).
 * @param out - receives the negated brightness of each pixel, from -1 (white) to 0 (black), so that ink is higher than paper.
 *   Not yet normalised.
 */
export function drawDegradedCell(
  atlas: GlyphAtlas,
  character: number,
  hardness: number,
  random: SeededRandom,
  out: Float32Array,
): void {
  drawInk(atlas, character, hardness, random);
  if (random.chance(0.5)) drawBackgroundLines(hardness, random);
  if (random.chance(0.4 * hardness))
    blurByMotion(random.between(1, 1 + 7 * hardness), random.between(0, Math.PI));
  blur(0.35 + random.next() * (0.6 + 1.5 * hardness));
  expose(hardness, random, out);
}

/** Returns a neighbour: a filler, any character, or null for the edge of the line. */
function neighbour(atlas: GlyphAtlas, random: SeededRandom): Float32Array | null {
  if (random.chance(0.08)) return null;
  return atlas[random.chance(0.35) ? FILLER : random.integer(0, MRZ_CHARACTERS.length - 1)]!;
}

function drawInk(atlas: GlyphAtlas, character: number, hardness: number, random: SeededRandom): void {
  const glyphs = [neighbour(atlas, random), atlas[character]!, neighbour(atlas, random)];
  const reach = 0.9 + 0.8 * hardness;
  const dx = random.between(-reach, reach);
  const dy = random.between(-reach, reach);
  const scaleX = 1 + random.between(-0.07, 0.07);
  const scaleY = 1 + random.between(-0.07, 0.07);
  const slant = random.between(-0.1, 0.1) * (0.4 + hardness);
  const turn = random.between(-0.06, 0.06) * (0.4 + hardness);
  for (let y = 0, at = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, at++) {
      const fromCentreX = x - MARGIN + 0.5 - CELL_WIDTH / 2 - dx;
      const fromCentreY = y - MARGIN + 0.5 - CELL_HEIGHT / 2 - dy;
      const u = fromCentreX * scaleX + fromCentreY * (slant + turn);
      const v = fromCentreY * scaleY - fromCentreX * turn + CELL_HEIGHT / 2 - CELL_BASELINE;
      const place = Math.round(u / CELL_WIDTH);
      const glyph = glyphs[place + 1];
      ink[at] = glyph ? sampleGlyph(glyph, u - place * CELL_WIDTH, v) : 0;
    }
  }
}

/** Returns the ink at a position in cell pixels from the middle of the character and its baseline. */
function sampleGlyph(glyph: Float32Array, fromMiddle: number, fromBaseline: number): number {
  const x = fromMiddle * ATLAS_SCALE + ATLAS_WIDTH / 2 - 0.5;
  const y = fromBaseline * ATLAS_SCALE + ATLAS_BASELINE - 0.5;
  const left = Math.floor(x);
  const top = Math.floor(y);
  if (left < 0 || top < 0 || left >= ATLAS_WIDTH - 1 || top >= ATLAS_HEIGHT - 1) return 0;
  const i = top * ATLAS_WIDTH + left;
  const a = x - left;
  const b = y - top;
  const upper = glyph[i]! * (1 - a) + glyph[i + 1]! * a;
  const lower = glyph[i + ATLAS_WIDTH]! * (1 - a) + glyph[i + ATLAS_WIDTH + 1]! * a;
  return upper * (1 - b) + lower * b;
}

function drawBackgroundLines(hardness: number, random: SeededRandom): void {
  for (let line = random.integer(1, 3); line > 0; line--) {
    const start = random.between(0, HEIGHT);
    const slope = random.between(-0.8, 0.8);
    const strength = 0.04 + 0.35 * random.next() * hardness;
    for (let x = 0; x < WIDTH; x++) {
      const y = Math.floor(start + slope * x);
      if (y >= 0 && y < HEIGHT) ink[y * WIDTH + x]! += strength * (1 - ink[y * WIDTH + x]!);
    }
  }
}

function blurByMotion(length: number, angle: number): void {
  const steps = Math.ceil(length * 1.5);
  spare.set(ink);
  ink.fill(0);
  for (let step = 0; step <= steps; step++) {
    const along = (step / steps - 0.5) * length;
    const dx = Math.round(along * Math.cos(angle));
    const dy = Math.round(along * Math.sin(angle));
    for (let y = 0, at = 0; y < HEIGHT; y++) {
      const row = Math.min(HEIGHT - 1, Math.max(0, y + dy)) * WIDTH;
      for (let x = 0; x < WIDTH; x++, at++) {
        ink[at]! += spare[row + Math.min(WIDTH - 1, Math.max(0, x + dx))]! / (steps + 1);
      }
    }
  }
}

/** Applies a separable Gaussian blur to the cell without its margin, which it reads; `sigma` in cell pixels. */
function blur(sigma: number): void {
  const reach = Math.min(MARGIN, Math.ceil(2.3 * sigma));
  const taps = new Float32Array(2 * reach + 1).map((_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * sigma * sigma)),
  );
  const total = taps.reduce((sum, tap) => sum + tap, 0);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = MARGIN; x < WIDTH - MARGIN; x++) {
      let sum = 0;
      for (let k = -reach; k <= reach; k++) sum += taps[k + reach]! * ink[y * WIDTH + x + k]!;
      spare[y * WIDTH + x] = sum / total;
    }
  }
  for (let y = MARGIN; y < HEIGHT - MARGIN; y++) {
    for (let x = MARGIN; x < WIDTH - MARGIN; x++) {
      let sum = 0;
      for (let k = -reach; k <= reach; k++) sum += taps[k + reach]! * spare[(y + k) * WIDTH + x]!;
      ink[y * WIDTH + x] = sum / total;
    }
  }
}

/** Simulates the exposure: light on paper and ink, glare that lifts both until the sensor saturates, and sensor noise. */
function expose(hardness: number, random: SeededRandom, out: Float32Array): void {
  const paper = random.between(0.6, 0.95);
  const depth = random.between(0.25, 0.65);
  const rampX = (random.between(-0.15, 0.15) * hardness) / CELL_WIDTH;
  const rampY = (random.between(-0.15, 0.15) * hardness) / CELL_HEIGHT;
  const glare = random.chance(0.3) ? random.between(0, 1) * hardness : 0;
  const glareX = random.between(-0.08, 0.08);
  const glareY = random.between(-0.06, 0.06);
  // Strengths of noise that differs from pixel to pixel, and of noise that continues along a row.
  const fineNoise = random.between(0.002, 0.045) * hardness;
  const blotchyNoise = random.between(0, 0.04) * hardness;
  let blotch = 0;
  for (let y = 0, at = 0; y < CELL_HEIGHT; y++) {
    for (let x = 0; x < CELL_WIDTH; x++, at++) {
      const lit = paper - depth * ink[(y + MARGIN) * WIDTH + x + MARGIN]!;
      const dx = x - CELL_WIDTH / 2;
      const dy = y - CELL_HEIGHT / 2;
      const shine = Math.min(1, Math.max(0, glare * (1 + glareX * dx + glareY * dy)));
      // Keeps 0.6 of the previous pixel's value; 1.6 makes the standard deviation 0.58, as if uniform from -1 to 1.
      blotch = 0.6 * blotch + 1.6 * (random.next() - 0.5);
      // 2.4 makes the standard deviation of the sum of two uniform numbers about 1.
      const noise = fineNoise * 2.4 * (random.next() + random.next() - 1) + blotchyNoise * blotch;
      const seen = (lit + (1 - lit) * shine) * (1 + rampX * dx + rampY * dy) + noise;
      out[at] = -Math.min(1, Math.max(0, seen));
    }
  }
}
