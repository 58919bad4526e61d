import type { PosedFace } from './shows-copy.ts';
import { textureChange } from './texture-change.ts';

/**
 * Texture change below which a turned face may be the first picture repainted by software. Photographs turned by their mesh
 * changed by 0.08 to 0.18, drawn heads that turned by 0.24 and more. 7 % of small photographs of real people in even light
 * changed by less than this, so the outcome is never FAIL. See `docs/liveness.md`.
 */
export const MIN_CHANGE = 0.21;

/** Returns whether a turned face may be the first one, which looks straight, moved by software or bent like a print. */
export function showsRepaintedFace([first, ...others]: readonly PosedFace[]): boolean {
  return others.some(({ pose, patch }) => {
    if (!first || (pose !== 'left' && pose !== 'right')) return false;
    const change = textureChange(first.patch, patch);
    return change !== null && change < MIN_CHANGE;
  });
}
