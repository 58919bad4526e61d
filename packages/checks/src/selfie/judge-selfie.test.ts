import type { SelfiePose } from '@vendor/contract';
import type { Point } from '@vendor/vision';
import { describe, expect, it } from 'vitest';
import type { Face } from './face.ts';
import { judgeMatch } from './judge-match.ts';
import { judgeLiveness } from './judge-selfie.ts';
import { measureLikeness } from './likeness.ts';
import { measureDepth } from './measure-depth.ts';
import type { FrameView } from './measure-frame.ts';

/** Descriptor of a person; people differ by the angle between their vectors. */
const descriptorOf = (person: number) => [Math.cos(person / 20), Math.sin(person / 20)];

/** 468 points on the front of a head with a nose, in units of its width; landmarks are where they are on a face. */
const head: readonly (readonly [x: number, y: number, z: number])[] = Array.from(
  { length: 468 },
  (_, index) => {
    const landmark = { 33: [-0.3, 0.15], 263: [0.3, 0.15], 168: [0, 0.15], 152: [0, -0.6], 10: [0, 0.6] }[
      index
    ];
    const [x, y] = landmark ?? [0.45 * Math.sin(index * 2.4), 0.6 * Math.cos(index * 1.7)];
    const nose = 0.25 * Math.exp(-(x! * x! + y! * y!) / 0.02);
    return [x!, y!, 0.4 * Math.sqrt(Math.max(0, 1 - x! * x! * 3 - y! * y! * 2)) + nose] as const;
  },
);

interface Seen {
  readonly yawDeg?: number;
  readonly sizePx?: number;
  readonly person?: number;
  /** Whether a picture of the head is rotated instead of the head. */
  readonly flat?: boolean;
}

/** Angle measured on the mesh for a true angle. */
const meshAngle = (degrees: number) => (0.75 * degrees * Math.PI) / 180;

function face({ yawDeg = 0, sizePx = 240, person = 0, flat = false }: Seen = {}): Face {
  const [cos, sin] = [Math.cos((yawDeg * Math.PI) / 180), Math.sin((yawDeg * Math.PI) / 180)];
  const mesh: Point[] = head.map(([x, y, z]) => {
    const depth = flat ? 0 : z;
    const away = 1 - (depth * cos - x * sin) / 6;
    return { x: 300 + (sizePx * (x * cos + depth * sin)) / away, y: 300 - (sizePx * y) / away };
  });
  return {
    box: { left: 300 - sizePx / 2, top: 300 - sizePx / 2, sidePx: sizePx },
    score: 1,
    yawLeft: meshAngle(yawDeg),
    mesh,
    descriptor: descriptorOf(person),
  };
}

const seen: Readonly<Record<SelfiePose, Seen>> = {
  straight: {},
  left: { yawDeg: 25 },
  right: { yawDeg: -25 },
  closer: { sizePx: 320 },
};

const view = (pose: SelfiePose, index: number, changes: Partial<FrameView> = {}): FrameView => ({
  pose,
  receivedAt: 1_000 + 2_000 * index,
  shorterSidePx: 480,
  faces: [face(seen[pose])],
  faceLight: { mean: 120, contrast: 90, highlights: 210 },
  exposure: { mean: 150, contrast: 90 },
  blurShare: 0.005,
  patch: null,
  ...changes,
});

const requestedPoses = ['straight', 'left', 'closer', 'right'] as const;
const honest = requestedPoses.map((pose, index) => view(pose, index));

/** Returns the honest views with one of them changed. */
const withView = (index: number, changes: Partial<FrameView>) =>
  honest.map((one, at) => (at === index ? { ...one, ...changes } : one));

