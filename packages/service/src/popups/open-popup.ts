import { type FlowLook, type PopupResponse, popupTicketMs } from '@vendor/contract';
import { dataKeyOf, sealContext, sealJson } from '../executions/sealed-data.ts';
import { executionOfSession } from '../executions/session/authorize-session.ts';
import { hashOfSecret, type SessionKeyClaim } from '../executions/session/session-key.ts';
import { Refusal } from '../refusal.ts';
import { randomToken } from '../secrets/random-token.ts';
import type { PopupServices } from './popup-services.ts';

/**
 * Issues a one-time ticket for a window of the flow to the page that holds the session. An earlier ticket becomes invalid.
 *
 * @throws {Refusal} as for every call of the session; SESSION_EXPIRED also once the data was purged.
 */
export async function openPopup(
  { popups, vault, clock, publicUrl }: PopupServices & { readonly publicUrl: string },
  claim: SessionKeyClaim,
  look: FlowLook,
): Promise<PopupResponse> {
  const ticket = randomToken();
  await popups.transact({ execution: claim.executionId }, async (transaction) => {
    const execution = await executionOfSession(transaction, claim, clock);
    const key = dataKeyOf(vault, execution);
    if (!key) throw new Refusal('SESSION_EXPIRED', 'The data of this verification was removed.');
    await transaction.putPopup({
      executionId: execution.id,
      ticketHash: hashOfSecret(ticket),
      openerEpoch: claim.epoch,
      windowEpoch: null,
      nonceHash: null,
      visits: 0,
      expiresAt: clock.lifetimesFrom() + popupTicketMs,
      goneAt: null,
      seq: 0,
      opened: false,
      started: false,
      ending: null,
      over: null,
      sealedLook: sealJson(key, look, sealContext.look(execution.id)),
    });
  });
  return { url: `${publicUrl}/popup#${ticket}` };
}
