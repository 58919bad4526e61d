import type { Clock } from '../clock.ts';
import { type PurgeServices, purgeExecution } from './purge-execution.ts';

/** Looked up at a time; each is purged in a transaction of its own, so that others come in between. */
const perLook = 100;

/** Purges what accounts keep no longer, by how long each wants to keep. @returns how many executions. */
export async function purgeOverdue(
  services: PurgeServices & { readonly clock: Clock },
  signal: AbortSignal,
): Promise<number> {
  const { purges, clock } = services;
  let purged = 0;
  for (;;) {
    const ids = await purges.overdue(clock.now(), perLook);
    for (const id of ids) {
      signal.throwIfAborted();
      await purgeExecution(services, id, clock.now());
      purged += 1;
    }
    if (ids.length < perLook) break;
  }
  // Whether or not something was purged now: a log that was being read the last time may be emptied this time.
  await purges.emptyLog();
  return purged;
}
