import { describe, expect, it } from 'vitest';
import { glyphPath, OCRB_ADVANCE, type OcrbCut } from './glyph.ts';
import { ocrbTextPath } from './text-path.ts';

const cuts: readonly OcrbCut[] = ['OCRB', 'OCRBS'];
const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

function numbersOf(path: string): number[] {
  return (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
}

describe('OCR-B outlines', () => {
  it.each(cuts)('%s draws every printable ASCII character but the space', (cut) => {
    const empty = ascii.filter((char) => glyphPath(char, cut).path === '');
    expect(empty).toEqual([' ']);
  });

  it.each(cuts)('%s stands on the baseline with y pointing down', (cut) => {
    const ys = numbersOf(glyphPath('H', cut).path).filter((_, index) => index % 2 === 1);
    expect(Math.min(...ys)).toBeLessThan(-690);
    expect(Math.max(...ys)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...ys)).toBeLessThan(30);
  });

  it('contains two cuts that differ in every character of a machine-readable zone', () => {
    const same = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<'].filter(
      (char) => glyphPath(char, 'OCRB').path === glyphPath(char, 'OCRBS').path,
    );
    expect(same).toEqual([]);
  });

  it('rejects characters without an outline', () => {
    expect(() => glyphPath('Ä', 'OCRB')).toThrow(RangeError);
    expect(() => glyphPath('toString', 'OCRB')).toThrow(RangeError);
  });
});

describe('ocrbTextPath', () => {
  it('puts characters one pitch apart', () => {
    const [first, second] = ocrbTextPath('II', { cut: 'OCRBS', pitch: 20, x: 100, baseline: 50 })
      .split('Z')
      .map(numbersOf);
    expect(second![0]! - first![0]!).toBeCloseTo(20, 1);
    expect(second![1]).toBe(first![1]);
  });

  it('keeps a character within its advance and above the baseline', () => {
    const numbers = numbersOf(ocrbTextPath('N', { cut: 'OCRB', pitch: 30, x: 10, baseline: 90 }));
    const xs = numbers.filter((_, index) => index % 2 === 0);
    const ys = numbers.filter((_, index) => index % 2 === 1);
    expect(Math.min(...xs)).toBeGreaterThanOrEqual(10);
    expect(Math.max(...xs)).toBeLessThanOrEqual(40);
    expect(Math.min(...ys)).toBeCloseTo(90 - (713 / OCRB_ADVANCE) * 30, 0);
    expect(Math.max(...ys)).toBeLessThan(91);
  });
});
