import { likenessOfSides, projectPoint, unitSquareToQuad } from '@vendor/vision';
import { describe, expect, test, vi } from 'vitest';
import type { Analyser, AnalysisFrame, FrameFindings, FramePixels } from '../../session/ports.ts';
import type { Outline } from '../../session/view.ts';
import { measureSideLook } from './side-look.ts';
import { type SeenSides, watchSides } from './watch-sides.ts';

/** Brightness of a card's print at a position, 0 to 1 across and down. */
type Print = (u: number, v: number) => number;

const inside = (u: number, v: number, [left, top, right, bottom]: readonly number[]) =>
  u > left! && u < right! && v > top! && v < bottom!;
/** A portrait with lines of print beside it. */
const front: Print = (u, v) => {
  if (inside(u, v, [0.06, 0.24, 0.34, 0.84]))
    return Math.hypot((u - 0.2) / 0.1, (v - 0.5) / 0.22) < 1 ? 190 : 90;
  return u > 0.42 && u < 0.9 && v > 0.2 && (v * 9) % 1 < 0.4 ? 60 : 215;
};
/** Three machine-readable lines below a field. */
const back: Print = (u, v) => {
  if (inside(u, v, [0.06, 0.1, 0.4, 0.34])) return 120;
  return v > 0.52 && v < 0.95 && ((v - 0.52) * 7) % 1 < 0.55 && (u * 40) % 1 < 0.7 ? 40 : 220;
};

const [width, height] = [320, 180];
/** Viewed at an angle, on a table. */
const askew: Outline = [0.22, 0.2, 0.75, 0.14, 0.79, 0.83, 0.2, 0.8];
const straight: Outline = [0.25, 0.16, 0.76, 0.16, 0.76, 0.74, 0.25, 0.74];
/** Held upright in front of a phone, with an outline that starts at another corner. */
const upright: Outline = [0.66, 0.12, 0.65, 0.9, 0.38, 0.9, 0.37, 0.11];
const turnedBy = (corners: number, outline: Outline) =>
  [...outline.slice(corners * 2), ...outline.slice(0, corners * 2)] as unknown as Outline;

/** Draws a frame of a card, with a gradient of light and a grain of its own. */
function photograph(print: Print, outline: Outline, light: (x: number) => number = () => 1): FramePixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(70);
  const at = (corner: number) => ({ x: outline[corner * 2]! * width, y: outline[corner * 2 + 1]! * height });
  const map = unitSquareToQuad([at(0), at(1), at(2), at(3)])!;
  // Twice as many samples as pixels along each side.
  const [across, down] = [400, 260];
  for (let sample = 0; sample < across * down; sample++) {
    const [u, v] = [((sample % across) + 0.5) / across, (Math.floor(sample / across) + 0.5) / down];
    const { x, y } = projectPoint(map, { x: u, y: v });
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const byte = (row * width + column) * 4;
    const tone = print(u, v) * light(column / width) + (((column * 7 + row * 13) % 5) - 2);
    data[byte] = data[byte + 1] = data[byte + 2] = tone;
  }
  return { data, width, height };
}

const shaded = (x: number) => 1 - 0.6 * x;
const seenStraight = measureSideLook(photograph(front, straight), straight)!;

describe('the appearance of a side', () => {
  test.each([
    ['straight', straight, straight],
    ['askew', askew, askew],
    ['upside down', askew, turnedBy(2, askew)],
    ['upright', upright, upright],
    ['upright, with an outline that starts at a short side', upright, turnedBy(1, upright)],
  ])('matches the same side seen %s, in light and in partial shadow', (_, lies, outline) => {
    for (const light of [undefined, shaded]) {
      const look = measureSideLook(photograph(front, lies, light), outline);
      expect(likenessOfSides(seenStraight, look!)).toBeGreaterThan(0.75);
      const other = measureSideLook(photograph(back, lies, light), outline);
      expect(likenessOfSides(seenStraight, other!)).toBeLessThan(0.4);
    }
  });

  test('returns null if there is no print, or no card', () => {
    expect(
      measureSideLook({ data: new Uint8ClampedArray(width * height * 4), width, height }, straight),
    ).toBeNull();
    expect(measureSideLook(photograph(front, straight), [0.1, 0.1, 0.2, 0.2, 0.3, 0.3, 0.4, 0.4])).toBeNull();
  });
});

