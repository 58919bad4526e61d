import { describe, expect, it } from 'vitest';
import type { Component } from './components.ts';
import { groupLines } from './line-groups.ts';
import { findTextLines } from './text-lines.ts';

/** Creates a line of components like characters, with a slope. */
function textLine(count: number, y: number, slope = 0, pitch = 10): Component[] {
  return Array.from({ length: count }, (_, i) => ({
    x: 50 + i * pitch,
    y: y + slope * i * pitch,
    width: 7,
    height: 10,
  }));
}

describe('findTextLines', () => {
  it('finds slanted lines and their pitch among scattered marks', () => {
    const marks = Array.from({ length: 60 }, (_, i) => ({
      x: (i * 97) % 600,
      y: 300 + ((i * 61) % 200),
      width: 5 + (i % 9),
      height: 6 + (i % 13),
    }));
    const [first, second] = findTextLines([...marks, ...textLine(44, 100, 0.2), ...textLine(44, 126, 0.2)]);
    for (const line of [first!, second!]) {
      expect(line.components).toHaveLength(44);
      expect(line.slope).toBeCloseTo(0.2, 2);
      expect(line.pitchPx).toBeCloseTo(10, 1);
    }
  });

  it('bridges characters that were not found', () => {
    const broken = textLine(44, 100).filter((_, i) => i % 9 !== 4 && (i < 20 || i > 23));
    expect(findTextLines(broken)[0]!.components).toHaveLength(broken.length);
  });

  it('finds nothing in a handful of components', () => {
    expect(findTextLines(textLine(5, 100))).toEqual([]);
  });
});

describe('groupLines', () => {
  it('groups the three lines of a card', () => {
    const lines = findTextLines([...textLine(30, 100), ...textLine(30, 120), ...textLine(30, 140)]);
    const [group] = groupLines(lines);
    expect(group!.lines.map(({ intercept }) => Math.round(intercept))).toEqual([100, 120, 140]);
  });

  it('separates lines that are too far apart or of different size', () => {
    const lines = findTextLines([...textLine(30, 100), ...textLine(30, 160), ...textLine(40, 125, 0, 7.4)]);
    expect(groupLines(lines).every((group) => group.lines.length === 1)).toBe(true);
  });
});
