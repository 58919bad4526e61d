/** Kinds of lists that checks look into: of people, and of the networks of addresses. */
export type ListKind = 'people' | 'networks';

/**
 * Days after which a list is old. Sanctions change within days; networks change hands more slowly. `docs/alerts.yml` has the same
 * limits.
 */
export const oldAfterDays: Readonly<Record<ListKind, number>> = { people: 7, networks: 60 };

const dayMs = 24 * 60 * 60_000;

/**
 * Age of a list: the one measure of doctor and Admin Panel.
 *
 * @param at - when it was imported, or made by its publisher, in ms since 1970.
 */
export function ageOfList(kind: ListKind, at: number, now: number): { days: number; isOld: boolean } {
  const age = Math.max(0, now - at);
  return { days: Math.floor(age / dayMs), isOld: age > oldAfterDays[kind] * dayMs };
}
