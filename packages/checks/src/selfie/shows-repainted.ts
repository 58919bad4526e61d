import type { PosedFace } from './shows-copy.ts';
import { textureChange } from './texture-change.ts';

/**
 * A turned face whose surface changed less than this may be the first picture, painted anew. Photographs that were turned by their
 * mesh changed by 0.08 to 0.18, drawn heads that turned by 0.24 and more, 7 % of small photographs of real people in even light by
 * less than this: so it refuses nobody. See `docs/liveness.md`.
 */
export const LEAST_CHANGE = 0.21;

/** Whether one of the turned faces may be the first one, which looks straight, moved by software or bent as a print is. */
export function showsRepaintedFace([first, ...others]: readonly PosedFace[]): boolean {
  return others.some(({ pose, patch }) => {
    if (!first || (pose !== 'left' && pose !== 'right')) return false;
    const change = textureChange(first.patch, patch);
    return change !== null && change < LEAST_CHANGE;
  });
}
