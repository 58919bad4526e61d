import { readFileSync } from 'node:fs';

/** Share of file descriptors for connections. The rest is for files, the database and outgoing connections. */
const share = 0.5;

/**
 * Returns the maximum number of connections for this process, derived from its limit of open files. Further ones are closed at
 * once, so that enough descriptors are left to answer the accepted ones. Undefined if the limit is unknown.
 */
export function maxConnections(file = '/proc/self/limits'): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync(file, 'latin1')) ?? [];
    return soft === undefined ? undefined : Math.max(1, Math.floor(Number(soft) * share));
  } catch {
    return undefined;
  }
}
