import type { ExecutionServices } from './execution-services.ts';

/** Rows in one transaction, which blocks other writes. */
const perTransaction = 500;

/** Removes the replies to idempotent calls that are kept no longer. @returns how many. */
export async function removeKeptReplies(
  { store, clock }: Pick<ExecutionServices, 'store' | 'clock'>,
  signal: AbortSignal,
): Promise<number> {
  const now = clock.now();
  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const count = await store.removeKeptReplies(now, perTransaction);
    removed += count;
    if (count < perTransaction) return removed;
  }
}
