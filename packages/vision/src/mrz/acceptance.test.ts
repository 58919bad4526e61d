import { describe, expect, it } from 'vitest';
import { computeConfidence, isReliable, type ReadingEvidence } from './acceptance.ts';

const clear: ReadingEvidence = {
  format: 'TD3',
  documentCode: 'P',
  isLiteral: true,
  posterior: 0.9999,
  cost: 0.01,
  twinMargin: 12,
  pitchPx: 20,
  likeness: 0.9,
  flaw: 0.05,
  doubtfulFlaw: 0.05,
};

describe('isReliable', () => {
  it('accepts a clear reading', () => {
    expect(isReliable(clear)).toBe(true);
  });

  it.each(['A', 'C', 'I', 'D', 'R', 'W'])(
    'accepts a document code that begins with %s in every format',
    (documentCode) => {
      for (const format of ['TD1', 'TD2', 'TD3'] as const)
        expect(isReliable({ ...clear, format, documentCode })).toBe(true);
    },
  );

  it.each<[string, ReadingEvidence]>([
    ['another reading is possible', { ...clear, posterior: 0.9 }],
    ['check digits had to overrule what was seen', { ...clear, cost: 6 }],
    ['a passport code occurs in a TD2 zone', { ...clear, format: 'TD2' }],
    ['the document code begins with a filler', { ...clear, documentCode: '<' }],
    ['document code or sex differ from what was seen', { ...clear, isLiteral: false }],
    [
      'small characters may be others with the same check digit value',
      { ...clear, twinMargin: 5, pitchPx: 13 },
    ],
    ['a letter of a name has a flaw', { ...clear, flaw: 0.35 }],
    ['a letter with a low margin has a flaw', { ...clear, flaw: 0.2, doubtfulFlaw: 0.2 }],
    ['the cells hardly look like characters', { ...clear, likeness: 0.5 }],
  ])('rejects a reading if %s', (_, evidence) => {
    expect(isReliable(evidence)).toBe(false);
  });
});

describe('computeConfidence', () => {
  it('stays between 0 and 1 and decreases with every kind of doubt', () => {
    expect(computeConfidence(clear)).toBeGreaterThan(0.95);
    expect(computeConfidence({ ...clear, posterior: 0.5 })).toBeLessThan(0.55);
    expect(computeConfidence({ ...clear, cost: 8 })).toBeLessThan(0.2);
    expect(computeConfidence({ ...clear, likeness: 0.1 })).toBe(0);
    expect(computeConfidence({ ...clear, format: 'TD2' })).toBeLessThan(0.55);
  });
});
