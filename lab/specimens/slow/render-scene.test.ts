import { beforeAll, describe, expect, it } from 'vitest';
import type { DocumentPage } from '../src/passport/document-page.ts';
import { utopianPassport } from '../src/passport/passport-identity.ts';
import { renderPassport } from '../src/passport/render-passport.ts';
import type { Place } from '../src/scene/camera-view.ts';
import { renderScene, type Scene } from '../src/scene/render-scene.ts';

const size = { width: 480, height: 270 };
let page: DocumentPage;

beforeAll(async () => {
  page = await renderPassport(utopianPassport(new Date('2031-03-01')), { widthPx: 500 });
});

function lumaAt({ picture }: Scene, { x, y }: Place): number {
  const byte = (Math.floor(y) * picture.width + Math.floor(x)) * 4;
  return (picture.data[byte]! + picture.data[byte + 1]! + picture.data[byte + 2]!) / 3;
}

/** Returns the point at a distance in pixels from the middle of the lower side, towards the document's middle. */
function fromLowerSide({ corners }: Scene, pixels: number): Place {
  const [topLeft, topRight, bottomRight, bottomLeft] = corners!;
  const side = { x: (bottomRight.x + bottomLeft.x) / 2, y: (bottomRight.y + bottomLeft.y) / 2 };
  const middle = { x: (topLeft.x + bottomRight.x) / 2, y: (topRight.y + bottomLeft.y) / 2 };
  const length = Math.hypot(middle.x - side.x, middle.y - side.y);
  return {
    x: side.x + ((middle.x - side.x) / length) * pixels,
    y: side.y + ((middle.y - side.y) / length) * pixels,
  };
}

describe('renderScene', () => {
  it.each([
    { tiltDeg: 0, yawDeg: 0, rollDeg: 0 },
    { tiltDeg: 25, yawDeg: -10, rollDeg: 12 },
    { tiltDeg: -20, yawDeg: 15, rollDeg: -30 },
  ])('reports the true corners of the document at tilt $tiltDeg°, roll $rollDeg°', async (pose) => {
    const scene = await renderScene({
      page,
      size,
      pose: { ...pose, pxPerMm: 1.9 },
      table: 'walnut',
      blurPx: 0,
    });
    expect(lumaAt(scene, fromLowerSide(scene, 3))).toBeGreaterThan(140);
    expect(lumaAt(scene, fromLowerSide(scene, -3))).toBeLessThan(110);
  });

  it('reports the size of the characters', async () => {
    const scene = await renderScene({ page, size, pose: { pxPerMm: 2 }, table: 'walnut' });
    const [topLeft, topRight] = scene.corners!;
    expect(scene.mrzPitchPx).toBeCloseTo(5.08);
    expect(topRight.x - topLeft.x).toBeCloseTo(250, 0);
  });

  it('returns the same scene for the same options, and other noise for another seed', async () => {
    const [first, again, other] = [
      await renderScene({ page, size, table: 'walnut' }),
      await renderScene({ page, size, table: 'walnut' }),
      await renderScene({ page, size, table: 'walnut', noiseSeed: 2 }),
    ];
    expect(Buffer.compare(first.picture.data, again.picture.data)).toBe(0);
    expect(Buffer.compare(first.picture.data, other.picture.data)).not.toBe(0);
  });

  it('returns no corners for an empty table', async () => {
    expect((await renderScene({ size, table: 'walnut' })).corners).toBeUndefined();
  });

  it('whitens the page where a lamp is reflected', async () => {
    const plain = await renderScene({ page, size, table: 'walnut', noise: 0 });
    const shiny = await renderScene({
      page,
      size,
      table: 'walnut',
      noise: 0,
      glares: [{ xMm: 25, yMm: -5, radiusMm: 12, strength: 1 }],
    });
    const place = {
      x: size.width / 2 + 25 * (plain.mrzPitchPx / 2.54),
      y: size.height / 2 - 5 * (plain.mrzPitchPx / 2.54),
    };
    expect(lumaAt(shiny, place)).toBeGreaterThan(lumaAt(plain, place) + 20);
    expect(lumaAt(shiny, { x: 5, y: 5 })).toBe(lumaAt(plain, { x: 5, y: 5 }));
  });
});
