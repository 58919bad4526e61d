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

/** How many photographs are looked at; PICTURES asks for more. */
const count = Number(process.env.PICTURES ?? 24);

/** A picture takes itself in the second of its frames that hold, or later: after the first there is an outline to look into. */
const framesHeld = 3;

const sizes = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
] as const;

/** Somebody's document: the side with its machine readable lines, and what these say. */
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

/** In two pictures of five, anywhere on the document or beside it. */
const someLamps: Lamps = (random, { widthMm, heightMm }) => {
  const lamp = {
    xMm: 0.56 * widthMm * random.between(-1, 1),
    yMm: 0.57 * heightMm * random.between(-1, 1),
    radiusMm: widthMm * random.between(0.032, 0.2),
    strength: random.between(0.2, 1.4),
  };
  return random.chance(0.4) ? [lamp] : [];
};

/** On the lines of a card, in every picture; some are too weak to hide anything. */
const lampOnLines: Lamps = (random) => [
  {
    xMm: random.between(-42, 42),
    yMm: random.between(6, 26),
    radiusMm: random.between(2, 12),
    strength: random.between(0.4, 1.6),
  },
];

/**
 * A photograph as people take them while they are guided: near enough or not, tilted, soft, dim, with a lamp in it.
 *
 * @param leastPx - how long the document is in the picture, at least.
 */
function anyPhotograph(
  random: SeededRandom,
  page: DocumentPage,
  leastPx: number,
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
      pxPerMm: random.between(leastPx / widthMm, (0.92 * size.height) / heightMm),
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
 * Answers the part that the page sends of a picture that takes itself, while the camera keeps showing it; null for any other.
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

/** Subject of the photographs, with how many have to be taken and how many of those may be lost. */
interface Trial {
  readonly name: string;
  readonly subject: CameraSubject;
  readonly anyDocument: (random: SeededRandom) => Promise<Printed>;
  readonly lampsOver: Lamps;
  /** How long it is in the picture, at least. */
  readonly leastPx: number;
  /** How far its characters are apart, at least, where it is taken. */
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
  // A lamp may be too weak to be told from paper, and bright enough to hide print.
  {
    name: 'backs of cards with a lamp on their lines',
    ...card,
    lampsOver: lampOnLines,
    leastTaken: 1 / 40,
    mostLost: 0.15,
  },
];

// Why a page does not read the lines itself to choose a picture: what it measures chooses those that can be read. Characters of
// 18 px are wanted where a document is nearest, and of a page as many as a camera of 720 lines shows; tilted they are smaller.
it.each(trials)(
  'pictures of $name that take themselves have lines that can be read',
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
      `${name}: ${chosen} of ${count} take themselves, the lines of ${chosen - lost.length} are read, ` +
        `characters of ${leastPitchPx.toFixed(1)} px at least\n`,
    );
    expect(chosen).toBeGreaterThan(count * leastTaken);
    expect(lost.length / chosen, `seeds ${lost}`).toBeLessThanOrEqual(mostLost);
    expect(leastPitchPx).toBeGreaterThan(pitchPx);
  },
  3_600_000,
);
