import type { TrustedClock } from '../clock.ts';
import type { StateSeal } from '../db/executions/execution-states.ts';
import type { OpenDatabase } from '../db/opening/open-database.ts';
import { createPurgeMarks } from '../db/retention/purge-marks.ts';
import { createPurgeStore } from '../db/retention/purge-store.ts';
import type { Logger } from '../logging/logger.ts';
import type { MediaStore } from '../media/media-store.ts';
import { openWholeJournal } from '../retention/open-journal.ts';
import type { PurgeServices } from '../retention/purge-execution.ts';
import { createPurgeReplay } from '../retention/replay-purges.ts';
import type { Vault } from '../secrets/vault.ts';
import type { Environment } from '../settings/environment.ts';
import type { ChoreServices } from './chores.ts';

interface PurgingParts {
  readonly database: OpenDatabase;
  readonly seal: StateSeal;
  readonly vault: Vault;
  readonly media: Pick<MediaStore, 'delete'>;
  readonly clock: TrustedClock;
  readonly logger: Logger;
}

/** Parts that purge personal data. */
export interface Purging {
  readonly purging: ChoreServices['purging'] & PurgeServices;
  /** Repeats the purges of the journal; see `createPurgeReplay`. */
  readonly replayPurges: (signal?: AbortSignal) => Promise<number>;
  /** Returns how many backlogs the last round held back until an operator confirms them. */
  readonly heldPurges: () => number;
}

/** Opens the purge journal, and puts together the services that purge, which log what was held back or failed. */
export async function openPurging(
  environment: Environment,
  { database, seal, vault, media, clock, logger }: PurgingParts,
): Promise<Purging> {
  const journal = await openWholeJournal(environment, {
    macOf: (text) => vault.keyedHash('purge-list', text),
    marks: createPurgeMarks(database),
    onBroken: (key) =>
      logger.error(
        'An object of the list of purges differs from what the service wrote: what it names is not purged again.',
        { key },
      ),
  });
  let heldPurges = 0;
  const purging: Purging['purging'] = {
    actor: { kind: 'system', task: 'retention' },
    purges: createPurgeStore(database, seal),
    journal,
    media,
    onUnpurged: (executionId, error) =>
      logger.error(
        'The personal data of an execution could not be purged: the purge is retried.',
        { executionId },
        error,
      ),
    onHeld: (held) => {
      heldPurges = held.length;
      for (const { accountId, late, ended } of held) {
        logger.warn(
          'An unusually large share of an account is due to be purged. It waits until an operator confirms it: orchestration retention due',
          { account: accountId, late, ended },
        );
      }
    },
  };
  const replayPurges = createPurgeReplay({
    ...purging,
    clock,
    onReturned: (purgedAgain) =>
      logger.warn('Purged data had come back and was purged again.', { purgedAgain }),
  });
  return { purging, replayPurges, heldPurges: () => heldPurges };
}
