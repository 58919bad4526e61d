import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import type { Vault } from '../secrets/vault.ts';
import { type AuditEvent, serviceChain } from './audit-event.ts';
import type { AuditStore, ChainHeads } from './audit-store.ts';
import type { IntegrityAlarm } from './integrity-alarm.ts';
import type { IntegrityAnchor } from './integrity-anchor.ts';
import { sealCheckpoint, sortedHeads, type TrailState, trailSeal, verifyTrail } from './verify-trail.ts';

export interface CheckpointServices {
  readonly audit: AuditStore;
  readonly vault: Pick<Vault, 'keyedHash'>;
  readonly clock: Clock;
  readonly anchor?: Pick<IntegrityAnchor, 'read'>;
}

/**
 * Verifies the audit trail and, if it is intact, seals its current end. A broken trail keeps its checkpoint as evidence.
 *
 * @param from - as in {@link verifyTrail}.
 * @param observe - as in {@link verifyTrail}.
 */
export async function renewCheckpoint(
  { clock, ...services }: CheckpointServices,
  from: 'start' | 'checkpoint',
  observe?: (event: AuditEvent) => void,
): Promise<TrailState> {
  const { audit, vault } = services;
  const state = await verifyTrail(services, from, undefined, observe);
  if (state.breaks.length > 0) return state;
  if (state.sealedAt !== null) {
    await audit.putCheckpoint(sealCheckpoint(vault, state.heads, clock.now()));
    return state;
  }
  // The first checkpoint also leaves an event. Both are stored together: from now on, either one without the other means that
  // something was removed.
  let heads = state.heads;
  await audit.beginCheckpoints(
    {
      actor: { kind: 'system', task: 'integrity' },
      act: 'integrity.seal',
      at: clock.now(),
      accountId: null,
      subject: trailSeal,
      mode: null,
    },
    ({ seq, hash }) => {
      heads = { ...heads, [serviceChain]: [seq, hash] };
      return sealCheckpoint(vault, heads, clock.now());
    },
  );
  return { ...state, heads };
}

/** Additional dependencies of the hourly check. */
export interface CheckpointChoreParts extends CheckpointServices {
  readonly alarm: Pick<IntegrityAlarm, 'raiseTrail' | 'raiseSchema'>;
  /** Finds triggers and views in the database that are not as the service created them. */
  findSchemaFaults(): Promise<readonly { readonly name: string; readonly fault: string }[]>;
}

/**
 * Renews the checkpoint every hour. Raises alarms for a broken trail, and for foreign triggers and views. The log line, kept
 * elsewhere, proves later where the trail ended.
 *
 * @returns the number of sealed checkpoints.
 */
export function createCheckpointChore(parts: CheckpointChoreParts, logger: Logger): () => Promise<number> {
  return async () => {
    for (const { name, fault } of await parts.findSchemaFaults()) parts.alarm.raiseSchema(name, fault);
    const { breaks, heads } = await renewCheckpoint(parts, 'checkpoint');
    for (const found of breaks) parts.alarm.raiseTrail(found);
    if (breaks.length > 0) return 0;
    logger.info('The audit trail was sealed.', summaryOf(heads));
    return 1;
  };
}

function summaryOf(heads: ChainHeads) {
  return {
    chains: Object.keys(heads).length,
    events: Object.values(heads).reduce((sum, [seq]) => sum + seq, 0),
    headsSha256: digestOfHeads(heads),
  };
}

/** Returns the SHA-256 of the heads as sealed, in hex, in groups of 8: the log hides longer runs, which may be secrets. */
export function digestOfHeads(heads: ChainHeads): string {
  const hex = createHash('sha256').update(sortedHeads(heads), 'utf8').digest('hex');
  return hex.replace(/.{8}(?=.)/g, '$&:');
}

/** Interval of verifications of the whole trail. */
const walkEveryMs = 24 * 60 * 60 * 1000;

/**
 * Verifies the whole trail once a day and after each start, because the hourly check trusts everything before its checkpoint.
 * Raises an alarm for each broken chain.
 *
 * @param rest - awaited after each page, so that a long trail leaves resources to the service.
 */
export function createTrailWalk(
  {
    clock,
    alarm,
    rest,
    ...services
  }: Omit<CheckpointChoreParts, 'findSchemaFaults'> & {
    rest(): Promise<void>;
  },
  logger: Logger,
): (signal: AbortSignal) => Promise<number> {
  let walkedAt = Number.NEGATIVE_INFINITY;
  return async (signal) => {
    const now = clock.now();
    if (now >= walkedAt && now - walkedAt < walkEveryMs) return 0;
    const { breaks, events } = await verifyTrail(services, 'start', async () => {
      signal.throwIfAborted();
      await rest();
    });
    for (const found of breaks) alarm.raiseTrail(found);
    if (breaks.length === 0) logger.info('The whole audit trail was verified: it is unchanged.', { events });
    walkedAt = now;
    return 0;
  };
}
