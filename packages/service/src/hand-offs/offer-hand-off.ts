import { randomInt } from 'node:crypto';
import { type FlowLook, type HandOffOffer, handOffOfferMs } from '@vendor/contract';
import { dataKeyOf, sealContext, sealJson } from '../executions/sealed-data.ts';
import { executionOfSession } from '../executions/session/authorize-session.ts';
import { hashOfSecret, type SessionKeyClaim } from '../executions/session/session-key.ts';
import type { StoredExecution } from '../executions/stored-execution.ts';
import { Refusal } from '../refusal.ts';
import { randomToken } from '../secrets/random-token.ts';
import type { HandOff } from './hand-off.ts';
import type { HandOffServices } from './hand-off-services.ts';
import { partOfSession } from './part-of-session.ts';

/**
 * Creates the address at which a phone can continue, and invalidates the previous one. The page keeps the session until a phone
 * claims it.
 *
 * @throws {Refusal} HANDOFF_NOT_POSSIBLE if nothing is expected of the user, or the page is itself on a phone; otherwise the
 *   refusals of all calls of a session.
 */
export async function offerHandOff(
  { handOffs, vault, clock, publicUrl }: HandOffServices & { readonly publicUrl: string },
  claim: SessionKeyClaim,
  look: FlowLook,
): Promise<HandOffOffer> {
  const secret = randomToken();
  const pairingCode = String(randomInt(10_000)).padStart(4, '0');
  const expiresAt = clock.lifetimesFrom() + handOffOfferMs;
  await handOffs.transact({ execution: claim.executionId }, async (transaction) => {
    const execution = await executionOfSession(transaction, claim, clock);
    const { role } = await partOfSession(transaction, claim);
    if (role === 'phone' || !awaitsUser(execution)) {
      throw new Refusal('HANDOFF_NOT_POSSIBLE', 'There is nothing to hand off.');
    }
    const before = await transaction.findHandOff(execution.id);
    const origin = originOf(claim, execution, before);
    // A page that took the session back may also reload while it shows the code.
    if (execution.sessionNonceHash !== origin.openerNonceHash)
      await transaction.update(execution.id, { sessionNonceHash: origin.openerNonceHash });
    const key = dataKeyOf(vault, execution);
    await transaction.putHandOff({
      executionId: execution.id,
      secretHash: hashOfSecret(secret),
      pairingCode,
      openerEpoch: claim.epoch,
      ...origin,
      phoneEpoch: null,
      nonceHash: null,
      expiresAt,
      goneAt: null,
      silent: false,
      returnedEpoch: null,
      sealedLook: key && sealJson(key, look, sealContext.look(execution.id)),
    });
  });
  return {
    url: `${publicUrl}/phone#${secret}`,
    pairingCode,
    expiresAt: new Date(expiresAt).toISOString(),
    timeLeftMs: handOffOfferMs,
  };
}

/**
 * Finds the session of the page's first hand-off. A page that hands over again, in a session that it kept or took back, counts
 * as the same page.
 */
function originOf(
  { epoch }: SessionKeyClaim,
  { sessionNonceHash }: StoredExecution,
  before: HandOff | null,
): Pick<HandOff, 'originEpoch' | 'openerNonceHash'> {
  const isAgain = before !== null && (before.openerEpoch === epoch || before.returnedEpoch === epoch);
  if (!isAgain) return { originEpoch: epoch, openerNonceHash: sessionNonceHash };
  // A session that was taken back has no nonce of its own.
  return { originEpoch: before.originEpoch, openerNonceHash: sessionNonceHash ?? before.openerNonceHash };
}

/** Returns whether the flow waits for the user. Before the flow begins, it does so whatever the first node is. */
function awaitsUser({ begunAt, walk }: StoredExecution): boolean {
  return begunAt === null ? walk.awaiting !== 'none' : walk.awaiting === 'user';
}
