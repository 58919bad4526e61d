import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteRangeOf } from './byte-range.ts';

const size = 1000;
const rangeOf = (range: string, others: Record<string, string> = {}, method = 'GET') => {
  const parsed = byteRangeOf({ method, headers: new Headers({ range, ...others }) }, size);
  return parsed && [parsed.first, parsed.last];
};

describe('byte range', () => {
  it.each([
    ['bytes=0-1', [0, 1]],
    ['bytes=0-', [0, 999]],
    ['Bytes=999-', [999, 999]],
    ['bytes=500-5000', [500, 999]],
    ['bytes=-1', [999, 999]],
    ['bytes=-5000', [0, 999]],
    ['bytes=1000-', null],
    ['bytes=7-6', null],
    ['bytes=-0', null],
    ['bytes=-', null],
    ['bytes=0-1,5-6', null],
    ['bytes=a-b', null],
    ['bytes=1-2-3', null],
    ['bytes=99999999999999999999999-', null],
    ['items=0-1', null],
    ['', null],
  ])('reads the range header %j as %j', (range, expected) => {
    expect(rangeOf(range)).toEqual(expected);
  });

  it('ignores the range of a conditional request and of a HEAD request', () => {
    expect(rangeOf('bytes=0-1', { 'if-range': '"x"' })).toBeNull();
    expect(rangeOf('bytes=0-1', {}, 'HEAD')).toBeNull();
  });

  it('stays within the file for any requested range', () => {
    const anyRange = fc.tuple(
      fc.oneof(fc.nat().map(String), fc.constant('')),
      fc.oneof(fc.nat().map(String), fc.constant('')),
    );
    fc.assert(
      fc.property(anyRange, fc.nat({ max: 2000 }), ([from, to], length) => {
        const headers = new Headers({ range: `bytes=${from}-${to}` });
        const range = byteRangeOf({ method: 'GET', headers }, length);
        if (!range) return;
        expect(range.first).toBeGreaterThanOrEqual(0);
        expect(range.first).toBeLessThanOrEqual(range.last);
        expect(range.last).toBeLessThan(length);
      }),
    );
  });
});
