import type { ProblemFault } from '@vendor/contract';
import { refuseHeader } from '../refusal.ts';
import type { Vault } from '../secrets/vault.ts';
import type { ExecutionServices } from './execution-services.ts';
import { openJson, sealJson } from './sealed-data.ts';
import type { KeptReply } from './stored-execution.ts';

export type AnswerOnceServices = Pick<ExecutionServices, 'store' | 'vault' | 'clock'> & {
  /** The calls with an idempotency key that this process is carrying out; those of others end at the kept reply. */
  readonly callsUnderWay: Set<string>;
};

/** A call that is to be carried out once, however often it is made. */
export interface IdempotentCall {
  /** Name that the caller gives it: the value of `Idempotency-Key`. */
  readonly name: string;
  /** The API key it came with: no other can ask for its reply. */
  readonly apiKeyId: string;
  /** Operation and body of the request. */
  readonly request: { readonly operation: string; readonly body: unknown };
}

/** A reply of this name is kept already: another instance carried the call out meanwhile, and this one must not. */
export class ReplyKeptError extends Error {
  override readonly name = 'ReplyKeptError';
}

/** Makes of a reply what is to be kept of it. */
export type KeepReply = (executionId: string, reply: object) => KeptReply;

const keptMs = 24 * 60 * 60 * 1000;
const header = 'idempotency-key';
const longestName = 255;

/** Lists faults in the name of a call; null: the call has no name. @param code - code that its operation refuses it with. */
export function nameFaults(
  name: string | null,
  code: 'INVALID_INPUT_FORMAT' | 'INVALID_REQUEST_BODY' = 'INVALID_INPUT_FORMAT',
): ProblemFault[] {
  if (name === null || (name.length > 0 && name.length <= longestName)) return [];
  return [{ header, code, detail: `must have 1 to ${longestName} characters` }];
}

/**
 * Carries a call out, or answers what it was answered within the last 24 hours. A call that was refused is not kept: it can
 * be mended and made again. One whose reply went with the data of its execution is refused: it must not be carried out twice.
 *
 * @param carryOut - keeps what `keep` makes of its reply, together with what it does or not at all.
 * @throws {Refusal} IDEMPOTENCY_KEY_IN_USE while the call is carried out, IDEMPOTENCY_KEY_REUSED when it asks for something
 * else than the call of this name did, EXECUTION_PURGED when its reply is gone, and what `carryOut` throws.
 */
export async function answerOnce<Reply extends object>(
  { store, vault, clock, callsUnderWay }: AnswerOnceServices,
  { name, apiKeyId, request }: IdempotentCall,
  carryOut: (keep: KeepReply) => Promise<Reply>,
): Promise<Reply> {
  const named = `${apiKeyId}.${name}`;
  const id = vault.keyedHash('idempotency-key', named);
  if (callsUnderWay.has(id)) {
    throw refuseHeader('IDEMPOTENCY_KEY_IN_USE', header, 'names a request that is in progress');
  }
  callsUnderWay.add(id);
  const requestHash = hashOfRequest(vault, request);
  const answerKept = async (): Promise<Reply | null> => {
    const kept = await store.findKeptReply(id);
    // With a clock in doubt, an expired reply still counts, so that no call is carried out twice.
    if (kept && (clock.now() < kept.expiresAt || !clock.isTrusted())) {
      if (kept.sealedReply === null) {
        throw refuseHeader('EXECUTION_PURGED', header, 'names a request whose execution was purged');
      }
      if (kept.requestHash !== requestHash) {
        throw refuseHeader('IDEMPOTENCY_KEY_REUSED', header, 'was sent with another request before');
      }
      return openJson<Reply>(replyKey(vault, named), kept.sealedReply, id);
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
      sealedReply: sealJson(replyKey(vault, named), reply, id),
      expiresAt: clock.now() + keptMs,
    }));
  } catch (error) {
    const known = error instanceof ReplyKeptError ? await answerKept() : null;
    if (known === null) throw error;
    return known;
  } finally {
    callsUnderWay.delete(id);
  }
}

/**
 * Carries a call out, once when it has a name.
 *
 * @throws {Refusal} INVALID_REQUEST_BODY for a name that is none, and what {@link answerOnce} throws.
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
 * A reply can hold a session token: the database and the master key together do not open it, only the caller's name for it does.
 */
function replyKey(vault: Vault, named: string) {
  return vault.derivedKey('kept-reply', named);
}

function hashOfRequest(vault: Vault, request: IdempotentCall['request']): string {
  return vault.keyedHash('idempotent-request', JSON.stringify(request, withSortedMembers));
}

/** The order of members says nothing (RFC 8259), and some serialisers change it from one call to the next. */
function withSortedMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
