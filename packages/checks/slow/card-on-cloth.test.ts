import {
  createSeededRandom,
  encodeJpeg,
  renderLicenceBack,
  renderLicenceFront,
  renderScene,
  specimenLicence,
} from '@vendor/specimens';
import { expect, it } from 'vitest';
import { judgePicture } from '../src/document/judge-picture.ts';
import { measureSide } from '../src/document/measure-side.ts';
import { decodeImage } from '../src/image/decode-image.ts';

// Textile weave has rows of small dark spots like lines of characters, and extends beyond every picture.

const random = createSeededRandom(5);
const between = random.between;
const PHOTOGRAPHS = 12;

it('accepts a completely visible card on a cloth', async () => {
  const identity = specimenLicence(new Date('2031-03-01'));
  const pages = [await renderLicenceFront(identity), await renderLicenceBack(identity)];
  const reasons: string[] = [];
  for (let index = 0; index < PHOTOGRAPHS; index++) {
    const { picture } = await renderScene({
      page: pages[index % 2]!,
      size: { width: 1920, height: 1080 },
      table: index % 3 === 0 ? 'oak' : 'linen',
      blurPx: between(0.4, 0.9),
      pose: {
        pxPerMm: between(11, 15),
        tiltDeg: between(-8, 8),
        yawDeg: between(-5, 5),
        rollDeg: between(-6, 6),
      },
    });
    const decoded = await decodeImage(await encodeJpeg(picture));
    if (decoded.kind === 'refused') throw new Error('The photograph cannot be decoded.');
    reasons.push(...judgePicture(measureSide(decoded.image, 'DRIVERS_LICENSE'), 'DRIVERS_LICENSE').reasons);
  }
  expect(reasons).toEqual([]);
});
