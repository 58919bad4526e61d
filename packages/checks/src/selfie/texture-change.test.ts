import type { Point } from '@vendor/vision';
import { describe, expect, it } from 'vitest';
import { type MeshPatch, patchPx } from './face-patch.ts';
import { showsRepaintedFace } from './shows-repainted.ts';
import { textureChange } from './texture-change.ts';

/** Luma of a surface with features; both coordinates from 0 to 1. */
const surface = (u: number, v: number) =>
  120 + 50 * Math.sin(19 * u) * Math.cos(17 * v) + 30 * Math.cos(31 * u + 11 * v);

/**
 * Maps a position of the surface to the picture, and back; a turned surface is compressed on one side and stretched on the
 * other.
 */
interface Turn {
  readonly seen: (u: number) => number;
  readonly inverse: (x: number) => number;
}
const straight: Turn = { seen: (u) => u, inverse: (x) => x };
const turned: Turn = {
  seen: (u) => 0.05 + u * (0.7 + 0.25 * u),
  inverse: (x) => (Math.sqrt(Math.max(0, 0.44 + x)) - 0.7) / 0.5,
};
const edgeOn: Turn = { seen: (u) => 0.45 + 0.1 * u, inverse: (x) => (x - 0.45) / 0.1 };

interface Seen {
  readonly turn?: Turn;
  readonly light?: (u: number) => number;
  readonly texture?: (u: number, v: number) => number;
}

/** Creates a face whose mesh is off by a pixel. */
function patch({ turn = straight, light = () => 1, texture = surface }: Seen = {}): MeshPatch {
  const grey = Float32Array.from({ length: patchPx ** 2 }, (_, at) => {
    const u = turn.inverse((at % patchPx) / patchPx);
    return light(u) * texture(u, Math.floor(at / patchPx) / patchPx);
  });
  const mesh: Point[] = Array.from({ length: 468 }, (_, index) => {
    const [u, v] = [0.1 + (0.8 * (index % 22)) / 21, 0.1 + (0.8 * Math.floor(index / 22)) / 21];
    return { x: turn.seen(u) * patchPx + Math.sin(index), y: v * patchPx + Math.cos(7 * index) };
  });
  return { grey, landmarks: [], mesh };
}

describe('textureChange', () => {
  it('stays small for a picture that was re-rendered, at any light and contrast', () => {
    expect(textureChange(patch(), patch({ turn: turned }))).toBeLessThan(0.15);
    expect(textureChange(patch(), patch({ turn: turned, light: () => 0.6 }))).toBeLessThan(0.15);
  });

  it.each([
    ['its shading moved', { light: (u: number) => 0.6 + 0.8 * u }],
    ['other features are visible', { texture: (u: number, v: number) => surface(v + 0.3, u) }],
  ])('grows large if %s', (_, seen) => {
    expect(textureChange(patch(), patch({ turn: turned, ...seen }))).toBeGreaterThan(0.35);
  });

  it('returns null for a face without features, or seen only from the edge', () => {
    expect(textureChange(patch({ texture: () => 120 }), patch())).toBeNull();
    expect(textureChange(patch(), patch({ turn: edgeOn }))).toBeNull();
  });
});

describe('showsRepaintedFace', () => {
  const first = { pose: 'straight', patch: patch() } as const;
  const copy = patch({ turn: turned });
  const shaded = patch({ turn: turned, light: (u) => 0.6 + 0.8 * u });

  it('returns true if one of the turns is the first picture repainted', () => {
    expect(showsRepaintedFace([first, { pose: 'left', patch: shaded }, { pose: 'right', patch: copy }])).toBe(
      true,
    );
  });

  it('returns false if each turn changed, or no turn was requested', () => {
    expect(
      showsRepaintedFace([first, { pose: 'left', patch: shaded }, { pose: 'closer', patch: copy }]),
    ).toBe(false);
    expect(showsRepaintedFace([])).toBe(false);
  });
});
