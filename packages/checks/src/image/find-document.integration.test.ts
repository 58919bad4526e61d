import { type Picture, renderIdentityCardFront, renderScene, utopianCard } from '@vendor/specimens';
import { beforeAll, describe, expect, it } from 'vitest';
import { findDocument } from './find-document.ts';

let front: Picture;
beforeAll(async () => {
  const page = await renderIdentityCardFront(utopianCard(new Date('2031-03-01')), { widthPx: 640 });
  front = page.picture;
});

/** Returns the left part of a picture. */
function leftOf({ data, width, height }: Picture, share: number): Picture {
  const cut = Math.round(width * share);
  const rows = Array.from({ length: height }, (_, y) => data.subarray(y * width * 4, (y * width + cut) * 4));
  return { data: Buffer.concat(rows), width: cut, height };
}

describe('findDocument', () => {
  it('returns the corners of a picture cropped to a card', () => {
    const { width, height } = front;
    expect(findDocument(front)).toEqual([
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ]);
  });

  it('finds no document in a part of a card', () => {
    expect(findDocument(leftOf(front, 0.7))).toBeNull();
  });

  it.each(['oak', 'linen'] as const)(
    'finds no document in a picture of a table of %s with the aspect ratio of a card',
    async (table) => {
      const { picture } = await renderScene({ table, size: { width: 640, height: 404 } });
      expect(findDocument(picture)).toBeNull();
    },
  );
});