const shown = new Map([front, back].map((print) => [print, photograph(print, askew)]));

/** Simulates a camera whose pictures the test sets, across several visits. */
function createCamera() {
  const seen: SeenSides = {};
  let nowMs = 0;
  const inner = {
    analyse: vi.fn(async ({ picture }: AnalysisFrame): Promise<FrameFindings> => {
      // Transfers the pixels, as to a worker.
      structuredClone(picture.data.buffer, { transfer: [picture.data.buffer] });
      return { hint: steady ? 'hold-still' : 'closer', outline: askew, isSure: true };
    }),
    dispose: vi.fn(),
  };
  let steady = true;
  const visit = (side: 'front' | 'back') => {
    const analyser: Analyser = watchSides(inner, side, seen, () => nowMs);
    return {
      analyser,
      async see(print: Print, frames = 4) {
        const hints: string[] = [];
        for (let frame = 0; frame < frames; frame++) {
          nowMs += 100;
          const { data } = shown.get(print)!;
          const picture = { data: data.slice(), width, height };
          hints.push((await analyser.analyse({ picture, detail: null, fullWidthPx: 1920 }, 'CARD')).hint);
        }
        return hints;
      },
    };
  };
  return {
    visit,
    inner,
    pass: (ms: number) => {
      nowMs += ms;
    },
    move: (moves: boolean) => {
      steady = !moves;
    },
  };
}

describe('the check for the right side', () => {
  test('asks to turn the card over if the front is shown again, and accepts the back', async () => {
    const { visit } = createCamera();
    expect(await visit('front').see(front)).toEqual(Array(4).fill('hold-still'));
    const { see } = visit('back');
    // The decision needs two steady frames, because the first one is not compared.
    expect(await see(front)).toEqual(['hold-still', ...Array(3).fill('turn-over')]);
    expect(await see(back)).toEqual(Array(4).fill('hold-still'));
    expect(await see(front, 2)).toEqual(Array(2).fill('turn-over'));
  });

  test('accepts another capture of the front, and remembers the last one', async () => {
    const { visit } = createCamera();
    await visit('front').see(back);
    expect(await visit('front').see(front)).toEqual(Array(4).fill('hold-still'));
    expect(await visit('back').see(back)).toEqual(Array(4).fill('hold-still'));
    expect(await visit('back').see(front, 2)).toEqual(['hold-still', 'turn-over']);
  });

  test('accepts a card with similar sides after a while', async () => {
    const { visit, pass } = createCamera();
    await visit('front').see(front);
    const { see } = visit('back');
    expect(await see(front, 2)).toEqual(['hold-still', 'turn-over']);
    pass(11_000);
    expect(await see(front, 1)).toEqual(['turn-over']);
    pass(1_000);
    expect(await see(front, 2)).toEqual(['hold-still', 'hold-still']);
  });

  test('asks to turn the card over again if the front returns after another side', async () => {
    const { visit, pass } = createCamera();
    await visit('front').see(front);
    const { see } = visit('back');
    expect(await see(front, 2)).toEqual(['hold-still', 'turn-over']);
    expect(await see(back, 2)).toEqual(['hold-still', 'hold-still']);
    pass(12_000);
    expect(await see(front, 2)).toEqual(['turn-over', 'turn-over']);
  });

  test('keeps the hint if no front was seen, or another hint is more urgent', async () => {
    const { visit, move } = createCamera();
    expect(await visit('back').see(front)).toEqual(Array(4).fill('hold-still'));
    await visit('front').see(front);
    move(true);
    expect(await visit('back').see(front)).toEqual(Array(4).fill('closer'));
  });

  test('disposes of the wrapped analyser', () => {
    const { visit, inner } = createCamera();
    visit('back').analyser.dispose();
    expect(inner.dispose).toHaveBeenCalledTimes(1);
  });
});
