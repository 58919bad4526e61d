import {
  createSeededRandom,
  type DocumentPage,
  type Glare,
  identityCardLooks,
  mrzLines,
  randomMrzIdentity,
  renderIdentityCardBack,
  renderPassport,
  renderScene,
  type SceneOptions,
  type SeededRandom,
  utopianCard,
  utopianPassport,
} from '@vendor/specimens';
import { CORNER_NET, downscale, type RgbaImage, readMrz, toGray } from '@vendor/vision';
import { expect, it } from 'vitest';
import { createFrameAnalysis } from '../src/capture/analysis/analyse-frame.ts';
import { areaAround } from '../src/capture/area-around.ts';
import { detailArea } from '../src/capture/camera/frame-source.ts';
import type { CameraSubject, FrameFindings } from '../src/session/ports.ts';
import { cutOut } from './cut-out.ts';

/** Number of photographs; set PICTURES for more. */
const count = Number(process.env.PICTURES ?? 24);

/**
 * Number of frames in which the camera shows the same photograph. The picture is taken automatically in the second good one or
 * later, because the first one provides the outline.
 */
const framesHeld = 3;

const sizes = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
] as const;

/** A printed document: its side with the machine-readable lines, and their text. */
interface Printed {
  readonly page: DocumentPage;
  readonly lines: readonly string[];
}

async function anyPassport(random: SeededRandom): Promise<Printed> {
  const identity = { ...randomMrzIdentity(random, 'TD3'), format: 'TD3' as const };
  const passport = utopianPassport(new Date(0), identity);
  return { page: await renderPassport(passport, { widthPx: 1800 }), lines: mrzLines(passport) };
}

async function anyCard(random: SeededRandom): Promise<Printed> {
  const identity = { ...randomMrzIdentity(random, 'TD1'), format: 'TD1' as const };
  const card = utopianCard(new Date(0), identity);
  const look = random.chance(0.3) ? identityCardLooks.dark : identityCardLooks.light;
  return { page: await renderIdentityCardBack(card, { widthPx: 1600, look }), lines: mrzLines(card) };
}

type Lamps = (random: SeededRandom, page: DocumentPage) => Glare[];

/** Reflections in two of five pictures, anywhere on the document or next to it. */
const someLamps: Lamps = (random, { widthMm, heightMm }) => {
  const lamp = {
    xMm: 0.56 * widthMm * random.between(-1, 1),
    yMm: 0.57 * heightMm * random.between(-1, 1),
    radiusMm: widthMm * random.between(0.032, 0.2),
    strength: random.between(0.2, 1.4),
  };
  return random.chance(0.4) ? [lamp] : [];
};

/** Reflections on the lines of a card in every picture; some are too weak to hide anything. */
const lampOnLines: Lamps = (random) => [
  {
    xMm: random.between(-42, 42),
    yMm: random.between(6, 26),
    radiusMm: random.between(2, 12),
    strength: random.between(0.4, 1.6),
  },
];

/**
 * Returns the options for drawing a photograph as taken by guided users: near enough or not, tilted, soft, dim, with a
 * reflection.
 *
 * @param minPx - minimum length of the document in the picture.
 */
function anyPhotograph(
  random: SeededRandom,
  page: DocumentPage,
  minPx: number,
  lampsOver: Lamps,
): SceneOptions {
  const { widthMm, heightMm } = page;
  const size = random.pick(sizes);
  return {
    size,
    seed: random.integer(1, 9),
    noiseSeed: random.integer(1, 1e9),
    table: random.pick(['oak', 'walnut', 'slate', 'linen'] as const),
    pose: {
      pxPerMm: random.between(minPx / widthMm, (0.92 * size.height) / heightMm),
      tiltDeg: random.between(-12, 12),
      yawDeg: random.between(-12, 12),
      rollDeg: 3 * random.normal(),
      offset: { x: 0.02 * random.normal(), y: 0.01 * random.normal() },
    },
    blurPx: (random.between(0.3, 1.6) * size.width) / 1280,
    exposure: random.between(0.6, 1.2),
    noise: random.between(1, 7),
    glares: lampsOver(random, page),
  };
}

