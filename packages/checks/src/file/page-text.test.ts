import { describe, expect, it } from 'vitest';
import { joinPieces, splitLines, type TextPiece } from './page-text.ts';

/** Creates a piece in print of 20 px whose letters are 10 px wide. */
const piece = (text: string, left = 0, confidence = 1, top = 0): TextPiece => ({
  text,
  confidence,
  box: { left, top, widthPx: 10 * text.length, heightPx: 20 },
});

/** Creates a line of OCR from words and their confidences. */
function ocrLine(...words: readonly (readonly [text: string, confidence: number])[]) {
  const pieces = words.map(([text, confidence], index) => piece(text, 100 * index, confidence));
  return { words: pieces, box: { left: 0, top: 0, widthPx: 100 * words.length, heightPx: 20 }, block: 1 };
}

/** Returns the confidence of a line of OCR that is wholly in one column. */
function confidenceOf(...words: readonly (readonly [text: string, confidence: number])[]): number {
  const pieces = words.map(([text, confidence], index) => piece(text, 30 * index, confidence));
  const [line] = joinPieces(pieces);
  return line!.confidence;
}

describe('joinPieces', () => {
  it('joins the pieces of a line from left to right, whatever their order', () => {
    const pieces = [piece('Grove', 90, 1, 2), piece('42', 0), piece('Alder', 30)];
    expect(joinPieces(pieces)).toEqual([
      { text: '42 Alder Grove', confidence: 1, box: { left: 0, top: 0, widthPx: 140, heightPx: 22 } },
    ]);
  });

  it('splits a line at gaps wider than twice its height', () => {
    const pieces = [piece('York', 0), piece('YO31', 80), piece('Date:', 161)];
    expect(joinPieces(pieces).map(({ text }) => text)).toEqual(['York YO31', 'Date:']);
  });

  it('leaves out empty text, and collapses spaces', () => {
    expect(joinPieces([piece('  ', 0)])).toEqual([]);
    expect(joinPieces([piece(' 42   Alder ', 0)]).map(({ text }) => text)).toEqual(['42 Alder']);
  });
});

describe('confidence of a line', () => {
  it.each([
    [
      'the least certain word or number',
      0.5,
      [
        ['42', 0.9],
        ['Alder', 0.5],
        ['Grove', 0.8],
      ],
    ],
    [
      'an uncertain postal code beside a city',
      0.3,
      [
        ['York', 0.9],
        ['YO31', 0.8],
        ['7QZ,', 0.3],
      ],
    ],
    [
      'a postal code that was read as one word',
      0.4,
      [
        ['York', 0.9],
        ['YO317QZ', 0.4],
      ],
    ],
    [
      'a postal code alone on its line',
      0.7,
      [
        ['D02', 0.7],
        ['AF30', 0.9],
      ],
    ],
    [
      'a house number with a letter',
      0.4,
      [
        ['Königsallee', 0.9],
        ['17b', 0.4],
      ],
    ],
    [
      'a name of two short words',
      0.8,
      [
        ['Li', 0.9],
        ['Wu', 0.8],
      ],
    ],
    [
      'short words, if there are no others',
      0.6,
      [
        ['|', 0.1],
        ['Jo', 0.6],
        ['Ng', 0.9],
      ],
    ],
  ] as const)('is that of %s', (_, confidence, words) => {
    expect(confidenceOf(...words)).toBe(confidence);
  });

  it.each([
    [
      'specks read as letters beside words',
      0.9,
      [
        ['York', 0.9],
        ['i', 0.1],
        ['ez', 0.2],
        ['|', 0.1],
      ],
    ],
    [
      'ordinal signs, which are as small as specks',
      0.9,
      [
        ['Olivos', 0.9],
        ['3.º', 0.2],
      ],
    ],
  ] as const)('ignores %s', (_, confidence, words) => {
    expect(confidenceOf(...words)).toBe(confidence);
  });

  it.each(['|', 'i', '— ;'])('is 0 for a line with nothing but %s', (text) => {
    expect(confidenceOf([text, 0.9])).toBe(0);
  });
});

describe('splitLines', () => {
  it('returns the columns of every line that OCR read', () => {
    const lines = splitLines([ocrLine(['SW1A', 0.9], ['2AA', 0.8]), ocrLine(['Leeds', 0.7])]);
    expect(lines.map(({ text, confidence }) => [text, confidence])).toEqual([
      ['SW1A', 0.9],
      ['2AA', 0.8],
      ['Leeds', 0.7],
    ]);
  });
});
