import type { ProblemFault } from '@vendor/contract';
import { refuseHeader } from '../refusal.ts';
import type { Vault } from '../secrets/vault.ts';
import type { ExecutionServices } from './execution-services.ts';
import { openJson, sealJson } from './sealed-data.ts';
import type { KeptReply } from './stored-execution.ts';

export type AnswerOnceServices = Pick<ExecutionServices, 'store' | 'vault' | 'clock'> & {
  /**
   * Hashed idempotency keys of the calls that this process is carrying out. Calls of other instances are recognised by the
   * stored reply.
   */
  readonly callsInProgress: Set<string>;
};

/** A call that is carried out once, however often it is repeated. */
export interface IdempotentCall {
  /** Value of `Idempotency-Key`. */
  readonly name: string;
  /** The API key of the request. Another key cannot get the stored reply. */
  readonly apiKeyId: string;
  /** Operation and body of the request. */
  readonly request: { readonly operation: string; readonly body: unknown };
}

/**
 * Thrown if a reply with this name is already stored: another instance carried out the call in the meantime, so this one must
 * not.
 */
export class ReplyKeptError extends Error {
  override readonly name = 'ReplyKeptError';
}

/** Makes the row that stores a reply. */
export type KeepReply = (executionId: string, reply: object) => KeptReply;

const keptMs = 24 * 60 * 60 * 1000;
const header = 'idempotency-key';
const maxNameLength = 255;

/** Lists faults in the name of a call; empty if the call has no name. @param code - error code of the faults. */
export function nameFaults(
  name: string | null,
  code: 'INVALID_INPUT_FORMAT' | 'INVALID_REQUEST_BODY' = 'INVALID_INPUT_FORMAT',
): ProblemFault[] {
  if (name === null || (name.length > 0 && name.length <= maxNameLength)) return [];
  return [{ header, code, detail: `must have 1 to ${maxNameLength} characters` }];
}

/**
 * Carries out a call, or returns its reply of the last 24 hours. Refused calls are not stored, so the caller can correct and
 * repeat them. If the stored reply was purged with its execution, the call is refused, because it must not be carried out
 * twice.
 *
 * @param carryOut - must store the row that `keep` makes of its reply in the same transaction as its changes.
 * @throws {Refusal} IDEMPOTENCY_KEY_IN_USE while the call is in progress, IDEMPOTENCY_KEY_REUSED if the earlier call with this
 *   name was different, EXECUTION_PURGED if its reply was purged, and what `carryOut` throws.
 */
export async function answerOnce<Reply extends object>(
  { store, vault, clock, callsInProgress }: AnswerOnceServices,
  { name, apiKeyId, request }: IdempotentCall,
  carryOut: (keep: KeepReply) => Promise<Reply>,
): Promise<Reply> {
  const scopedName = `${apiKeyId}.${name}`;
  const id = vault.keyedHash('idempotency-key', scopedName);
  if (callsInProgress.has(id)) {
    throw refuseHeader('IDEMPOTENCY_KEY_IN_USE', header, 'belongs to a request that is in progress');
  }
  callsInProgress.add(id);
  const requestHash = hashOfRequest(vault, request);
  const answerKept = async (): Promise<Reply | null> => {
    const kept = await store.findKeptReply(id);
    // While the clock is in doubt, an expired reply still counts, so that no call is carried out twice.
    if (kept && (clock.now() < kept.expiresAt || !clock.isTrusted())) {
      if (kept.sealedReply === null) {
        throw refuseHeader('EXECUTION_PURGED', header, 'belongs to a request whose execution was purged');
      }
      if (kept.requestHash !== requestHash) {
        throw refuseHeader('IDEMPOTENCY_KEY_REUSED', header, 'was already used for another request');
      }
      return openJson<Reply>(replyKey(vault, scopedName), kept.sealedReply, id);
    }
    return null;
  };
  try {
    const known = await answerKept();
    if (known !== null) return known;
    return await carryOut((executionId, reply) => ({
      id,
      executionId,
      requestHash,
      sealedReply: sealJson(replyKey(vault, scopedName), reply, id),
      expiresAt: clock.now() + keptMs,
    }));
  } catch (error) {
    const known = error instanceof ReplyKeptError ? await answerKept() : null;
    if (known === null) throw error;
    return known;
  } finally {
    callsInProgress.delete(id);
  }
}

/**
 * Carries out a call, and only once if it has a name.
 *
 * @throws {Refusal} INVALID_REQUEST_BODY for an invalid name, and what {@link answerOnce} throws.
 */
export async function answerNamed<Reply extends object>(
  services: AnswerOnceServices,
  { name, ...call }: Omit<IdempotentCall, 'name'> & { readonly name: string | null },
  carryOut: (keep: KeepReply | null) => Promise<Reply>,
): Promise<Reply> {
  if (name === null) return carryOut(null);
  const [fault] = nameFaults(name);
  if (fault) throw refuseHeader('INVALID_REQUEST_BODY', header, fault.detail);
  return answerOnce(services, { ...call, name }, carryOut);
}

/**
 * Derives the key of a stored reply, which may contain a session token. Decrypting it also requires the caller's idempotency
 * key, so the database and the master key are not sufficient.
 */
function replyKey(vault: Vault, scopedName: string) {
  return vault.derivedKey('kept-reply', scopedName);
}

function hashOfRequest(vault: Vault, request: IdempotentCall['request']): string {
  return vault.keyedHash('idempotent-request', JSON.stringify(request, withSortedMembers));
}

/** Sorts object members, because their order has no meaning (RFC 8259) and some serialisers change it between calls. */
function withSortedMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
