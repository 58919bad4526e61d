import { KOSOVO } from '@vendor/contract';

/** How far a time zone is east of UTC at that time, in minutes; null: there is no such zone. */
export function findUtcOffset(timeZone: string, atMs: number): number | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    const name = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    // "GMT" alone is UTC; historic offsets have seconds.
    const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? [];
    return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  } catch {
    return null;
  }
}

/**
 * Whether some place of a country has the time of the zone at that moment. The time counts and not the name: who lives near a
 * border, or set up the device elsewhere, has the name of a neighbour's.
 *
 * @param country - ISO 3166-1 alpha-2.
 * @returns null where the zone or those of the country (CLDR) are not known.
 */
export function matchesCountryTime(country: string, timeZone: string, atMs: number): boolean | null {
  const offset = findUtcOffset(timeZone, atMs);
  const zones = zonesOf(country);
  if (offset === null || zones.length === 0) return null;
  return zones.some((zone) => findUtcOffset(zone, atMs) === offset);
}

/** ECMA-402 has it as a member in Node 20, and as a method in later ones. */
type LocaleWithZones = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] | undefined };

/** Countries whose zone is that of a neighbour by the table of IANA, of which engines know none. */
const zonesOfNeighbours: ReadonlyMap<string, readonly string[]> = new Map([[KOSOVO, ['Europe/Belgrade']]]);

function zonesOf(country: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(country)) return [];
  const borrowed = zonesOfNeighbours.get(country);
  if (borrowed) return borrowed;
  const locale: LocaleWithZones = new Intl.Locale(`und-${country}`);
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
