/**
 * Creates smooth random values over the plane, 0 to 1, one unit from bump to bump.
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
  return (x, y) => {
    const column = Math.floor(x);
    const row = Math.floor(y);
    const across = ease(x - column);
    const down = ease(y - row);
    const upper = lattice(column, row) * (1 - across) + lattice(column + 1, row) * across;
    const lower = lattice(column, row + 1) * (1 - across) + lattice(column + 1, row + 1) * across;
    return upper * (1 - down) + lower * down;
  };
}