describe('judgeLiveness', () => {
  it('reports liveness as unproven if one person moved as asked', { tags: ['DRUN-112'] }, () => {
    expect(judgeLiveness(honest)).toEqual({
      kind: 'judged',
      face: honest[0]!.faces[0],
      findings: [{ member: 'livenessCheckResult', code: 'LIVENESS_UNPROVEN', outcome: 'REVIEW' }],
    });
  });

  it.each([
    ['FACE_NOT_FOUND', { faces: [] }],
    ['IMAGE_TOO_DARK', { faces: [], faceLight: null, exposure: { mean: 20, contrast: 10 } }],
    ['IMAGE_TOO_BRIGHT', { faces: [], faceLight: null, exposure: { mean: 250, contrast: 10 } }],
    ['IMAGE_TOO_BRIGHT', { faceLight: { mean: 250, contrast: 10, highlights: 255 } }],
    ['IMAGE_BLURRED', { blurShare: 0.03 }],
    ['FACES_MANY', { faces: [face(), face({ person: 13, sizePx: 200 })] }],
    ['FACE_TOO_SMALL', { faces: [face({ sizePx: 90 })] }],
    ['FACE_TOO_SMALL', { faces: [face({ sizePx: 150 })], shorterSidePx: 900 }],
  ] as const)('asks for a retry: %s', (reason, changes) => {
    expect(judgeLiveness(withView(2, changes as Partial<FrameView>))).toEqual({
      kind: 'retry',
      reasons: [reason],
    });
  });

  // Measured on drawn heads: skin is sRGB 226, 178, 150 (light), 60, 40, 30 (dark) or 41, 36, 32 (darkest of the Monk scale).
  it.each([
    ['light skin in ordinary light', { mean: 127, contrast: 88, highlights: 217 }, false],
    ['light skin in ordinary light before a dark wall', { mean: 127, contrast: 87, highlights: 176 }, false],
    ['light skin at an eighth of the light', { mean: 44, contrast: 36, highlights: 87 }, true],
    ['light skin before a window, with detail', { mean: 44, contrast: 37, highlights: 255 }, false],
    ['light skin before a window, without detail', { mean: 7, contrast: 9, highlights: 255 }, true],
    ['dark skin in ordinary light', { mean: 33, contrast: 20, highlights: 216 }, false],
    ['dark skin in ordinary light before a dark wall', { mean: 32, contrast: 19, highlights: 145 }, false],
    ['dark skin at half the light', { mean: 21, contrast: 16, highlights: 160 }, false],
    ['dark skin at an eighth of the light', { mean: 7, contrast: 6, highlights: 87 }, true],
    ['dark skin before a window, without detail', { mean: 7, contrast: 7, highlights: 255 }, true],
    ['the darkest skin in ordinary light', { mean: 27, contrast: 17, highlights: 216 }, false],
    ['the darkest skin at an eighth of the light', { mean: 6, contrast: 5, highlights: 87 }, true],
  ])(
    'judges the light on a face by its detail and by the lightest of the picture: %s',
    (_, faceLight, isDark) => {
      expect(judgeLiveness(withView(2, { faceLight }))).toMatchObject(
        isDark ? { kind: 'retry', reasons: ['IMAGE_TOO_DARK'] } : { kind: 'judged' },
      );
    },
  );

  it.each([
    ['turned too little', 1, { yawDeg: 8 }],
    ['turned to the other side', 1, { yawDeg: -25 }],
    ['turned away', 1, { yawDeg: 70 }],
    ['not closer', 2, { sizePx: 250 }],
    ['closer but turned', 2, { sizePx: 320, yawDeg: 20 }],
  ])('asks for a retry if a head is %s', (_, index, pose) => {
    expect(judgeLiveness(withView(index, { faces: [face(pose)] }))).toEqual({
      kind: 'retry',
      reasons: ['FACE_TURNED_WRONG'],
    });
  });

  it('asks for a retry if the first frame is not straight', () => {
    const turned = requestedPoses.map((pose, index) =>
      view(pose, index, { faces: [face({ ...seen[pose], yawDeg: (seen[pose].yawDeg ?? 0) + 28 })] }),
    );
    expect(judgeLiveness(turned)).toEqual({ kind: 'retry', reasons: ['FACE_TURNED_WRONG'] });
  });

  it('asks for a retry if nothing in the face moves', () => {
    const still = requestedPoses.map((pose, index) =>
      view(pose, index, { faces: [face({ sizePx: 200 + 30 * index })] }),
    );
    expect(judgeLiveness(still)).toEqual({ kind: 'retry', reasons: ['SELFIE_STILL'] });
  });

  it('asks for a retry if a flat picture is rotated, at any measured angle', () => {
    const picture = { ...face({ yawDeg: 50, flat: true }), yawLeft: meshAngle(25) };
    expect(judgeLiveness(withView(1, { faces: [picture] }))).toEqual({
      kind: 'retry',
      reasons: ['SELFIE_STILL'],
    });
  });

  it('asks for a retry if frames follow faster than a person moves', { tags: ['S1-10'] }, () => {
    const fast = honest.map((one, index) => ({ ...one, receivedAt: 1_000 + 450 * index }));
    expect(judgeLiveness(fast)).toEqual({ kind: 'retry', reasons: ['SELFIE_TOO_FAST'] });
    // Only the first frame took time; the others followed immediately.
    const burst = honest.map((one, index) => ({ ...one, receivedAt: index === 0 ? 1_000 : 3_100 + index }));
    expect(judgeLiveness(burst)).toEqual({ kind: 'retry', reasons: ['SELFIE_TOO_FAST'] });
    const slow = honest.map((one, index) => ({ ...one, receivedAt: 1_000 + 60_000 * index }));
    expect(judgeLiveness(slow).kind).toBe('judged');
  });

  it('fails if a frame shows another person', () => {
    const stranger = face({ ...seen.right, person: 12 });
    expect(measureLikeness(stranger.descriptor, face().descriptor)).toBeLessThan(0.53);
    expect(judgeLiveness(withView(3, { faces: [stranger] }))).toMatchObject({
      findings: [{ member: 'livenessCheckResult', code: 'FACES_DIFFER', outcome: 'FAIL' }],
    });
  });

  it('sends low likeness in a frame that is turned far to REVIEW', () => {
    const turnedFar = face({ yawDeg: -40, person: 12 });
    expect(judgeLiveness(withView(3, { faces: [turnedFar] }))).toMatchObject({
      findings: [
        { code: 'FACES_MAY_DIFFER', outcome: 'REVIEW' },
        { code: 'LIVENESS_UNPROVEN', outcome: 'REVIEW' },
      ],
    });
  });

  it('sends a frame that may show another person to REVIEW', () => {
    const other = face({ ...seen.right, person: 9 });
    const likeness = measureLikeness(other.descriptor, face().descriptor);
    expect(likeness).toBeGreaterThan(0.53);
    expect(likeness).toBeLessThan(0.6);
    expect(judgeLiveness(withView(3, { faces: [other] }))).toMatchObject({
      findings: [
        { code: 'FACES_MAY_DIFFER', outcome: 'REVIEW' },
        { code: 'LIVENESS_UNPROVEN', outcome: 'REVIEW' },
      ],
    });
  });
});

