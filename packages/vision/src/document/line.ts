import type { Point } from '../quad.ts';

/** x · cos + y · sin = offset. */
export type StraightLine = Readonly<Record<'cos' | 'sin' | 'offset', number>>;

/** Finds the point at which two lines meet; null when they are further from a right angle than this sine. */
export function intersectLines(a: StraightLine, b: StraightLine, leastSine: number): Point | null {
  const sine = a.cos * b.sin - b.cos * a.sin;
  return Math.abs(sine) < leastSine
    ? null
    : { x: (a.offset * b.sin - b.offset * a.sin) / sine, y: (a.cos * b.offset - b.cos * a.offset) / sine };
}
