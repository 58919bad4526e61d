/**
 * Creates smooth random values over the plane, 0 to 1, one unit from bump to bump. Fastest for neighbouring positions, because
 * the corners of one cell are kept.
 *
 * @param seed - different seeds give unrelated fields.
 */
export function createValueNoise(seed: number): (x: number, y: number) => number {
  const lattice = (column: number, row: number): number => {
    let mixed = Math.imul(column, 0x27d4eb2d) ^ Math.imul(row, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296;
  };
  const ease = (t: number): number => t * t * (3 - 2 * t);
  let column = Number.NaN;
  let row = Number.NaN;
  let [upperLeft, upperRight, lowerLeft, lowerRight] = [0, 0, 0, 0];
  return (x, y) => {
    if (Math.floor(x) !== column || Math.floor(y) !== row) {
      column = Math.floor(x);
      row = Math.floor(y);
      upperLeft = lattice(column, row);
      upperRight = lattice(column + 1, row);
      lowerLeft = lattice(column, row + 1);
      lowerRight = lattice(column + 1, row + 1);
    }
    const across = ease(x - column);
    const down = ease(y - row);
    const upper = upperLeft * (1 - across) + upperRight * across;
    const lower = lowerLeft * (1 - across) + lowerRight * across;
    return upper * (1 - down) + lower * down;
  };
}
