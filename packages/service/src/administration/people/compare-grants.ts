import type { Grant } from './person.ts';

/** Finds a right in which two grants differ; null: they give the same rights. The order of modes does not count. */
export function findDifference(one: Grant, other: Grant): keyof Grant | null {
  if (one.role !== other.role) return 'role';
  if ([...one.modes].sort().join() !== [...other.modes].sort().join()) return 'modes';
  return one.pictures === other.pictures ? null : 'pictures';
}

/** Returns whether a member may invite somebody with certain rights: only owners may, to data that they see themselves. */
export function mayGrant(granter: Grant, { modes, pictures }: Grant): boolean {
  if (granter.role !== 'owner' || (pictures && !granter.pictures)) return false;
  return modes.every((mode) => granter.modes.includes(mode));
}
