import { describe, expect, it } from 'vitest';
import { joinPieces, splitLines, type TextPiece } from './page-text.ts';

/** Creates a piece in print of 20 px whose letters are 10 px wide. */
const piece = (text: string, left = 0, confidence = 1, top = 0): TextPiece => ({
  text,
  confidence,
  box: { left, top, widthPx: 10 * text.length, heightPx: 20 },
});

/** A line of OCR: words with their confidence, such as `York 0.9, YO31 0.3`. */
function piecesOf(reading: string): TextPiece[] {
  let left = 0;
  return reading.split(', ').map((word) => {
    const [, text = '', confidence] = /^(.*) (\S+)$/.exec(word) ?? [];
    const read = piece(text, left, Number(confidence));
    left += read.box.widthPx + 10;
    return read;
  });
}

function confidenceOf(reading: string): number {
  const lines = joinPieces(piecesOf(reading));
  expect(lines).toHaveLength(1);
  return lines[0]?.confidence ?? Number.NaN;
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
});

describe('confidence of a line', () => {
  it.each([
    ['42 0.9, Alder 0.5, Grove 0.8', 0.5],
    ['Königsallee 0.9, 17b 0.4', 0.4],
    ['28013 0.4, Madrid 0.9', 0.4],
    ['Amount 0.9, 187.42 0.3', 0.3],
  ])('takes the confidence of the least certain word or number: %s', (reading, confidence) => {
    expect(confidenceOf(reading)).toBe(confidence);
  });

  it.each([
    'York 0.9, YO31 0.1, 7QZ 0.2',
    'Dublin 0.9, D02 0.1, X285 0.2',
    'D-80331 0.1, München 0.9',
    'SE-114 0.1, 55 0.9',
    'Anna 0.9, Li 0.1, Wu 0.1',
    'Ms 0.1, Anna 0.9',
    'C/ 0.1, Olivos 0.9, 3.º 0.1, B 0.1',
    'York 0.9, i 0.1, Ez 0.1, | 0.1',
    'Dr 0.1, Eriksson 0.9',
    '1123 0.9, Bu 0.1',
  ])('ignores codes and short words beside a word or number: %s', (reading) => {
    expect(confidenceOf(reading)).toBe(0.9);
  });

  it.each([
    ['YO31 0.8, 7QZ 0.7', 0.7],
    ['D02 0.7, X285, 0.9', 0.7],
    ['SW1A 0.9, 2AA 0.3', 0.3],
    ['YO317QZ 0.8', 0.8],
    ['D-80331 0.8', 0.8],
    ['Li 0.9, Wu 0.8', 0.8],
    ['BO 0.7, EK 0.9', 0.7],
    ['Ms 0.8, Jo 0.9, Ng 0.9', 0.8],
    ['O’Ek 0.8', 0.8],
    ['田中 0.8', 0.8],
    // Specks do not count: single letters, punctuation, and words without a capital.
    ['| 0.1, Jo 0.6, i 0.1, Ng 0.9, ez 0.1', 0.6],
  ])(
    'takes the confidence of the least certain code or short word if there is nothing longer: %s',
    (reading, confidence) => {
      expect(confidenceOf(reading)).toBe(confidence);
    },
  );

  it.each(['| 0.9', 'i 0.9', '— ; 0.9', 'ez 0.9', 'A 0.9, B 0.9'])(
    'returns 0 for a line with nothing that counts: %s',
    (reading) => {
      expect(confidenceOf(reading)).toBe(0);
    },
  );

  it('returns 1 for a code or short name in the text layer of a file', () => {
    for (const text of ['YO31 7QZ', 'Li Wu', 'de Vo', 'D-80331'])
      expect(joinPieces([piece(text)])).toMatchObject([{ text, confidence: 1 }]);
  });
});

describe('splitLines', () => {
  it('returns the columns of every line that OCR read', () => {
    const words = [piece('SW1A', 0, 0.9), piece('2AA', 50, 0.8), piece('Leeds', 200, 0.7)];
    const line = { words, box: { left: 0, top: 0, widthPx: 250, heightPx: 20 }, block: 1 };
    expect(splitLines([line]).map(({ text, confidence }) => [text, confidence])).toEqual([
      ['SW1A 2AA', 0.8],
      ['Leeds', 0.7],
    ]);
  });
});
