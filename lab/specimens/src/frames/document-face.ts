import type { SeededRandom } from '../mrz/seeded-random.ts';
import { type Colour, hsl, mix, shade } from './canvas.ts';
import { createValueNoise } from './value-noise.ts';

/** The printed side of a document as a small picture; no real document's layout, but print as coarse as on real ones. */
export interface DocumentFace {
  /** Millimetres. */
  readonly widthMm: number;
  readonly heightMm: number;
  readonly cornerRadiusMm: number;
  /** Returns the colour of a point, 0 to 1 across and down. */
  colourAt(u: number, v: number): Colour;
}

export type DocumentForm = 'card' | 'passport-page';

/** ISO/IEC 7810 ID-1 cards and ID-3 pages. */
const FORMS = {
  card: { widthMm: 85.6, heightMm: 53.98, cornerRadiusMm: 3.18 },
  'passport-page': { widthMm: 125, heightMm: 88, cornerRadiusMm: 3 },
} as const;

const ACROSS = 288;

/** Returns a paper colour for a document: mostly pale, sometimes dark or strongly coloured. */
export function randomPaperColour(random: SeededRandom): Colour {
  if (random.chance(0.15))
    return hsl(random.between(0, 360), random.between(0.2, 0.7), random.between(0.12, 0.4));
  return hsl(random.between(0, 360), random.between(0.05, 0.5), random.between(0.6, 0.94));
}

/** Creates a random document of a form, printed on paper of a colour. */
export function createDocumentFace(form: DocumentForm, paper: Colour, random: SeededRandom): DocumentFace {
  const size = FORMS[form];
  const down = Math.round((ACROSS * size.heightMm) / size.widthMm);
  const sheet = new Sheet(ACROSS, down);
  printGround(sheet, paper, random);
  const ink = inkFor(paper, random);
  if (random.chance(0.5)) printBand(sheet, random);
  if (random.chance(0.35)) printStrip(sheet, random);
  printPortrait(sheet, random);
  printFields(sheet, ink, random);
  if (form === 'passport-page' || random.chance(0.3))
    printMachineLines(sheet, ink, form === 'card' ? 3 : 2, random);
  return { ...size, colourAt: (u, v) => sheet.colourAt(u, v) };
}

/** A raster of colours, addressed from 0 to 1. */
class Sheet {
  readonly #pixels: Float32Array;

  constructor(
    readonly across: number,
    readonly down: number,
  ) {
    this.#pixels = new Float32Array(across * down * 3);
  }

  /** Colours a rectangle; null leaves the sheet unchanged. */
  fill(
    left: number,
    top: number,
    right: number,
    bottom: number,
    colour: (u: number, v: number) => Colour | null,
  ): void {
    const lastRow = Math.min(this.down, Math.round(bottom * this.down));
    const lastColumn = Math.min(this.across, Math.round(right * this.across));
    for (let row = Math.max(0, Math.round(top * this.down)); row < lastRow; row++) {
      for (let column = Math.max(0, Math.round(left * this.across)); column < lastColumn; column++) {
        const value = colour((column + 0.5) / this.across, (row + 0.5) / this.down);
        if (value) this.#pixels.set(value, (row * this.across + column) * 3);
      }
    }
  }

  /** Returns the colour around a point, averaged over 2 × 2 pixels, which is about one pixel of a frame. */
  colourAt(u: number, v: number): Colour {
    const column = Math.min(this.across - 2, Math.max(0, Math.floor(u * this.across - 0.5)));
    const row = Math.min(this.down - 2, Math.max(0, Math.floor(v * this.down - 0.5)));
    const at = (row * this.across + column) * 3;
    const below = at + this.across * 3;
    const pixels = this.#pixels;
    const average = (channel: number): number =>
      (pixels[at + channel]! +
        pixels[at + 3 + channel]! +
        pixels[below + channel]! +
        pixels[below + 3 + channel]!) /
      4;
    return [average(0), average(1), average(2)];
  }
}

