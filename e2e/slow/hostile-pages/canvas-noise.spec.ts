import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect } from '../../fixtures.ts';
import { test } from '../../own-page.ts';
import { pictures } from '../../specimen.ts';

type Reader = 'getImageData' | 'toBlob' | 'convertToBlob';

/** How a browser with fingerprinting protection changes canvas readings. */
interface Protection {
  readonly readers: readonly Reader[];
  /** `noise`: changed pixels; `white`: white pixels; `farbling`: a random last bit of each, as in Brave. */
  readonly answer: 'noise' | 'white' | 'farbling';
}

const all = ['getImageData', 'toBlob', 'convertToBlob'] as const;

const strong: readonly Protection[] = [
  { readers: all, answer: 'noise' },
  { readers: all, answer: 'white' },
  { readers: ['getImageData'], answer: 'noise' },
  { readers: ['toBlob', 'convertToBlob'], answer: 'noise' },
  { readers: ['toBlob', 'convertToBlob'], answer: 'white' },
];

/** Applies a protection to all canvas readings of a page. */
function protect(page: Page, protection: Protection): Promise<void> {
  return page.evaluate(({ readers, answer }) => {
    const spoil = ({ data }: ImageData) => {
      for (let i = 0; i < data.length; i += 1) {
        if (i % 4 === 3) continue;
        if (answer === 'white') data[i] = 255;
        else if (answer === 'noise') data[i] = Math.random() * 256;
        else data[i] = (data[i] ?? 0) ^ (Math.random() < 0.5 ? 1 : 0);
      }
    };
    const real = CanvasRenderingContext2D.prototype.getImageData;
    /** Replaces the pixels of the canvas with those that the protection returns. */
    const overdraw = (canvas: HTMLCanvasElement | OffscreenCanvas) => {
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      const image = real.call(context, 0, 0, canvas.width, canvas.height);
      spoil(image);
      context.putImageData(image, 0, 0);
    };
    if (readers.includes('getImageData')) {
      for (const { prototype } of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
        const read = prototype.getImageData;
        prototype.getImageData = function (this: unknown, ...area: Parameters<typeof read>) {
          const image = read.apply(this as CanvasRenderingContext2D, area);
          spoil(image);
          return image;
        } as typeof read;
      }
    }
    if (readers.includes('toBlob')) {
      const { toBlob } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.toBlob = function (...rest) {
        overdraw(this);
        toBlob.apply(this, rest);
      };
    }
    if (readers.includes('convertToBlob')) {
      const { convertToBlob } = OffscreenCanvas.prototype;
      OffscreenCanvas.prototype.convertToBlob = function (...rest) {
        overdraw(this);
        return convertToBlob.apply(this, rest);
      };
    }
  }, protection);
}

/** Returns the codes of the findings of a check before the flow is started. */
const findingsIn = (page: Page, baseUrl: string) =>
  page.evaluate(
    async (given) => (await VendorOrchestration.preflight(given)).findings.map(({ code }) => code),
    { baseUrl },
  );

for (const protection of strong) {
  const { readers, answer } = protection;
  test(`${answer} for ${readers.join(', ')}: offers a file instead of the camera, and sends it unchanged`, async ({
    openPage,
    start,
    stage,
  }) => {
    const page = await openPage();
    await protect(page, protection);
    expect(await findingsIn(page, stage.serviceUrl)).toContain('canvas-noise');

    const digests: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') digests.push(request.headers()['content-digest']);
    });
    const flow = await start(page);
    await flow.chooseDocument('Passport');
    await flow.button('Open the camera').click();
    await expect(flow.heading).toHaveText('This browser alters pictures');
    await expect(flow.button('Try again')).toBeVisible();
    await flow.chooseFile(pictures.passportPhoto);
    await flow.button('Use this picture').click();
    await expect(flow.heading).toHaveText('Your identity is confirmed');
    const hash = createHash('sha256').update(await readFile(pictures.passportPhoto));
    expect(digests).toEqual([`sha-256=:${hash.digest('base64')}:`]);
  });
}

test('opens the camera after the user switched the protection off and tries again', async ({
  openPage,
  start,
}) => {
  const page = await openPage();
  await page.evaluate(() => Object.assign(globalThis, { real: HTMLCanvasElement.prototype.toBlob }));
  await protect(page, { readers: ['toBlob'], answer: 'noise' });
  const flow = await start(page);
  await flow.chooseDocument('Passport');
  await flow.button('Open the camera').click();
  await expect(flow.heading).toHaveText('This browser alters pictures');
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.toBlob = Reflect.get(globalThis, 'real');
  });
  await flow.button('Try again').click();
  await flow.button('Use this picture').waitFor();
});

test('allows the camera in spite of farbling of the last bit', async ({ openPage, start, stage }) => {
  const page = await openPage();
  await protect(page, { readers: all, answer: 'farbling' });
  expect(await findingsIn(page, stage.serviceUrl)).toEqual([]);
  const flow = await start(page);
  await flow.chooseDocument('Passport');
  await flow.button('Open the camera').click();
  await flow.button('Use this picture').waitFor();
});
