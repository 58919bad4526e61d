import type { ClientInitRequest, FlowLook, PopupClaimResponse } from '@vendor/contract';
import { dataKeyOf, openJson, sealContext } from '../executions/sealed-data.ts';
import { type ClientOrigin, sessionChanges, sessionOf } from '../executions/session/init-client.ts';
import { hashOfSecret } from '../executions/session/session-key.ts';
import { refuseExpired, refuseLateInit } from '../executions/session/session-lifetime.ts';
import type { ExecutionChanges, StoredExecution } from '../executions/stored-execution.ts';
import { sessionOfOpener } from '../hand-offs/init-page.ts';
import { handOffOfOpener } from '../hand-offs/part-of-session.ts';
import { Refusal, refuseCredential } from '../refusal.ts';
import { sessionOfWindow } from './handed-window.ts';
import type { PopupServices } from './popup-services.ts';
import { goneAfterSilence, type PopupWindow } from './popup-window.ts';

/** Returns whether a secret is the ticket of a window. Called before anything else is examined. */
export async function isKnownTicket({ popups }: PopupServices, secret: string): Promise<boolean> {
  // Session tokens begin with their region, so they need no query.
  if (!/^[A-Za-z0-9_-]{43}$/.test(secret)) return false;
  return (await popups.findPopupByTicketHash(hashOfSecret(secret))) !== null;
}

/**
 * Exchanges a one-time ticket for the session of a window. This ends the session of the opener, which may still watch the
 * window. The window may claim again with the same nonce after a lost reply or a reload, and gets the same session. A window
 * whose flow is on a phone watches the phone again.
 *
 * @throws {Refusal} UNAUTHORIZED for an unknown ticket, SESSION_RELEASED, TICKET_EXPIRED, TICKET_USED, SESSION_TAKEN_OVER,
 *   SESSION_EXPIRED.
 */
export async function claimPopup(
  services: PopupServices,
  ticket: string,
  request: ClientInitRequest,
  origin: ClientOrigin,
): Promise<PopupClaimResponse> {
  const { popups, clock, watch } = services;
  const [ticketHash, nonceHash] = [hashOfSecret(ticket), hashOfSecret(request.nonce)];
  const { execution, popup, handOff } = await popups.transact(
    { executionOfTicket: ticketHash },
    async (transaction) => {
      const found = await transaction.findPopupByTicketHash(ticketHash);
      const holder = found && (await transaction.find(found.executionId));
      if (!found || !holder) throw refuseCredential('a valid ticket');
      const held = sessionOfWindow(found, await transaction.findHandOff(found.executionId));
      refuseClaim(found, holder, { nonceHash, held }, clock.now());
      const handOff = await handOffOfOpener(transaction, holder, nonceHash);
      const session: ExecutionChanges = handOff ? {} : sessionChanges(services, holder, nonceHash, origin);
      if (handOff) await transaction.updateHandOff(holder.id, { originEpoch: handOff.openerEpoch });
      else await transaction.update(holder.id, session);
      const claimed = {
        windowEpoch: handOff?.openerEpoch ?? session.sessionEpoch ?? holder.sessionEpoch,
        nonceHash,
        visits: found.visits + 1,
        goneAt: goneAfterSilence(clock.lifetimesFrom()),
      };
      await transaction.updatePopup(holder.id, claimed);
      return { execution: { ...holder, ...session }, popup: { ...found, ...claimed }, handOff };
    },
  );
  watch.notify(execution.id);
  // The window already shows the service's hosted page and needs no other.
  const capabilities = request.capabilities.filter((what) => what !== 'hosted-page');
  return {
    ...(handOff
      ? await sessionOfOpener(services, execution, handOff, capabilities)
      : await sessionOf(services, execution, capabilities)),
    popup: { look: openLook(services, execution, popup), visit: popup.visits },
  };
}

/**
 * Refuses a claim that is not allowed. @param claim - the hash of the nonce, and the epoch of the session held by the window.
 */
function refuseClaim(
  popup: PopupWindow,
  execution: StoredExecution,
  { nonceHash, held }: { readonly nonceHash: string; readonly held: number },
  now: number,
): void {
  if (popup.over === 'expired') throw ticketExpired();
  if (popup.over !== null) {
    throw new Refusal('SESSION_RELEASED', 'The popup was closed, or its page was left for too long.');
  }
  if (popup.windowEpoch === null && now >= popup.expiresAt) throw ticketExpired();
  if (popup.nonceHash !== null && popup.nonceHash !== nonceHash) {
    throw new Refusal('TICKET_USED', 'Another window redeemed the ticket.');
  }
  if (execution.sessionEpoch !== held) {
    throw new Refusal('SESSION_TAKEN_OVER', 'The verification was continued elsewhere.');
  }
  // As in every init, a user who submitted everything in time may return to wait for the checks.
  if (popup.windowEpoch === null) refuseExpired(execution, now);
  else refuseLateInit(execution, now);
}

function ticketExpired(): Refusal {
  return new Refusal('TICKET_EXPIRED', 'The ticket was not redeemed in time.');
}

/** Decrypts language, theme and messages of `start`, if they are still stored. */
function openLook(
  { vault }: PopupServices,
  execution: StoredExecution,
  { sealedLook }: PopupWindow,
): FlowLook {
  const key = dataKeyOf(vault, execution);
  return key && sealedLook ? openJson<FlowLook>(key, sealedLook, sealContext.look(execution.id)) : {};
}
