import type { Clock } from '../../clock.ts';
import { Refusal, refuseCredential } from '../../refusal.ts';
import type { Vault } from '../../secrets/vault.ts';
import type { ExecutionReads } from '../execution-store.ts';
import type { StoredExecution } from '../stored-execution.ts';
import { readSessionKey, type SessionKeyClaim } from './session-key.ts';
import { refuseExpired, refuseLate } from './session-lifetime.ts';

/** Parses a session key. @throws {Refusal} UNAUTHORIZED if this service did not issue it. */
export function claimedSession(vault: Vault, sessionKey: string | null): SessionKeyClaim {
  const claim = sessionKey === null ? null : readSessionKey(vault, sessionKey);
  if (!claim) throw refuseCredential('a valid session key');
  return claim;
}

/**
 * Finds the execution of a session that is still current and within its deadline. Must be called again in each transaction,
 * because another session may take over between two requests.
 *
 * @throws {Refusal} UNAUTHORIZED, SESSION_TAKEN_OVER or SESSION_EXPIRED.
 */
export async function executionOfSession(
  reads: ExecutionReads,
  claim: SessionKeyClaim,
  clock: Clock,
): Promise<StoredExecution> {
  const execution = await latestOf(reads, claim);
  refuseExpired(execution, clock.now());
  return execution;
}

/**
 * Finds the execution of a current session for display. If the user finished in time, also works after the deadline.
 *
 * @throws {Refusal} UNAUTHORIZED, SESSION_TAKEN_OVER or SESSION_EXPIRED.
 */
export async function executionToShow(
  reads: ExecutionReads,
  claim: SessionKeyClaim,
  clock: Clock,
): Promise<StoredExecution> {
  const execution = await latestOf(reads, claim);
  refuseLate(execution, clock.now());
  return execution;
}

async function latestOf(reads: ExecutionReads, claim: SessionKeyClaim): Promise<StoredExecution> {
  const execution = await reads.find(claim.executionId);
  if (!execution) throw refuseCredential('a valid session key');
  if (execution.sessionEpoch !== claim.epoch) throw takenOver();
  return execution;
}

/** Builds the error for a page whose session was taken over. */
export function takenOver(): Refusal {
  return new Refusal('SESSION_TAKEN_OVER', 'The verification was continued elsewhere.');
}
