import {
  type CharacterMark,
  drawMrzFrame,
  type MrzDifficulty,
  type MrzFrame,
  type MrzIdentity,
  markCharacter,
  mrzLines,
} from '@vendor/specimens';
import { describe, expect, it } from 'vitest';
import type { GrayImage } from '../src/image.ts';
import { readMrz } from '../src/mrz/read-mrz.ts';

const FORMATS = ['TD1', 'TD2', 'TD3'] as const;
const DIFFICULTIES: readonly MrzDifficulty[] = ['bend', 'motion', 'glare', 'tilt'];

/** Rotates a frame clockwise by a quarter turn. */
function turned({ data, width, height }: GrayImage): GrayImage {
  const turned = new Uint8Array(data.length);
  for (let y = 0; y < width; y++) {
    for (let x = 0; x < height; x++) turned[y * height + x] = data[(height - 1 - x) * width + y]!;
  }
  return { data: turned, width: height, height: width };
}

function largestCornerError(frame: MrzFrame, outline: readonly { x: number; y: number }[]): number {
  return Math.max(...frame.outline.map(({ x, y }, i) => Math.hypot(outline[i]!.x - x, outline[i]!.y - y)));
}

describe('readMrz', () => {
  it.each(Array.from({ length: 6 }, (_, i) => [FORMATS[i % 3]!, 31 + i] as const))(
    'reads an ordinary %s zone (seed %i)',
    async (format, seed) => {
      const frame = await drawMrzFrame({ seed, format, framing: 'close', pitchPx: 15 + (seed % 5) });
      const reading = readMrz(frame.image);
      expect(reading?.lines).toEqual(frame.lines);
      expect(reading?.accepted).toBe(true);
    },
  );

  it.each(DIFFICULTIES.flatMap((difficulty, i) => [[difficulty, FORMATS[i % 3]!, 80 + i] as const]))(
    'reads a zone in spite of %s (%s)',
    async (difficulty, format, seed) => {
      const frame = await drawMrzFrame({ seed, format, difficulty, framing: 'close', pitchPx: 18 });
      expect(readMrz(frame.image)?.lines).toEqual(frame.lines);
    },
  );

  it('finds the zone anywhere in a camera frame and returns its outline and pitch', async () => {
    const frame = await drawMrzFrame({ seed: 9, format: 'TD3', pitchPx: 19 });
    const reading = readMrz(frame.image)!;
    expect(reading.lines).toEqual(frame.lines);
    expect(reading.pitchPx).toBeCloseTo(19, 0);
    expect(largestCornerError(frame, reading.outline)).toBeLessThan(19);
    expect(reading.format).toBe('TD3');
  });

  it('reads a document on its side or upside down', async () => {
    const frame = await drawMrzFrame({ seed: 14, format: 'TD1', framing: 'close', pitchPx: 16 });
    const quarter = turned(frame.image);
    const half = turned(quarter);
    for (const image of [quarter, half]) expect(readMrz(image)?.lines).toEqual(frame.lines);
  });

  it('reads large characters as well as small ones', async () => {
    const frame = await drawMrzFrame({ seed: 21, format: 'TD1', framing: 'close', pitchPx: 40 });
    const reading = readMrz(frame.image);
    expect(reading?.lines).toEqual(frame.lines);
    expect(reading!.pitchPx).toBeGreaterThan(37);
  });

  it('does not mistake a passport with glare at the end of its lines for a card', async () => {
    const frame = await drawMrzFrame({ seed: 500_398, difficulty: 'glare' });
    expect(frame.format).toBe('TD3');
    expect(readMrz(frame.image)?.accepted ?? false).toBe(false);
  });

  it('does not accept a zone that is too small to read', async () => {
    const frame = await drawMrzFrame({ seed: 3, format: 'TD2', framing: 'close', pitchPx: 5 });
    expect(readMrz(frame.image)?.accepted ?? false).toBe(false);
  });
});

