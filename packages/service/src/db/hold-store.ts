import type { HoldStore } from '../administration/holds/hold-store.ts';
import { noLock } from '../transaction-locks.ts';
import { recordAct } from './audit/audit-trail.ts';
import { createClockMarkStore } from './clock-marks.ts';
import { inTransaction } from './in-transaction.ts';
import type { OpenDatabase } from './opening/open-database.ts';
import { confirmOrphans, findOrphanHold } from './retention/orphan-holds.ts';
import { deliveriesHeldAt, holdDeliveries, releaseDeliveries } from './webhooks/delivery-holds.ts';

/** Stores which work waits until an operator confirms it. */
export function createHoldStore({ main, reader }: Pick<OpenDatabase, 'main' | 'reader'>): HoldStore {
  return {
    orphans: () => findOrphanHold(reader),
    transact: (work) =>
      inTransaction(main, noLock, (trx) => {
        const marks = createClockMarkStore(trx);
        return work({
          trustedAt: async () => (await marks.find())?.trustedAt ?? null,
          confirmClock: (now) => marks.confirm(now),
          confirmOrphans: (now) => confirmOrphans(trx, now),
          deliveriesHeldAt: () => deliveriesHeldAt(trx),
          holdDeliveries: (now) => holdDeliveries(trx, now),
          releaseDeliveries: () => releaseDeliveries(trx),
          async record(act) {
            await recordAct(trx, act);
          },
        });
      }),
  };
}
