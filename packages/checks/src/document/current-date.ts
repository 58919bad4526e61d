/** Time by which the last time zone, that of ships in UTC−12, is behind UTC. */
const LAST_ZONE_MS = 12 * 60 * 60 * 1000;

/**
 * Returns the earliest date that is still current anywhere on earth, `YYYY-MM-DD`. Documents and cards expire by it, because
 * they are valid through their last day wherever their holder is.
 *
 * @param now - in milliseconds since 1970.
 */
export function dateInLastZone(now: number): string {
  return new Date(now - LAST_ZONE_MS).toISOString().slice(0, 10);
}
