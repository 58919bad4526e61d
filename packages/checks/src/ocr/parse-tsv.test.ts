import { describe, expect, it } from 'vitest';
import { parseTsv } from './parse-tsv.ts';

describe('parseTsv', () => {
  it('parses lines of words, each with its box and confidence', () => {
    const tsv = [
      '1\t1\t0\t0\t0\t0\t0\t0\t400\t300\t-1\t',
      '4\t1\t1\t1\t1\t0\t10\t20\t120\t18\t-1\t',
      '5\t1\t1\t1\t1\t1\t10\t20\t50\t18\t92.5\tAlder',
      '5\t1\t1\t1\t1\t2\t70\t22\t60\t14\t40\tGrove',
      '5\t1\t1\t1\t2\t1\t10\t50\t30\t18\t-1\t42',
      '5\t1\t2\t1\t1\t1\t10\t90\t30\t18\t96\t ',
      '',
    ].join('\n');
    expect(parseTsv(tsv)).toEqual([
      {
        block: 1,
        words: [
          { text: 'Alder', confidence: 0.925, box: { left: 10, top: 20, widthPx: 50, heightPx: 18 } },
          { text: 'Grove', confidence: 0.4, box: { left: 70, top: 22, widthPx: 60, heightPx: 14 } },
        ],
        box: { left: 10, top: 20, widthPx: 120, heightPx: 18 },
      },
      {
        block: 1,
        words: [{ text: '42', confidence: 0, box: { left: 10, top: 50, widthPx: 30, heightPx: 18 } }],
        box: { left: 10, top: 50, widthPx: 30, heightPx: 18 },
      },
    ]);
    expect(parseTsv('')).toEqual([]);
  });
});
