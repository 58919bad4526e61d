import { describe, expect, it } from 'vitest';
import { countColumns } from './column-count.ts';

const at = (x: number) => ({ x, y: 0, width: 8, height: 10 });

/** Centres of characters with a pitch that changes evenly along the line, as under perspective. */
function line(
  columns: readonly number[],
  pitch: number,
  change: number,
): { x: number; y: number; width: number; height: number }[] {
  return columns.map((column) => at(100 + pitch * column * (1 + (change * column) / 88)));
}

const all = Array.from({ length: 44 }, (_, column) => column);

describe('countColumns', () => {
  it('counts the columns of a complete line', () => {
    expect(countColumns(line(all, 10, 0), 10.2)).toEqual(all);
  });

  it('counts columns despite missing characters and a wrong estimate of the pitch', () => {
    const present = all.filter((column) => ![3, 4, 5, 20, 21, 30, 31, 32, 33].includes(column));
    expect(countColumns(line(present, 10, 0.1), 10.6)).toEqual(present);
  });

  it('counts columns where two characters touch', () => {
    const components = line(all, 7, 0);
    const touching = [
      ...components.slice(0, 12),
      at((components[12]!.x + components[13]!.x) / 2),
      ...components.slice(14),
    ];
    const counted = countColumns(touching, 7.4);
    expect(counted.slice(0, 12)).toEqual(all.slice(0, 12));
    expect(counted.slice(13)).toEqual(all.slice(14));
  });
});
