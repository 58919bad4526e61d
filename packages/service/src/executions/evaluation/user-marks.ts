import type { Inputs } from '@vendor/contract';
import type { Vault } from '../../secrets/vault.ts';
import type { ExecutionServices } from '../execution-services.ts';
import type { StoredExecution, UserMark } from '../stored-execution.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Time in ms for which each kind of mark is stored; null: as long as the data of the execution. */
const keptForMs = {
  address: dayMs,
  network: dayMs,
  device: 30 * dayMs,
  document: null,
  frame: null,
} as const;
export type MarkKind = keyof typeof keptForMs;

/** A trait of the user, to be stored as a mark. */
export interface Marking {
  readonly kind: MarkKind;
  readonly value: string;
}

/** Result of a search for other users with the same trait. */
export interface MarkedUsers {
  /** Number of different users with this mark within its retention, including the current one. */
  readonly users: number;
  /** Whether another user had the mark before. */
  readonly wasSeenBefore: boolean;
  /** Whether another execution had the mark before, of the same user or another. */
  readonly wasElsewhereBefore: boolean;
}

/**
 * Stores the traits of a user as marks, and counts the other users with the same marks. Marks are keyed hashes: they do not
 * reveal the value, differ between accounts and between test and live, and are deleted when the execution is purged. A repeated
 * call stores no duplicates.
 *
 * @returns the counts in the order of the markings; null if the data of the execution was purged in the meantime.
 */
export async function markUser(
  { store, vault, clock }: Pick<ExecutionServices, 'store' | 'vault' | 'clock'>,
  execution: StoredExecution,
  inputs: Inputs,
  markings: readonly Marking[],
): Promise<MarkedUsers[] | null> {
  const now = clock.now();
  const userHash = markHash(vault, execution, 'user', inputs.user_id);
  return store.transact({ execution: execution.id }, async (transaction) => {
    // Stores nothing if the data was purged while a slow worker was running.
    const found = await transaction.find(execution.id);
    if (!found || found.dataPurgedAt !== null) return null;
    const counts: MarkedUsers[] = [];
    for (const { kind, value } of markings) {
      const hash = markHash(vault, execution, kind, value);
      const kept = keptForMs[kind];
      const mark: UserMark = {
        executionId: execution.id,
        hash,
        userHash,
        notedAt: now,
        expiresAt: kept === null ? null : now + kept,
      };
      await transaction.insertMark(mark);
      counts.push({
        users: await transaction.usersMarked(hash, kept === null ? 0 : now - kept),
        wasSeenBefore: await transaction.isMarkedBefore(mark),
        wasElsewhereBefore: await transaction.isMarkedElsewhere(mark),
      });
    }
    return counts;
  });
}

/** Computes the keyed hash of a mark. */
export function markHash(
  vault: Vault,
  { accountId, mode }: StoredExecution,
  kind: string,
  value: string,
): string {
  return vault.keyedHash('user-mark', JSON.stringify([accountId, mode, kind, value]));
}

/** Rows per transaction. A transaction blocks other writes. */
const perTransaction = 500;

/** Removes expired marks. @returns the number of removed marks. */
export async function removeMarks(
  { store, clock }: Pick<ExecutionServices, 'store' | 'clock'>,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const count = await store.removeMarks(clock.now(), perTransaction);
    removed += count;
    if (count < perTransaction) return removed;
  }
}
