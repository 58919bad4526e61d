import { describe, expect, it } from 'vitest';
import type { Line } from './line.ts';
import { type CrossedLine, lineEnds } from './line-ends.ts';

/** A line supported from one place to another, out of −40 to 40. */
function supported(from: number, to: number): Line {
  const rising = new Float32Array(82);
  for (let k = 0; k <= 80; k++) rising[k + 1] = rising[k]! + (k - 40 >= from && k - 40 < to ? 1 : 0);
  const falling = new Float32Array(82);
  return { cos: 1, sin: 0, offset: 0, direction: 0, runFrom: 0, runTo: 0, runScore: 0, rising, falling };
}

const ending = (): CrossedLine => [supported(-20, 20), -20, 20];
const goingOn = (): CrossedLine => [supported(-20, 35), -20, 20];

describe('lineEnds', () => {
  it('finds nothing beyond the corners of lines that end there', () => {
    const ends = lineEnds([ending(), ending(), ending(), ending()]);
    expect(ends).toEqual({ meanBeyond: 0, mostBeyond: 0, opening: 0 });
  });

  it('calls a quad open where both neighbours of a side go on', () => {
    const ends = lineEnds([goingOn(), goingOn(), ending(), ending()]);
    expect(ends.opening).toBe(1);
    expect(ends.mostBeyond).toBe(1);
  });

  it('does not where only one does, or two opposite ways', () => {
    const otherWay: CrossedLine = [supported(-35, 20), -20, 20];
    expect(lineEnds([goingOn(), ending(), ending(), ending()]).opening).toBe(0);
    expect(lineEnds([goingOn(), otherWay, ending(), ending()]).opening).toBe(0);
    expect(lineEnds([goingOn(), otherWay, ending(), ending()]).meanBeyond).toBeGreaterThan(0);
  });
});
