import {
  specimenDarkSkinned as darkSkinned,
  type HeadRequest,
  renderHead,
  specimenBearer,
  specimenSibling,
  specimenStranger,
} from '@vendor/specimens';
import { beforeAll, describe, expect, it } from 'vitest';
import { packFaceModel } from '../build/face-model.mjs';
import { createFaceNetwork, type FaceNetwork } from '../src/capture/faces/face-network.ts';
import { seeFace } from '../src/capture/faces/see-face.ts';
import { poseHintFor } from '../src/flow/pose-hint.ts';

const width = 320;
const height = 240;
let network: FaceNetwork;

beforeAll(async () => {
  const packed = await packFaceModel();
  network = createFaceNetwork(new Uint8Array(packed).buffer);
});

/** Analyses heads of the frame's height next to each other before a wall. */
async function analyse(...heads: HeadRequest[]) {
  return seeFace(network, await frameOf(heads));
}

async function frameOf(heads: readonly HeadRequest[], wall = 200) {
  const data = new Uint8ClampedArray(width * height * 4).fill(wall);
  for (const [index, head] of heads.entries()) {
    const sidePx = heads.length > 1 ? 150 : height;
    const drawn = await renderHead({ zoom: 0.8, ...head, widthPx: sidePx, heightPx: sidePx });
    const left = heads.length > 1 ? index * 165 : (width - sidePx) / 2;
    for (let y = 0; y < sidePx; y++)
      data.set(drawn.data.subarray(y * sidePx * 4, (y + 1) * sidePx * 4), (y * width + left) * 4);
  }
  return { data, width, height };
}

describe('the face detector of a selfie', () => {
  it.each([
    [-40, -0.8, -0.5],
    [-25, -0.46, -0.28],
    [-10, -0.19, -0.07],
    [0, -0.06, 0.06],
    [10, 0.07, 0.19],
    [25, 0.28, 0.46],
    [40, 0.5, 0.8],
  ])('measures a head turned by %d°', async (yawDeg, min, max) => {
    const { faces, face, isDark } = await analyse({ yawDeg });
    expect([faces, isDark]).toEqual([1, false]);
    expect(face?.turnLeft).toBeGreaterThan(min);
    expect(face?.turnLeft).toBeLessThan(max);
  });

  it('measures heads of other people like the first', async () => {
    for (const traits of [specimenStranger, specimenSibling]) {
      const left = (await analyse({ traits, yawDeg: 25 })).face!.turnLeft;
      const right = (await analyse({ traits, yawDeg: -25 })).face!.turnLeft;
      expect(left).toBeGreaterThan(0.25);
      expect(right).toBeLessThan(-0.25);
    }
  });

  it.each([
    ['the first', undefined, [-13, 11]],
    ['another', specimenStranger, [-13, 14]],
    ['a third', specimenSibling, [-14, 13]],
  ])('accepts no turned head as straight that the service refuses: %s', async (_, traits, refused) => {
    const first = (await analyse({ ...(traits && { traits }) })).face!;
    const hintAt = async (yawDeg: number) => {
      const sight = await analyse({ ...(traits && { traits }), yawDeg });
      return poseHintFor(sight, { pose: 'straight', first, before: sight.face, isHeld: true });
    };
    // Smallest turns of each head that the service refuses.
    for (const yawDeg of refused) expect(await hintAt(yawDeg), `${yawDeg}°`).toBe('pose');
    for (const yawDeg of [-5, 0, 5]) expect(await hintAt(yawDeg), `${yawDeg}°`).toBe('hold-still');
  });

  it.each([
    ['light skin, well lit', specimenBearer, 1, 1, false],
    ['light skin, well lit before a dark wall', specimenBearer, 1, 0.1, false],
    ['light skin, underexposed', specimenBearer, 0.3, 0.3, true],
    ['light skin, before a window', specimenBearer, 0.06, 1.2, true],
    ['dark skin, well lit', darkSkinned, 1, 1, false],
    ['dark skin, well lit before a dark wall', darkSkinned, 1, 0.1, false],
    ['dark skin, underexposed', darkSkinned, 0.3, 0.3, true],
    ['dark skin, before a window', darkSkinned, 0.1, 1.2, true],
  ] as const)('asks for more light as the service does: %s', async (_, traits, head, wall, isDark) => {
    const frame = await frameOf([{ traits, background: [255, 255, 255] }], 255);
    const data = frame.data.map((value, at) => {
      // Nothing of a head is lighter than 228; the white background is.
      const pixel = frame.data.subarray(at - (at % 4), at - (at % 4) + 3);
      return at % 4 === 3 ? value : Math.min(...pixel) > 228 ? 200 * wall : value * head;
    });
    const sight = seeFace(network, { ...frame, data });
    expect([sight.faces, sight.isDark]).toEqual([1, isDark]);
  });

  it('detects that a face came closer, and its position', { tags: ['S1-10'] }, async () => {
    const [far, near] = [(await analyse({})).face!, (await analyse({ zoom: 1.05 })).face!];
    expect(near.size / far.size).toBeGreaterThan(1.2);
    expect(Math.abs(far.x - 0.5)).toBeLessThan(0.05);
  });

  it('counts faces, and finds none on an empty wall', async () => {
    expect((await analyse({}, { traits: specimenStranger })).faces).toBe(2);
    expect(await analyse()).toMatchObject({ faces: 0, face: null });
    const night = new Uint8ClampedArray(width * height * 4).fill(20);
    expect(seeFace(network, { data: night, width, height }).isDark).toBe(true);
  });
});
