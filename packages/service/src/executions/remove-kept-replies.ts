import type { ExecutionServices } from './execution-services.ts';

/** Rows per transaction. A transaction blocks other writes. */
const perTransaction = 500;

/** Removes expired replies to idempotent calls. @returns the number of removed replies. */
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
