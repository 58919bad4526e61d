import type { OperatorActor } from '../../access/actor.ts';
import { keyModes } from '../../accounts/api-key.ts';
import type { Clock } from '../../clock.ts';
import type { DuePurge, RetentionReads, RetentionStore } from './retention-store.ts';

export interface PurgeServices {
  readonly retention: RetentionStore;
  readonly clock: Clock;
}

/** Finds what the next round would purge in an account, for each mode with a retention. */
export async function duePurges(
  retention: Pick<RetentionReads, 'due'>,
  accountId: string,
  now: number,
): Promise<DuePurge[]> {
  const found = await Promise.all(keyModes.map((mode) => retention.due(accountId, mode, now)));
  return found.filter((one) => one !== null);
}

/** Allows the next round to purge everything that is due, whatever its share of the account. */
export async function confirmPurges(
  { retention, clock }: PurgeServices,
  actor: OperatorActor,
  purges: readonly DuePurge[],
): Promise<void> {
  for (const { accountId, mode, due, until } of purges) {
    const now = clock.now();
    await retention.transact({ account: accountId }, async (transaction) => {
      await transaction.confirm({ accountId, mode, until, executions: due, now });
      await transaction.record({
        actor,
        act: 'retention.confirm',
        at: now,
        accountId,
        subject: { kind: 'account', id: accountId },
        mode,
        changes: { executions: due, until },
      });
    });
  }
}