describe('damaged print', () => {
  it.each([
    ['typeface', 950_000],
    ['typeface', 950_001],
    ['shifted line', 950_000],
    ['shifted line', 950_003],
    ['stamp', 950_000],
    ['stamp', 950_011],
    ['stamp', 950_002],
    ['fold', 950_010],
    ['fold', 950_023],
    ['fold', 950_004],
  ] as const)('accepts only what is printed despite a flaw: %s (seed %i)', async (flaw, seed) => {
    const frame = await drawMrzFrame({ seed, framing: 'close', flaw });
    const reading = readMrz(frame.image);
    expect(reading?.contradiction ?? null).toBeNull();
    if (reading?.accepted) expect(reading.lines).toEqual(frame.lines);
    if (reading && !reading.corrected) expect(reading.rawLines).toEqual(reading.lines);
  });

  it('does not accept a small document code that was misread', async () => {
    const frame = await drawMrzFrame({ seed: 93_005, difficulty: 'bend', framing: 'close', pitchPx: 12 });
    const reading = readMrz(frame.image);
    expect(reading?.rawLines[0]?.[0]).not.toBe(frame.lines[0]![0]);
    expect(reading?.accepted).toBe(false);
  });
});

describe('clear zones', () => {
  const identity: MrzIdentity = {
    format: 'TD1',
    documentCode: 'ID',
    issuer: 'D',
    surname: 'ERIKSSON',
    givenNames: 'ANNA MARIA',
    documentNumber: 'D23145890',
    nationality: 'D',
    birthDate: '1974-08-12',
    sex: 'F',
    expiryDate: '2034-05-01',
  };

  it.each<[string, Partial<MrzIdentity>]>([
    ['a code with a digit', { documentCode: 'A7' }],
    ['a document code with another first letter', { documentCode: 'RC' }],
    ['an unlisted state', { issuer: 'QQZ', nationality: 'QQ' }],
    ['no nationality', { format: 'TD3', documentCode: 'P', nationality: '' }],
    ['a number of 13 characters', { documentNumber: '5912345678901' }],
    ['an expiry date of nines', { expiryDate: '9999-99-99' }],
    ['a single name', { format: 'TD3', documentCode: 'P', givenNames: '' }],
    ['the code of a visa', { format: 'TD2', documentCode: 'V' }],
  ])('accepts a clear zone with %s', async (_, changes) => {
    const printed = { ...identity, ...changes };
    const { format } = printed;
    const lines = mrzLines(printed);
    const frame = await drawMrzFrame({ seed: 62, format, lines, framing: 'close', pitchPx: 18 });
    expect(readMrz(frame.image)).toMatchObject({ accepted: true, corrected: false, lines });
  });
});

/** Replaces one character of the lines. */
function misprinted(lines: readonly string[], line: number, column: number, character: string): string[] {
  return lines.map((text, index) =>
    index === line ? text.slice(0, column) + character + text.slice(column + 1) : text,
  );
}

describe('lines with wrong check digits', () => {
  it.each([
    ['TD1', 0, 14, '7', '3'],
    ['TD2', 1, 19, '1', '8'],
    ['TD3', 1, 43, '4', '6'],
  ] as const)(
    'reads lines with a wrong check digit as printed: %s',
    async (format, line, column, digit, other) => {
      const sound = await drawMrzFrame({ seed: 61, format, framing: 'close', pitchPx: 18 });
      const wrong = sound.lines[line]![column] === digit ? other : digit;
      const lines = misprinted(sound.lines, line, column, wrong);
      const frame = await drawMrzFrame({ seed: 61, format, lines, framing: 'close', pitchPx: 18 });
      expect(readMrz(frame.image)).toMatchObject({ accepted: false, contradiction: lines });
      expect(readMrz(sound.image)).toMatchObject({ accepted: true, contradiction: null });
    },
  );

  it.each<[string, number, number, number, string, CharacterMark]>([
    [
      'scratch',
      900_029,
      1,
      13,
      '4',
      { x: 0.05, y: 0.165, length: 0.223, width: 0.256, angle: 7.6, gray: 215 },
    ],
    ['hair', 900_033, 0, 7, 'F', { x: 0.234, y: 0.158, length: 0.921, width: 0.218, angle: 102.3, gray: 45 }],
  ])(
    'returns no certain reading if a %s changed a character into another',
    async (_, seed, line, column, character, mark) => {
      const frame = await drawMrzFrame({ seed, framing: 'close' });
      expect(frame.lines[line]![column]).toBe(character);
      const reading = readMrz(markCharacter(frame, line, column, mark));
      expect(reading?.rawLines[line]?.[column]).not.toBe(character);
      expect(reading).toMatchObject({ accepted: false, contradiction: null });
    },
  );
});
