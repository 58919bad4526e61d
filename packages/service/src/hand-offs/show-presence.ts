import type { SessionKeyClaim } from '../executions/session/session-key.ts';
import type { HandOffServices } from './hand-off-services.ts';
import { partOfSession } from './part-of-session.ts';

/**
 * Stores when the phone of a claim will count as silent. A silent phone that polls again is present again.
 *
 * @param goneAt - returns the new time, given the stored one.
 */
export async function showPresence(
  { handOffs, clock, watch }: HandOffServices,
  claim: SessionKeyClaim,
  goneAt: (before: number) => number,
): Promise<void> {
  const isBack = await handOffs.transact({ execution: claim.executionId }, async (transaction) => {
    const part = await partOfSession(transaction, claim);
    if (part.role !== 'phone') return false;
    const { handOff } = part;
    const next = goneAt(handOff.goneAt ?? Number.POSITIVE_INFINITY);
    const returns = handOff.silent && next > clock.now();
    await transaction.updateHandOff(handOff.executionId, {
      goneAt: next,
      ...(returns ? { silent: false } : {}),
    });
    const execution = returns ? await transaction.find(handOff.executionId) : null;
    if (execution) await transaction.update(execution.id, { seq: execution.seq + 1 });
    return returns;
  });
  if (isBack) watch.notify(claim.executionId);
}
