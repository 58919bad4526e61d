import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canBeJudged,
  type FaceSight,
  type PoseAsked,
  type PoseHint,
  poseHintFor,
  type SeenFace,
} from './pose-hint.ts';

const ahead: SeenFace = { turnLeft: 0.02, size: 0.4, x: 0.5, y: 0.52 };
const sightOf = (face: Partial<SeenFace> = {}, sight: Partial<FaceSight> = {}): FaceSight => ({
  faces: 1,
  face: { ...ahead, ...face },
  isDark: false,
  ...sight,
});
const asked = (pose: PoseAsked['pose'], members: Partial<PoseAsked> = {}): PoseAsked => ({
  pose,
  first: pose === 'straight' ? null : ahead,
  before: null,
  isHeld: false,
  ...members,
});

describe('a pose', () => {
  test.each<[PoseAsked['pose'], Partial<SeenFace>, PoseHint]>([
    ['straight', {}, 'hold-still'],
    ['straight', { turnLeft: -0.3 }, 'pose'],
    ['straight', { size: 0.2 }, 'too-far'],
    ['straight', { size: 0.7 }, 'too-near'],
    ['straight', { x: 0.2 }, 'no-face'],
    ['left', {}, 'pose'],
    ['left', { turnLeft: 0.2 }, 'turn-further'],
    ['left', { turnLeft: 0.4 }, 'hold-still'],
    ['left', { turnLeft: 0.9 }, 'turn-back'],
    ['left', { turnLeft: -0.4 }, 'pose'],
    ['right', { turnLeft: -0.2 }, 'turn-further'],
    ['right', { turnLeft: -0.4 }, 'hold-still'],
    ['right', { turnLeft: -0.9 }, 'turn-back'],
    ['right', { turnLeft: 0.4 }, 'pose'],
    ['closer', {}, 'pose'],
    ['closer', { size: 0.55 }, 'hold-still'],
    ['closer', { size: 0.55, turnLeft: 0.3 }, 'pose'],
  ])('judges the pose %s of a face %j as %s', (pose, face, hint) => {
    expect(poseHintFor(sightOf(face), asked(pose))).toBe(hint);
  });

  test('measures a face relative to the one that looked straight', () => {
    const first = { ...ahead, turnLeft: 0.15, size: 0.5 };
    const hintOf = (pose: PoseAsked['pose'], face: Partial<SeenFace>) =>
      poseHintFor(sightOf(face), asked(pose, { first }));
    expect(hintOf('left', { turnLeft: 0.3 })).toBe('turn-further');
    expect(hintOf('right', { turnLeft: -0.14 })).toBe('hold-still');
    expect(hintOf('closer', { size: 0.55 })).toBe('pose');
  });

  test('requires more precision for straight again than for straight at first', () => {
    const hintOf = (turnLeft: number, members: Partial<PoseAsked>) =>
      poseHintFor(sightOf({ turnLeft }), asked('straight', members));
    expect(hintOf(0.14, {})).toBe('hold-still');
    const first = { ...ahead, turnLeft: 0 };
    expect(hintOf(0.08, { first })).toBe('hold-still');
    expect(hintOf(0.09, { first })).toBe('pose');
    expect(hintOf(-0.1, { first, isHeld: true })).toBe('hold-still');
    expect(hintOf(-0.107, { first, isHeld: true })).toBe('pose');
  });

  test('judges no closer pose without a first face to compare with', () => {
    const closer = asked('closer', { first: null });
    expect(canBeJudged(closer)).toBe(false);
    expect(poseHintFor(sightOf({ size: 0.55 }), closer)).toBe('pose');
    expect((['straight', 'left', 'right'] as const).map((pose) => canBeJudged({ ...closer, pose }))).toEqual(
      Array(3).fill(true),
    );
    expect(canBeJudged(asked('closer'))).toBe(true);
  });

  test('tolerates small movements of a held pose, but accepts none while the face moves', () => {
    const hintOf = (turnLeft: number, members: Partial<PoseAsked>) =>
      poseHintFor(sightOf({ turnLeft }), asked('left', members));
    expect(hintOf(0.26, { isHeld: false })).toBe('turn-further');
    expect(hintOf(0.26, { isHeld: true })).toBe('hold-still');
    expect(hintOf(0.4, { before: { ...ahead, turnLeft: 0.25 } })).toBe('pose');
    expect(hintOf(0.4, { before: { ...ahead, turnLeft: 0.38 } })).toBe('hold-still');
  });
});

test.each<[Partial<FaceSight>, PoseHint]>([
  [{ isDark: true, faces: 2 }, 'too-dark'],
  [{ faces: 2 }, 'several-faces'],
  [{ faces: 0, face: null }, 'no-face'],
])('reports obstacles to seeing a face before its pose: %j', (sight, hint) => {
  expect(poseHintFor(sightOf({}, sight), asked('straight'))).toBe(hint);
});

describe('any face', () => {
  const share = { min: 0, max: 1, noNaN: true };
  const faces = fc.record({
    turnLeft: fc.double({ min: -2, max: 2, noNaN: true }),
    size: fc.double({ min: 0.02, max: 1, noNaN: true }),
    x: fc.double(share),
    y: fc.double(share),
  });
  const poses = fc.constantFrom('straight', 'left', 'right', 'closer');

  test('accepts at most one of straight, left and right for the same face', () => {
    fc.assert(
      fc.property(faces, fc.boolean(), (face, isHeld) => {
        const held = (['straight', 'left', 'right', 'closer'] as const).filter(
          (pose) => poseHintFor(sightOf(face), asked(pose, { first: ahead, isHeld })) === 'hold-still',
        );
        // A face that came closer may look straight.
        expect(held.filter((pose) => pose !== 'closer').length).toBeLessThan(2);
      }),
    );
  });

  test('mirrors left and right', () => {
    fc.assert(
      fc.property(faces, (face) => {
        const first = { ...ahead, turnLeft: 0 };
        const mirrored = { ...face, turnLeft: -face.turnLeft, x: 1 - face.x };
        expect(poseHintFor(sightOf(mirrored), asked('right', { first }))).toBe(
          poseHintFor(sightOf(face), asked('left', { first })),
        );
      }),
    );
  });

  test('keeps an accepted pose when held, and accepts none for two faces or in darkness', () => {
    fc.assert(
      fc.property(faces, poses, (face, pose) => {
        const ask = asked(pose);
        if (poseHintFor(sightOf(face), ask) !== 'hold-still') return;
        expect(poseHintFor(sightOf(face), { ...ask, isHeld: true, before: face })).toBe('hold-still');
        expect(poseHintFor(sightOf(face, { faces: 2 }), ask)).toBe('several-faces');
        expect(poseHintFor(sightOf(face, { isDark: true }), ask)).toBe('too-dark');
      }),
    );
  });
});
