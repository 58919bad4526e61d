import type { Walk } from './walk.ts';

/** Returns the number of interactive nodes that may follow the current node, which may be invisible to the user. */
export function countFollowing({ at, coming }: Pick<Walk, 'at' | 'coming'>): number {
  return coming.length - (coming[0] === at ? 1 : 0);
}
