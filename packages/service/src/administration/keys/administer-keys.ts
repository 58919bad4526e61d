import type { Actor } from '../../access/actor.ts';
import { type Act, findObstacle } from '../../access/find-obstacle.ts';
import { type ApiKeyEntry, createApiKey, type KeyMode, type KeyPurpose } from '../../accounts/api-key.ts';
import type { Clock } from '../../clock.ts';
import { Refusal, refuseMember } from '../../refusal.ts';
import { refuseAct } from '../refuse-act.ts';
import type { KeyRotation, KeyStore, KeyTransaction } from './key-store.ts';

export interface KeyServices {
  readonly keys: KeyStore;
  readonly clock: Clock;
}

/** Properties of a key to create. */
export interface WantedKey {
  readonly accountId: string;
  readonly mode: KeyMode;
  readonly purpose: KeyPurpose;
  /** Name given by the owner. */
  readonly name: string | null;
  /** Workflows that the key may use; null: all workflows of the account. */
  readonly workflowIds: readonly string[] | null;
  /** Expiry in ms since 1970; null: never. */
  readonly expiresAt: number | null;
}

/** A new key with its plain text, which is not stored anywhere. */
export interface CreatedKey {
  readonly entry: ApiKeyEntry;
  readonly key: string;
}

/** Maximum time for which a replaced key stays valid: 30 days, in ms. */
export const maxOverlapMs = 30 * 24 * 3_600_000;

/** Lists the keys of an account, oldest first. @throws {Refusal} FORBIDDEN. */
export async function listKeys(
  { keys }: Pick<KeyServices, 'keys'>,
  actor: Actor,
  accountId: string,
): Promise<ApiKeyEntry[]> {
  refuseAct(actor, 'key.read', { accountId });
  const all = await keys.keys(accountId);
  return all.filter(({ mode }) => findObstacle(actor, 'key.read', { accountId, mode }) === null);
}

/**
 * Creates a key.
 *
 * @throws {Refusal} FORBIDDEN; INVALID_REQUEST_BODY for a webhook key that names workflows, or an expiry in the past;
 *   WORKFLOW_NOT_FOUND for a workflow of another account.
 */
export function createKey(
  { keys, clock }: KeyServices,
  actor: Actor,
  wanted: WantedKey,
): Promise<CreatedKey> {
  const { accountId, mode, purpose } = wanted;
  refuseAct(actor, 'key.create', { accountId, mode });
  refuseStrongerKey(actor, wanted);
  if (purpose === 'webhooks' && wanted.workflowIds !== null)
    throw refuseMember(
      'INVALID_REQUEST_BODY',
      '/workflowIds',
      'is only for keys that start executions: webhooks belong to the whole account',
    );
  const now = clock.now();
  if (wanted.expiresAt !== null && wanted.expiresAt <= now)
    throw refuseMember('INVALID_REQUEST_BODY', '/expiresAt', 'must be in the future');
  return keys.transact({ all: 'keys' }, async (transaction) => {
    const known = await transaction.workflowIds(accountId);
    for (const [index, id] of (wanted.workflowIds ?? []).entries())
      if (!known.includes(id))
        throw refuseMember('WORKFLOW_NOT_FOUND', `/workflowIds/${index}`, 'is not a workflow of the account');
    return insertKey(transaction, actor, wanted, now);
  });
}

/**
 * Revokes a key permanently: the next request with it is refused.
 *
 * @returns the time of the revocation, in ms since 1970; earlier than now if the key was already revoked.
 * @throws {Refusal} NOT_FOUND, also for keys that the actor may not see; FORBIDDEN.
 */
export function revokeKey({ keys, clock }: KeyServices, actor: Actor, id: string): Promise<number> {
  return keys.transact({ all: 'keys' }, async (transaction) => {
    const key = await visibleKey(transaction, actor, 'key.revoke', id);
    if (key.revokedAt !== null) return key.revokedAt;
    const now = clock.now();
    await endKey(transaction, actor, key, now);
    return now;
  });
}

/** A key that replaces another. */
export interface RotatedKey extends CreatedKey {
  /** The replaced key. */
  readonly before: ApiKeyEntry & { readonly expiresAt: number };
  /** Ids of earlier replacements of the same key that were never used, and are now revoked. */
  readonly revokedIds: readonly string[];
  /** Ids of earlier replacements of the same key that were used, and stay valid. */
  readonly workingIds: readonly string[];
}

/**
 * Creates a key with the same rights as an existing one. The old key stays valid for a while, so that its users can switch
 * over. If the old key is being replaced already, revokes those of its replacements that were never used, because the plain
 * text of a new key can be lost before it is stored.
 *
 * @param overlapMs - how long the old key stays valid: at most 30 days, and not beyond its own expiry.
 * @throws {Refusal} NOT_FOUND, also for ended keys and keys that the actor may not see; FORBIDDEN.
 */
