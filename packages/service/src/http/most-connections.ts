import { readFileSync } from 'node:fs';

/** Half of the descriptors stays for files, the database and outgoing connections. */
const share = 0.5;

/**
 * How many connections the server may hold, by the limit of open files of this process. More are closed as they come, so that
 * those that are held can still be answered. Undefined where the limit is not known: the system enforces it alone then.
 */
export function mostConnections(file = '/proc/self/limits'): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync(file, 'latin1')) ?? [];
    return soft === undefined ? undefined : Math.max(1, Math.floor(Number(soft) * share));
  } catch {
    return undefined;
  }
}