function inkFor(paper: Colour, random: SeededRandom): Colour {
  const luma = 0.3 * paper[0] + 0.59 * paper[1] + 0.11 * paper[2];
  const hue = random.between(200, 260);
  return luma > 110 ? hsl(hue, random.between(0, 0.6), random.between(0.05, 0.25)) : hsl(hue, 0.2, 0.85);
}

function printGround(sheet: Sheet, paper: Colour, random: SeededRandom): void {
  const second = mix(paper, hsl(random.between(0, 360), 0.5, 0.6), random.between(0, 0.5));
  const noise = createValueNoise(random.integer(0, 1e9));
  const waves = random.between(10, 60);
  const depth = random.between(0, 0.14);
  const slope = random.between(-1, 1);
  sheet.fill(0, 0, 1, 1, (u, v) => {
    const ground = mix(
      paper,
      second,
      Math.min(1, Math.max(0, 0.5 + slope * (u - 0.5) + 0.6 * (noise(u * 3, v * 2) - 0.5))),
    );
    return shade(ground, 1 - depth * (0.5 + 0.5 * Math.sin(waves * (v + 0.1 * Math.sin(u * 9)))));
  });
}

/** Prints the coloured header of many cards and pages. */
function printBand(sheet: Sheet, random: SeededRandom): void {
  const band = hsl(random.between(0, 360), random.between(0.2, 0.8), random.between(0.2, 0.6));
  sheet.fill(0, 0, 1, random.between(0.07, 0.2), () => band);
}

/** Prints the paler background of machine-readable lines. Like the header, it ends in an edge as long as a side. */
function printStrip(sheet: Sheet, random: SeededRandom): void {
  const strip = hsl(random.between(0, 360), random.between(0, 0.15), random.between(0.8, 0.97));
  sheet.fill(0, random.between(0.7, 0.8), 1, 1, () => strip);
}

function printPortrait(sheet: Sheet, random: SeededRandom): void {
  const left = random.chance(0.8) ? random.between(0.04, 0.1) : random.between(0.62, 0.68);
  const top = random.between(0.2, 0.26);
  const width = random.between(0.22, 0.29);
  const height = random.between(0.42, 0.5);
  const behind = hsl(random.between(180, 260), 0.12, random.between(0.6, 0.85));
  const skin = hsl(random.between(15, 35), random.between(0.25, 0.5), random.between(0.25, 0.75));
  const hair = hsl(random.between(10, 45), 0.4, random.between(0.08, 0.45));
  sheet.fill(left, top, left + width, top + height, (u, v) => {
    const x = (u - left) / width - 0.5;
    const y = (v - top) / height;
    if (y > 0.78 && Math.abs(x) < 0.22 + (y - 0.78) * 1.4) return hair;
    if ((x / 0.24) ** 2 + ((y - 0.45) / 0.3) ** 2 < 1) return skin;
    if ((x / 0.32) ** 2 + ((y - 0.38) / 0.34) ** 2 < 1) return hair;
    return behind;
  });
}

function printFields(sheet: Sheet, ink: Colour, random: SeededRandom): void {
  const start = 0.4;
  const letters = createValueNoise(random.integer(0, 1e9));
  const lines = random.integer(5, 8);
  for (let line = 0; line < lines; line++) {
    const top = 0.24 + (line * 0.46) / lines;
    const end = random.between(0.55, 0.92);
    const height = random.chance(0.5) ? 0.024 : 0.04;
    sheet.fill(start, top, end, top + height, (u) => (letters(u * 110, line * 9.1) > 0.45 ? ink : null));
  }
}

function printMachineLines(sheet: Sheet, ink: Colour, lines: number, random: SeededRandom): void {
  const letters = createValueNoise(random.integer(0, 1e9));
  for (let line = 0; line < lines; line++) {
    const top = 0.96 - (lines - line) * 0.078;
    sheet.fill(0.04, top, 0.96, top + 0.032, (u) => (letters(u * 130, line * 9.1) > 0.42 ? ink : null));
  }
}
