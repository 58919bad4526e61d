import { readFileSync } from 'node:fs';

/** Half of the descriptors stays for files, the database and outgoing connections. */
const share = 0.5;

/**
 * Returns the most connections for this process by its limit of open files. Further ones are closed at once, so that files are
 * left to answer the accepted ones. Undefined if the limit is not known.
 */
export function mostConnections(file = '/proc/self/limits'): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync(file, 'latin1')) ?? [];
    return soft === undefined ? undefined : Math.max(1, Math.floor(Number(soft) * share));
  } catch {
    return undefined;
  }
}
