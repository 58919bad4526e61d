import { KOSOVO } from '@vendor/contract';

/** Returns the offset of a time zone from UTC at a time, in minutes east; null for an unknown zone. */
export function findUtcOffset(timeZone: string, atMs: number): number | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    const name = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    // "GMT" without an offset is UTC; historic offsets have seconds.
    const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? [];
    return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  } catch {
    return null;
  }
}

/**
 * Returns whether some place in a country has the time of the zone at that moment. Compares times rather than names: near a
 * border, or if the device was set up elsewhere, the zone may be a neighbour's.
 *
 * @param country - ISO 3166-1 alpha-2.
 * @returns null if the zone, or those of the country (CLDR), are unknown.
 */
export function matchesCountryTime(country: string, timeZone: string, atMs: number): boolean | null {
  const offset = findUtcOffset(timeZone, atMs);
  const zones = zonesOf(country);
  if (offset === null || zones.length === 0) return null;
  return zones.some((zone) => findUtcOffset(zone, atMs) === offset);
}

/** ECMA-402 has zones as a property in Node 20, and as a method in later versions. */
type LocaleWithZones = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] | undefined };

/** Countries that share a neighbour's zone in the IANA table, for which engines return no zones. */
const zonesOfNeighbours: ReadonlyMap<string, readonly string[]> = new Map([[KOSOVO, ['Europe/Belgrade']]]);

function zonesOf(country: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(country)) return [];
  const borrowed = zonesOfNeighbours.get(country);
  if (borrowed) return borrowed;
  const locale: LocaleWithZones = new Intl.Locale(`und-${country}`);
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