export function rotateKey(
  { keys, clock }: KeyServices,
  actor: Actor,
  id: string,
  overlapMs: number,
): Promise<RotatedKey> {
  return keys.transact({ all: 'keys' }, async (transaction) => {
    const before = await visibleKey(transaction, actor, 'key.create', id);
    refuseStrongerKey(actor, before);
    const now = clock.now();
    if (!isWorking(before, now)) throw noKey();
    const rotations = await transaction.rotations(before);
    const [first] = rotations;
    // After a rotation, the expiry of the key is the end of the overlap.
    const originalEnd = first ? first.expiresAt : before.expiresAt;
    const made = createApiKey(before.mode);
    const endsAt = Math.min(
      now + Math.min(overlapMs, maxOverlapMs),
      before.expiresAt ?? Number.POSITIVE_INFINITY,
    );
    const subjectSeq = await transaction.expire(id, endsAt);
    await transaction.record({
      actor,
      act: 'key.expire',
      at: now,
      accountId: before.accountId,
      subject: { kind: 'key', id },
      mode: before.mode,
      changes: { expiresAt: [before.expiresAt, endsAt], replacedBy: made.id },
      subjectSeq,
    });
    const replacements = await validReplacements(transaction, before, rotations, now);
    const unused = replacements.filter(({ lastUsedAt }) => lastUsedAt === null);
    for (const key of unused) {
      refuseAct(actor, 'key.revoke', key);
      await endKey(transaction, actor, key, now);
    }
    // Keeps the lifetime of the old key: otherwise rotating a key that lasts one day would make it permanent.
    const expiresAt = originalEnd === null ? null : now + originalEnd - before.createdAt;
    const created = await insertKey(transaction, actor, { ...before, expiresAt }, now, {
      made,
      replaces: before.id,
    });
    return {
      ...created,
      before: { ...before, expiresAt: endsAt },
      revokedIds: unused.map((key) => key.id),
      workingIds: replacements.filter((key) => !unused.includes(key)).map((key) => key.id),
    };
  });
}

/** Finds the keys that earlier rotations of a key created, as far as they are valid. */
async function validReplacements(
  transaction: KeyTransaction,
  { accountId }: ApiKeyEntry,
  rotations: readonly KeyRotation[],
  now: number,
): Promise<ApiKeyEntry[]> {
  const found: ApiKeyEntry[] = [];
  for (const { replacedBy } of rotations) {
    const key = replacedBy === null ? null : await transaction.key(replacedBy);
    if (key?.accountId === accountId && isWorking(key, now)) found.push(key);
  }
  return found;
}

function isWorking({ revokedAt, expiresAt }: ApiKeyEntry, now: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

async function endKey(
  transaction: KeyTransaction,
  actor: Actor,
  { id, accountId, mode }: ApiKeyEntry,
  now: number,
): Promise<void> {
  const subjectSeq = await transaction.revoke(id, now);
  await transaction.record({
    actor,
    act: 'key.revoke',
    at: now,
    accountId,
    subject: { kind: 'key', id },
    mode,
    changes: {},
    subjectSeq,
  });
}

async function insertKey(
  transaction: KeyTransaction,
  actor: Actor,
  { accountId, mode, purpose, name, workflowIds, expiresAt }: WantedKey,
  now: number,
  rotation?: { readonly made: ReturnType<typeof createApiKey>; readonly replaces: string },
): Promise<CreatedKey> {
  const { key, id, hash } = rotation?.made ?? createApiKey(mode);
  const scope = workflowIds === null ? null : [...new Set(workflowIds)];
  const known = { id, accountId, mode, purpose, name, workflowIds: scope, expiresAt };
  await transaction.insert({ ...known, hash, now });
  await transaction.record({
    actor,
    act: 'key.create',
    at: now,
    accountId,
    subject: { kind: 'key', id },
    mode,
    changes: {
      purpose,
      workflows: scope?.join(' ') ?? null,
      ...(rotation && { replaces: rotation.replaces }),
    },
  });
  return { entry: { ...known, createdAt: now, lastUsedAt: null, revokedAt: null }, key };
}

async function visibleKey(
  transaction: KeyTransaction,
  actor: Actor,
  act: Act,
  id: string,
): Promise<ApiKeyEntry> {
  const found = await transaction.key(id);
  if (!found || findObstacle(actor, 'key.read', found) !== null) throw noKey();
  refuseAct(actor, act, { accountId: found.accountId, mode: found.mode });
  return found;
}

/**
 * Refuses a live key for executions to an actor who may not read and decide executions, because the key could.
 *
 * @throws {Refusal} FORBIDDEN.
 */
function refuseStrongerKey(
  actor: Actor,
  { accountId, mode, purpose }: Pick<WantedKey, 'accountId' | 'mode' | 'purpose'>,
): void {
  if (mode === 'test' || purpose !== 'executions') return;
  for (const act of ['execution.reveal', 'execution.decide', 'media.read'] as const)
    refuseAct(actor, act, { accountId, mode });
}

function noKey(): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such key.');
}
