import {
  createSeededRandom,
  mrzLines,
  randomMrzIdentity,
  renderPassport,
  renderScene,
  type SceneOptions,
  type SeededRandom,
  utopianPassport,
} from '@vendor/specimens';
import { downscale, type RgbaImage, readMrz, toGray } from '@vendor/vision';
import { expect, it } from 'vitest';
import { createFrameAnalysis } from '../src/capture/analysis/analyse-frame.ts';
import { areaAround } from '../src/capture/area-around.ts';
import { detailArea } from '../src/capture/camera/frame-source.ts';
import type { FrameFindings } from '../src/session/ports.ts';
import { cutOut } from './cut-out.ts';

/** How many photographs are looked at; PICTURES asks for more. */
const count = Number(process.env.PICTURES ?? 24);

/** A picture takes itself in the second of its frames that hold, or later: after the first there is an outline to look into. */
const framesHeld = 3;

const sizes = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
] as const;

/** A photograph as people take them while they are guided: near enough or not, tilted, soft, dim, with a lamp in it. */
function anyPhotograph(random: SeededRandom): SceneOptions {
  const size = random.pick(sizes);
  const lamp = {
    xMm: random.between(-70, 70),
    yMm: random.between(-50, 50),
    radiusMm: random.between(4, 25),
    strength: random.between(0.2, 1.4),
  };
  return {
    size,
    seed: random.integer(1, 9),
    noiseSeed: random.integer(1, 1e9),
    table: random.pick(['oak', 'walnut', 'slate', 'linen'] as const),
    pose: {
      pxPerMm: random.between(860, 0.92 * size.height * (125 / 88)) / 125,
      tiltDeg: random.between(-12, 12),
      yawDeg: random.between(-12, 12),
      rollDeg: 3 * random.normal(),
      offset: { x: 0.02 * random.normal(), y: 0.01 * random.normal() },
    },
    blurPx: (random.between(0.3, 1.6) * size.width) / 1280,
    exposure: random.between(0.6, 1.2),
    noise: random.between(1, 7),
    glares: random.chance(0.4) ? [lamp] : [],
  };
}

/** What the page sends of a picture that takes itself, when the camera goes on to show it; null of any other. */
function chosenFrom(photograph: RgbaImage): RgbaImage | null {
  const analyse = createFrameAnalysis();
  const { width, height } = photograph;
  let seen: FrameFindings = { hint: 'looking', outline: null, isSure: false };
  for (let frame = 0; frame < framesHeld; frame++) {
    const { data, ...size } = downscale(photograph, { widthPx: 320, heightPx: 180 });
    const picture = { data: Uint8ClampedArray.from(data), ...size };
    const detail = seen.outline && cutOut(photograph, detailArea(seen.outline, width, height));
    seen = analyse({ picture, detail, fullWidthPx: width }, 'PASSPORT');
  }
  return seen.hint === 'hold-still' && seen.outline
    ? cutOut(photograph, areaAround(seen.outline, photograph))
    : null;
}

// Why a page does not read the lines itself to choose a picture: what it measures chooses those that can be read.
it('pictures that take themselves have lines that can be read', async () => {
  let chosen = 0;
  const lost: number[] = [];
  for (let seed = 1; seed <= count; seed++) {
    const random = createSeededRandom(seed);
    const identity = { ...randomMrzIdentity(random, 'TD3'), format: 'TD3' as const };
    const passport = utopianPassport(new Date(0), identity);
    const page = await renderPassport(passport, { widthPx: 1800 });
    const { picture } = await renderScene({ page, ...anyPhotograph(random) });
    const sent = chosenFrom(picture);
    if (!sent) continue;
    chosen++;
    if (String(readMrz(toGray(sent))?.lines) !== String(mrzLines(passport))) lost.push(seed);
  }
  process.stdout.write(
    `${chosen} of ${count} take themselves, the lines of ${chosen - lost.length} are read\n`,
  );
  expect(chosen).toBeGreaterThan(count / 6);
  expect(lost.length / chosen, `seeds ${lost}`).toBeLessThanOrEqual(0.02);
}, 3_600_000);
