/** Kinds of lists that checks use: lists of people, and lists of networks of IP addresses. */
export type ListKind = 'people' | 'networks';

/**
 * Age in days after which a list counts as old. Sanctions change within days, owners of networks more slowly. `docs/alerts.yml`
 * has the same limits.
 */
export const oldAfterDays: Readonly<Record<ListKind, number>> = { people: 7, networks: 60 };

/** Age in days after which the publication of a list of people counts as old, however recently it was imported. */
const publishedForDays = 90;

const dayMs = 24 * 60 * 60_000;

/**
 * Computes the age of a list. `doctor` and the Admin Panel both use it.
 *
 * @param at - when the list was imported, or made by its publisher, in ms since 1970.
 * @param publishedAt - when an imported list was published; missing: not stated. More than 90 days ago, the age counts from it.
 */
export function ageOfList(
  kind: ListKind,
  at: number,
  now: number,
  publishedAt?: number | null,
): { days: number; isOld: boolean } {
  const published = Math.max(0, now - (publishedAt ?? now));
  if (published > publishedForDays * dayMs) return { days: Math.floor(published / dayMs), isOld: true };
  const age = Math.max(0, now - at);
  return { days: Math.floor(age / dayMs), isOld: age > oldAfterDays[kind] * dayMs };
}
