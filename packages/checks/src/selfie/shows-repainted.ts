import type { PosedFace } from './shows-copy.ts';
import { textureChange } from './texture-change.ts';

/**
 * Texture change below which a turned face may be the first picture repainted by software. The change was 0.08 to 0.18 in
 * photographs turned by their mesh (0.36 in one that another measure refuses), and 0.24 to 0.35 in drawn heads that really
 * turned. In 7 % of small photographs of real people in even light it was less than this, so the outcome is never FAIL. See
 * `docs/liveness.md`.
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
