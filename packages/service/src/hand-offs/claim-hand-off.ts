import type {
  ClientInitRequest,
  FlowLook,
  HandOffClaimResponse,
  HandOffInvitation,
  HandOffVisit,
} from '@vendor/contract';
import { dataKeyOf, openJson, sealContext } from '../executions/sealed-data.ts';
import { type ClientOrigin, sessionChanges, sessionOf } from '../executions/session/init-client.ts';
import { hashOfSecret } from '../executions/session/session-key.ts';
import { refuseExpired, refuseLateInit } from '../executions/session/session-lifetime.ts';
import type { StoredExecution } from '../executions/stored-execution.ts';
import { Refusal, refuseCredential } from '../refusal.ts';
import { type HandOff, maxSilenceMs } from './hand-off.ts';
import type { HandOffServices } from './hand-off-services.ts';
import type { HandOffReads } from './hand-off-store.ts';

/** Returns whether a secret belongs to a hand-off. Called before anything else is examined. */
export async function isKnownHandOff({ handOffs }: HandOffServices, secret: string): Promise<boolean> {
  // Session tokens begin with their region, so they need no query.
  if (!/^[A-Za-z0-9_-]{43}$/.test(secret)) return false;
  return (await handOffs.findHandOffBySecretHash(hashOfSecret(secret))) !== null;
}

/**
 * Returns what a phone displays before its user agrees to continue there. Link previews may request it any number of times,
 * because it does not use up the secret.
 *
 * @throws {Refusal} as {@link claimHandOff} would.
 */
export async function inviteToHandOff(
  { handOffs, store, clock }: HandOffServices,
  secret: string,
  { nonce }: HandOffVisit,
): Promise<HandOffInvitation> {
  const { handOff, execution } = await findClaimable(
    { ...handOffs, find: (id) => store.find(id) },
    secret,
    hashOfSecret(nonce),
    clock.now(),
  );
  return {
    pairingCode: handOff.pairingCode,
    requester: await store.accountName(execution.accountId),
    claimed: handOff.phoneEpoch !== null,
  };
}

/**
 * Exchanges the one-time secret of a hand-off for the session of the phone. The opener loses the session, but watches and may
 * take it back. The phone may claim again with the same nonce, after a lost reply or a reload.
 *
 * @throws {Refusal} UNAUTHORIZED for an unknown secret, SESSION_RELEASED, TICKET_EXPIRED, TICKET_USED, SESSION_TAKEN_OVER,
 *   SESSION_EXPIRED.
 */
export async function claimHandOff(
  services: HandOffServices,
  secret: string,
  request: ClientInitRequest,
  origin: ClientOrigin,
): Promise<HandOffClaimResponse> {
  const { handOffs, clock, watch } = services;
  const nonceHash = hashOfSecret(request.nonce);
  const { execution, handOff } = await handOffs.transact(
    { executionOfSecret: hashOfSecret(secret) },
    async (transaction) => {
      const found = await findClaimable(transaction, secret, nonceHash, clock.now());
      // The incremented `seq` informs the opener.
      const session = {
        ...sessionChanges(services, found.execution, nonceHash, origin),
        seq: found.execution.seq + 1,
      };
      await transaction.update(found.execution.id, session);
      await transaction.updateHandOff(found.execution.id, {
        phoneEpoch: session.sessionEpoch ?? found.execution.sessionEpoch,
        nonceHash,
        goneAt: clock.lifetimesFrom() + maxSilenceMs,
        silent: false,
      });
      return { execution: { ...found.execution, ...session }, handOff: found.handOff };
    },
  );
  watch.notify(execution.id);
  const session = await sessionOf(services, execution, request.capabilities);
  return { ...session, handOff: { look: openLook(services, execution, handOff) } };
}

async function findClaimable(
  reads: Pick<HandOffReads, 'findHandOffBySecretHash'> & {
    find(id: string): Promise<StoredExecution | null>;
  },
  secret: string,
  nonceHash: string,
  now: number,
): Promise<{ handOff: HandOff; execution: StoredExecution }> {
  const handOff = await reads.findHandOffBySecretHash(hashOfSecret(secret));
  const execution = handOff && (await reads.find(handOff.executionId));
  if (!handOff || !execution) throw refuseCredential('a valid secret');
  if (handOff.returnedEpoch !== null) {
    throw new Refusal('SESSION_RELEASED', 'The page that handed off the flow has taken it back.');
  }
  const isOver = now >= handOff.expiresAt || execution.walk.awaiting === 'none';
  if (handOff.phoneEpoch === null && isOver) {
    throw new Refusal('TICKET_EXPIRED', 'The secret was not redeemed in time.');
  }
  if (handOff.nonceHash !== null && handOff.nonceHash !== nonceHash) {
    throw new Refusal('TICKET_USED', 'Another phone redeemed the secret.');
  }
  if (execution.sessionEpoch !== (handOff.phoneEpoch ?? handOff.openerEpoch)) {
    throw new Refusal('SESSION_TAKEN_OVER', 'The verification was continued elsewhere.');
  }
  // As with every client init, a user who has submitted everything in time may return and wait for the checks.
  if (handOff.phoneEpoch === null) refuseExpired(execution, now);
  else refuseLateInit(execution, now);
  return { handOff, execution };
}

/** Decrypts language, theme and messages of the opener's `start`, if they are still stored. */
function openLook({ vault }: HandOffServices, execution: StoredExecution, { sealedLook }: HandOff): FlowLook {
  const key = dataKeyOf(vault, execution);
  return key && sealedLook ? openJson<FlowLook>(key, sealedLook, sealContext.look(execution.id)) : {};
}
