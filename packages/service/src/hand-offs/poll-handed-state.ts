import type { ClientState } from '@vendor/contract';
import { type PollRequest, pollState } from '../executions/session/poll-state.ts';
import type { SessionKeyClaim } from '../executions/session/session-key.ts';
import { Refusal } from '../refusal.ts';
import { type HandOff, maxSilenceMs } from './hand-off.ts';
import type { HandOffServices } from './hand-off-services.ts';
import {
  type ClaimedHandOff,
  claimOfPhone,
  partOfSession,
  type SessionPart,
  stateForOpener,
} from './part-of-session.ts';
import { showPresence } from './show-presence.ts';

/**
 * Returns the state to the session's page, to a phone (whose polls prove its presence), or to the page that handed over.
 *
 * @throws {Refusal} as {@link pollState}.
 */
export async function pollHandedState(
  services: HandOffServices,
  claim: SessionKeyClaim,
  request: PollRequest,
): Promise<ClientState> {
  const part = await partOfSession(services.handOffs, claim);
  try {
    return await poll(services, claim, part, request);
  } catch (failure) {
    // A phone may just have claimed the session, or the user may just have quit on it.
    const now = isTakenOver(failure) ? await partOfSession(services.handOffs, claim) : part;
    if (now.role !== 'opener' || epochOf(now) === epochOf(part)) throw failure;
    return poll(services, claim, now, { ...request, waitMs: 0 });
  }
}

async function poll(
  services: HandOffServices,
  claim: SessionKeyClaim,
  part: SessionPart,
  request: PollRequest,
): Promise<ClientState> {
  if (part.role === 'opener') return pollAsOpener(services, part.handOff, request);
  if (part.role === 'none') return pollState(services, claim, request);
  const { clock } = services;
  await showPresence(services, claim, () => clock.lifetimesFrom() + request.waitMs + maxSilenceMs);
  const state = await pollState(services, claim, request);
  // The allowed silence starts when this poll ends, but a closing page may have announced an earlier time, which is kept.
  await showPresence(services, claim, (before) => Math.min(before, clock.lifetimesFrom() + maxSilenceMs));
  return { ...state, handOff: 'none' };
}

/**
 * Returns the state of the phone's session to the page that handed over. The poll also ends when the phone becomes silent or
 * comes back.
 */
async function pollAsOpener(
  services: HandOffServices,
  handOff: ClaimedHandOff,
  request: PollRequest,
): Promise<ClientState> {
  const phone = claimOfPhone(handOff);
  const untilSilentMs = handOff.silent
    ? Number.POSITIVE_INFINITY
    : (handOff.goneAt ?? 0) - services.clock.now();
  const waitMs = Math.max(0, Math.min(request.waitMs, untilSilentMs));
  let state = await pollState(services, phone, { ...request, waitMs });
  const { silent, fellSilent } = await noticeSilence(services, handOff.executionId);
  if (fellSilent) state = await pollState(services, phone, { ...request, waitMs: 0 });
  return stateForOpener(state, { silent });
}

/** Marks a phone as silent once its time is up, which changes the state. */
async function noticeSilence(
  { handOffs, clock }: HandOffServices,
  executionId: string,
): Promise<{ silent: boolean; fellSilent: boolean }> {
  const isDue = (known: HandOff | null) =>
    known !== null && !known.silent && clock.now() >= (known.goneAt ?? 0);
  const known = await handOffs.findHandOff(executionId);
  if (!isDue(known)) return { silent: known?.silent ?? false, fellSilent: false };
  return handOffs.transact({ execution: executionId }, async (transaction) => {
    // Checks again in the transaction, because the phone may just have polled.
    const found = await transaction.findHandOff(executionId);
    const execution = await transaction.find(executionId);
    if (!isDue(found) || !execution) return { silent: found?.silent ?? false, fellSilent: false };
    await transaction.updateHandOff(executionId, { silent: true });
    await transaction.update(executionId, { seq: execution.seq + 1 });
    return { silent: true, fellSilent: true };
  });
}

function isTakenOver(failure: unknown): boolean {
  return failure instanceof Refusal && failure.code === 'SESSION_TAKEN_OVER';
}

function epochOf(part: SessionPart): number | null {
  return part.role === 'opener' ? part.handOff.phoneEpoch : null;
}
