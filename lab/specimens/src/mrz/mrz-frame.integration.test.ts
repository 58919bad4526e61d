import { describe, expect, it } from 'vitest';
import { drawMrzFrame, type MrzFrame } from './mrz-frame.ts';

/** Returns the mean grey of a square of one pitch around a place. */
function meanAround({ image, pitchPx }: MrzFrame, place: { x: number; y: number }): number {
  const reach = Math.round(pitchPx / 2);
  let sum = 0;
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      sum += image.data[(Math.round(place.y) + dy) * image.width + Math.round(place.x) + dx]!;
    }
  }
  return sum / (2 * reach + 1) ** 2;
}

describe('drawMrzFrame', () => {
  it('draws the same frame for the same seed, and another for another seed', async () => {
    const [first, again, other] = await Promise.all(
      [3, 3, 4].map((seed) => drawMrzFrame({ seed, framing: 'close', format: 'TD1', pitchPx: 8 })),
    );
    expect(Buffer.compare(first!.image.data, again!.image.data)).toBe(0);
    expect(other!.lines).not.toEqual(first!.lines);
  });

  it('reports the position of every character', async () => {
    const frame = await drawMrzFrame({ seed: 12, framing: 'close', format: 'TD2' });
    const { x: left, y: top } = frame.characterCentre(0, 0);
    const { x: right, y: bottom } = frame.characterCentre(1, 35);
    const between = { x: (left + right) / 2, y: (top + bottom) / 2 };
    for (const [line, text] of frame.lines.entries()) {
      for (const column of [0, 12, 35]) {
        if (text[column] === '<') continue;
        expect(meanAround(frame, frame.characterCentre(line, column))).toBeLessThan(
          meanAround(frame, between),
        );
      }
    }
  });
});
