import type { Point } from '../quad.ts';

/** A line in normal form: x · cos + y · sin = offset. */
export type StraightLine = Readonly<Record<'cos' | 'sin' | 'offset', number>>;

/** Intersects two lines; null if the sine of the angle between them is below the minimum. */
export function intersectLines(a: StraightLine, b: StraightLine, minSine: number): Point | null {
  const sine = a.cos * b.sin - b.cos * a.sin;
  return Math.abs(sine) < minSine
    ? null
    : { x: (a.offset * b.sin - b.offset * a.sin) / sine, y: (a.cos * b.offset - b.cos * a.offset) / sine };
}