/**
 * Returns the part of a photograph that the page sends if it takes the picture automatically while the camera keeps showing it;
 * otherwise null.
 */
function chosenFrom(photograph: RgbaImage, subject: CameraSubject): RgbaImage | null {
  const analyse = createFrameAnalysis(CORNER_NET);
  const { width, height } = photograph;
  let seen: FrameFindings = { hint: 'looking', outline: null, isSure: false };
  for (let frame = 0; frame < framesHeld; frame++) {
    const { data, ...size } = downscale(photograph, { widthPx: 320, heightPx: 180 });
    const picture = { data: Uint8ClampedArray.from(data), ...size };
    const detail = seen.outline && cutOut(photograph, detailArea(seen.outline, width, height));
    seen = analyse({ picture, detail, fullWidthPx: width }, subject);
  }
  return seen.hint === 'hold-still' && seen.outline
    ? cutOut(photograph, areaAround(seen.outline, photograph))
    : null;
}

/** Subject of the photographs, with the minimum share taken, and the maximum share of those that is lost: not read correctly. */
interface Trial {
  readonly name: string;
  readonly subject: CameraSubject;
  readonly anyDocument: (random: SeededRandom) => Promise<Printed>;
  readonly lampsOver: Lamps;
  /** Minimum length of the document in the photograph. */
  readonly leastPx: number;
  /** Minimum distance between neighbouring characters of its MRZ in the pictures taken. */
  readonly pitchPx: number;
  readonly leastTaken: number;
  readonly mostLost: number;
}

const card = { subject: 'BACK', anyDocument: anyCard, leastPx: 580, pitchPx: 17 } as const;
const passport = { subject: 'PASSPORT', anyDocument: anyPassport, leastPx: 860, pitchPx: 15 } as const;
const usual = { lampsOver: someLamps, leastTaken: 1 / 6, mostLost: 0.02 };

const trials: readonly Trial[] = [
  { name: 'passports', ...passport, ...usual },
  { name: 'backs of cards', ...card, ...usual },
  // A reflection may be too weak to be told from paper, yet bright enough to hide print.
  {
    name: 'backs of cards with a lamp on their lines',
    ...card,
    lampsOver: lampOnLines,
    leastTaken: 1 / 40,
    mostLost: 0.15,
  },
];

// Shows why a page need not read the lines to choose a picture: its measurements already choose readable ones. In a document of
// the required size, characters are 18 px apart on its near side, and less on the far side if it is tilted. A passport that fills
// the frame of a camera with 720 lines is taken with less.
it.each(trials)(
  'takes only pictures of $name with readable lines automatically',
  async ({ name, subject, anyDocument, lampsOver, leastPx, pitchPx, leastTaken, mostLost }) => {
    let chosen = 0;
    let leastPitchPx = Number.POSITIVE_INFINITY;
    const lost: number[] = [];
    for (let seed = 1; seed <= count; seed++) {
      const random = createSeededRandom(seed);
      const { page, lines } = await anyDocument(random);
      const { picture } = await renderScene({ page, ...anyPhotograph(random, page, leastPx, lampsOver) });
      const sent = chosenFrom(picture, subject);
      if (!sent) continue;
      chosen++;
      const reading = readMrz(toGray(sent));
      leastPitchPx = Math.min(leastPitchPx, reading?.pitchPx ?? leastPitchPx);
      if (String(reading?.lines) !== String(lines)) lost.push(seed);
    }
    process.stdout.write(
      `${name}: ${chosen} of ${count} are taken automatically, ` +
        `the lines of ${chosen - lost.length} are read, characters of ${leastPitchPx.toFixed(1)} px at least\n`,
    );
    expect(chosen).toBeGreaterThan(count * leastTaken);
    expect(lost.length / chosen, `seeds ${lost}`).toBeLessThanOrEqual(mostLost);
    expect(leastPitchPx).toBeGreaterThan(pitchPx);
  },
  3_600_000,
);
