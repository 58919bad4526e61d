import type { Clock } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import type { Vault } from '../secrets/vault.ts';
import { serviceChain } from './audit-event.ts';
import type { AuditStore } from './audit-store.ts';
import type { IntegrityAnchor } from './integrity-anchor.ts';
import { sealCheckpoint, type TrailState, trailSeal, verifyTrail } from './verify-trail.ts';

export interface CheckpointServices {
  readonly audit: AuditStore;
  readonly vault: Pick<Vault, 'keyedHash'>;
  readonly clock: Clock;
  readonly anchor?: Pick<IntegrityAnchor, 'read'>;
}

/**
 * Verifies the audit trail and, where nothing is broken, seals where it ends now. A broken trail keeps its checkpoint: what it
 * proves must not be lost.
 *
 * @param from as in {@link verifyTrail}.
 */
export async function renewCheckpoint(
  { clock, ...services }: CheckpointServices,
  from: 'start' | 'checkpoint',
): Promise<TrailState> {
  const { audit, vault } = services;
  const state = await verifyTrail(services, from);
  if (state.breaks.length > 0) return state;
  if (state.sealedAt !== null) {
    await audit.putCheckpoint(sealCheckpoint(vault, state.heads, clock.now()));
    return state;
  }
  // The first: the event says from now on that there is one. Without the other, either would say that somebody removed something.
  await audit.beginCheckpoints(
    {
      actor: { kind: 'system', task: 'integrity' },
      act: 'integrity.seal',
      at: clock.now(),
      accountId: null,
      subject: trailSeal,
      mode: null,
    },
    ({ seq, hash }) => sealCheckpoint(vault, { ...state.heads, [serviceChain]: [seq, hash] }, clock.now()),
  );
  return state;
}

/** Renews the checkpoint every hour, and tells a broken trail. @returns how many checkpoints were sealed. */
export function createCheckpointChore(services: CheckpointServices, logger: Logger): () => Promise<number> {
  return async () => {
    const { breaks, heads } = await renewCheckpoint(services, 'checkpoint');
    for (const { chain, seq, reason } of breaks)
      logger.error('The audit trail is not as it was written: orchestration audit verify', {
        chain,
        seq,
        reason,
      });
    if (breaks.length === 0)
      logger.info('The audit trail was sealed.', { chains: Object.keys(heads).length });
    return breaks.length === 0 ? 1 : 0;
  };
}
