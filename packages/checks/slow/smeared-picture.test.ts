import {
  createSeededRandom,
  type DocumentPage,
  encodeJpeg,
  type Picture,
  renderIdentityCardBack,
  renderIdentityCardFront,
  renderLicenceBack,
  renderLicenceFront,
  renderPassport,
  renderScene,
  specimenLicence,
  utopianCard,
  utopianPassport,
} from '@vendor/specimens';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkDocument } from '../src/document/check-document.ts';
import type { DocumentTask } from '../src/document/document-task.ts';

// Photographs of documents that moved while the shutter was open.

const now = Date.parse('2031-03-01T10:00:00Z');
const card = utopianCard(new Date(now));
const licence = specimenLicence(new Date(now));

/** Movement of a document, in thousandths of its width, and its direction. */
interface Movement {
  readonly length: number;
  readonly degrees: number;
}

const still: Movement = { length: 0, degrees: 0 };

const size = { width: 1600, height: 1000 };

/** Draws what a camera sees of a page, before movement and noise. */
async function drawView(page: DocumentPage, seed = 1): Promise<Picture> {
  const pxPerMm = 1150 / page.widthMm;
  const pose = { pxPerMm, tiltDeg: 3 * seed, yawDeg: -4, rollDeg: seed };
  return (await renderScene({ page, size, table: 'walnut', pose, seed, noise: 0 })).picture;
}

/** Takes a photograph of a view. */
function photograph(view: Picture, movement = still, seed = 1): Promise<Uint8Array> {
  const lengthPx = Math.round((movement.length * 1150) / 1000);
  return encodeJpeg(addNoise(lengthPx > 1 ? simulateMovement(view, lengthPx, movement.degrees) : view, seed));
}

/** Simulates a picture that moves while the shutter is open. */
function simulateMovement({ data, width, height }: Picture, lengthPx: number, degrees: number): Picture {
  const shifts = Array.from({ length: lengthPx }, (_, step) => {
    const distance = step - (lengthPx - 1) / 2;
    return {
      across: Math.round(distance * Math.cos((degrees * Math.PI) / 180)),
      down: Math.round(distance * Math.sin((degrees * Math.PI) / 180)),
    };
  });
  const moved = new Uint8Array(data.length);
  // One row at a time, whose sums stay in the cache of the processor.
  const sums = new Uint32Array(4 * width);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (const { across, down } of shifts) {
      const row = Math.min(height - 1, Math.max(0, y + down)) * width;
      for (let x = 0, byte = 0; x < width; x++) {
        const from = 4 * (row + Math.min(width - 1, Math.max(0, x + across)));
        for (let channel = 0; channel < 4; channel++, byte++)
          sums[byte] = sums[byte]! + data[from + channel]!;
      }
    }
    for (let byte = 0; byte < sums.length; byte++) moved[4 * width * y + byte] = sums[byte]! / lengthPx;
  }
  return { data: moved, width, height };
}

/** Adds the noise of the sensor, which is not affected by the movement. */
function addNoise({ data, width, height }: Picture, seed: number): Picture {
  const random = createSeededRandom(seed);
  const grain = Float32Array.from({ length: 16381 }, () => 2 * random.normal());
  const noisy = new Uint8ClampedArray(data);
  for (let byte = 0; byte < noisy.length; byte++)
    if (byte % 4 !== 3) noisy[byte] = data[byte]! + grain[(byte + 7 * (byte >> 12)) % grain.length]!;
  return { data: new Uint8Array(noisy.buffer), width, height };
}

/** Sides to photograph; a passport has one. */
interface Sides {
  readonly front: DocumentPage;
  readonly back: DocumentPage | null;
}

const documents: [string, DocumentTask['documentType'], () => Promise<Sides>][] = [
  [
    'an identity card',
    'NATIONAL_ID',
    async () => ({ front: await renderIdentityCardFront(card), back: await renderIdentityCardBack(card) }),
  ],
  [
    'a licence',
    'DRIVERS_LICENSE',
    async () => ({ front: await renderLicenceFront(licence), back: await renderLicenceBack(licence) }),
  ],
  [
    'a passport',
    'PASSPORT',
    async () => ({ front: await renderPassport(utopianPassport(new Date(now))), back: null }),
  ],
];

describe.each(documents)('%s', (_, documentType, draw) => {
  let front: Picture;
  let back: Uint8Array | null;

  beforeAll(async () => {
    const sides = await draw();
    front = await drawView(sides.front);
    back = sides.back && (await photograph(await drawView(sides.back, 2), still, 2));
  });

  const check = async (movement: Movement) =>
    checkDocument({
      documentType,
      front: await photograph(front, movement),
      back,
      expected: { fullName: null, dateOfBirth: null },
      minimumAge: null,
      now,
      acceptsSpecimens: true,
    });

  it('finds no smear on sides that stood still', async () => {
    expect(await check(still)).toMatchObject({ outcomes: { imageQualityCheckResult: 'PASS' } });
  });

  it.each<[string, Movement]>([
    ['24 thousandths of its width horizontally', { length: 24, degrees: 0 }],
    ['40 thousandths of its width vertically', { length: 40, degrees: 90 }],
    ['30 thousandths of its width diagonally', { length: 30, degrees: 45 }],
  ])('asks for a retry if the front moved by %s', async (_movement, movement) => {
    expect(await check(movement)).toEqual({ kind: 'retry', reasons: ['IMAGE_BLURRED'] });
  });
});

type Colour = readonly [number, number, number];

/** Draws a side of a card on 1,400 × 883 px. */
function drawSide(colourAt: (x: number, y: number) => Colour): (like: DocumentPage) => DocumentPage {
  return ({ widthMm, heightMm }) => {
    const [width, height] = [1400, Math.round((1400 * heightMm) / widthMm)];
    const data = new Uint8Array(4 * width * height).fill(255);
    for (let pixel = 0; pixel < width * height; pixel++)
      data.set(colourAt(pixel % width, Math.floor(pixel / width)), 4 * pixel);
    return { picture: { data, width, height }, widthMm, heightMm, mrz: [] };
  };
}

const [blue, black, grey, white]: Colour[] = [
  [27, 58, 107],
  [35, 35, 35],
  [190, 190, 190],
  [238, 238, 238],
];

/** Sharp sides without small print, which therefore have little detail. */
const backs: [string, (like: DocumentPage) => DocumentPage][] = [
  [
    'only emblems',
    drawSide((x, y) =>
      Math.hypot(x - 350, y - 420) < 220 || Math.abs(x - 980) + Math.abs(y - 420) < 240 ? blue! : white!,
    ),
  ],
  [
    'a magnetic stripe and a ruled panel to sign on',
    drawSide((x, y) => {
      if (y > 82 && y < 262) return black!;
      if (x < 82 || x > 932 || y < 344 || y > 491) return grey!;
      return (y - 360) % 41 < 5 ? black! : white!;
    }),
  ],
];

it.each(backs)('reports a missing MRZ rather than blur for a card with %s on its back', async (_, draw) => {
  const front = await renderIdentityCardFront(card);
  const result = await checkDocument({
    documentType: 'NATIONAL_ID',
    front: await photograph(await drawView(front)),
    back: await photograph(await drawView(draw(front))),
    expected: { fullName: null, dateOfBirth: null },
    minimumAge: null,
    now,
    acceptsSpecimens: true,
  });
  expect(result).toEqual({ kind: 'retry', reasons: ['MRZ_NOT_FOUND'] });
});
