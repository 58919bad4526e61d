import { cardLooks, renderCard, renderScene, specimenCard } from '@vendor/specimens';
import { describe, expect, it } from 'vitest';
import { findCorners } from './find-corners.ts';

const size = { width: 1600, height: 900 };

describe('findCorners', () => {
  it.each([
    { tiltDeg: 5, yawDeg: -3, rollDeg: 2 },
    { tiltDeg: -7, yawDeg: 4, rollDeg: -4 },
  ])('finds the corners of a large picture to a pixel at %o', async (angles) => {
    const page = await renderCard(specimenCard(new Date('2031-03-01T10:00:00Z')), {
      look: cardLooks['flat on white'],
    });
    const { picture, corners } = await renderScene({ page, size, pose: { pxPerMm: 13.5, ...angles } });
    const off = findCorners(picture)!.map(({ x, y }, index) =>
      Math.hypot(x - corners![index]!.x, y - corners![index]!.y),
    );
    expect(Math.max(...off)).toBeLessThan(1);
  });

  it('finds no corners on an empty table', async () => {
    const { picture } = await renderScene({ size });
    expect(findCorners(picture)).toBeNull();
  });
});