describe('judgeMatch', () => {
  const against = (person: number) => judgeMatch(face(), { kind: 'found', face: face({ person }) });

  it('passes, reviews or fails the face match by likeness', () => {
    expect(against(4)).toEqual([]);
    expect(against(8)).toMatchObject([{ code: 'FACE_MAY_DIFFER', outcome: 'REVIEW' }]);
    expect(against(14)).toMatchObject([{ code: 'FACE_DIFFERS', outcome: 'FAIL' }]);
  });

  it('returns NOT_PERFORMED if the reference is missing or unusable', () => {
    expect(judgeMatch(face(), { kind: 'missing' })).toMatchObject([
      { member: 'faceMatchingResult', code: 'REFERENCE_MISSING', outcome: 'NOT_PERFORMED' },
    ]);
    expect(judgeMatch(face(), { kind: 'unusable' })).toMatchObject([
      { code: 'REFERENCE_UNUSABLE', outcome: 'NOT_PERFORMED' },
    ]);
  });
});

describe('measureDepth', () => {
  it('finds no depth in a picture that is rotated, moved or brought closer', () => {
    const picture = face({ flat: true }).mesh;
    for (const seenAs of [{ yawDeg: 40 }, { yawDeg: -20, sizePx: 400 }, { sizePx: 100 }]) {
      expect(measureDepth(picture, face({ ...seenAs, flat: true }).mesh)).toBeLessThan(0.001);
    }
  });

  it('increases with the turn of a head', () => {
    const by = (yawDeg: number) => measureDepth(face().mesh, face({ yawDeg }).mesh);
    expect(by(20)).toBeGreaterThan(by(10));
    expect(by(10)).toBeGreaterThan(0.01);
  });

  it('returns infinity for too few or collinear points', () => {
    const line = Array.from({ length: 9 }, (_, x) => ({ x, y: 2 * x }));
    expect(measureDepth(line, line)).toBe(Number.POSITIVE_INFINITY);
    expect(measureDepth(line.slice(0, 3), line.slice(0, 3))).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('measureLikeness', () => {
  it('returns 1 for a face with itself, and 0 for descriptors that cannot be compared', () => {
    expect(measureLikeness(descriptorOf(0), descriptorOf(0))).toBe(1);
    expect(measureLikeness([], [])).toBe(0);
    expect(measureLikeness([1, 2], [1])).toBe(0);
  });
});
