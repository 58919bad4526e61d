import type { AdminDisposal } from '@vendor/contract/admin';
import type { Actor } from '../../access/actor.ts';
import { findObstacle } from '../../access/find-obstacle.ts';
import { type KeyMode, keyModes } from '../../accounts/api-key.ts';
import type { NewAuditEvent } from '../../audit/audit-event.ts';
import type { Clock } from '../../clock.ts';
import { refuseAct } from '../refuse-act.ts';

/**
 * Reason for which the personal data of an execution was removed: its retention ended, a person was erased, an operator or a
 * person in the panel purged it, sample data was removed, or a restored backup had brought it back; `other`: the audit trail
 * does not say.
 */
export type DisposalCause = AdminDisposal['cause'];

/** An execution whose personal data was removed. */
export interface Disposal {
  /** Position in the audit trail of the account. */
  readonly seq: number;
  readonly executionId: string;
  readonly mode: KeyMode;
  /** In ms since 1970. */
  readonly at: number;
  readonly cause: DisposalCause;
  readonly by: { readonly kind: string; readonly id: string };
  /** Actor who requested the removal that the service carried out; null: nobody, or not recorded by older versions. */
  readonly orderedBy: { readonly kind: string; readonly id: string } | null;
  /** Number of pictures, videos and files removed; null: not recorded by older versions. */
  readonly files: number | null;
}

/** Reads the purges of an account from the audit trail. Implemented by the database. */
export interface DisposalReads {
  /** Lists disposals, newest first. @param before - position in the audit trail before which to start; null: the newest. */
  disposals(
    accountId: string,
    modes: readonly KeyMode[],
    before: number | null,
    limit: number,
  ): Promise<Disposal[]>;
}

export interface DisposalServices {
  readonly disposals: DisposalReads;
  readonly clock: Clock;
  /** Adds an act to the audit trail. */
  readonly record: (act: NewAuditEvent) => Promise<void>;
}

/** A page of disposals, and the position where the next page starts; null: last page. */
export interface DisposalPage {
  readonly disposals: readonly Disposal[];
  readonly next: number | null;
}

/** Disposals per query of an export. */
const perRead = 500;

/** Lists the executions whose personal data was removed, newest first. @throws {Refusal} FORBIDDEN. */
export async function listDisposals(
  { disposals }: Pick<DisposalServices, 'disposals'>,
  actor: Actor,
  accountId: string,
  { before, limit, mode }: { before: number | null; limit: number; mode: KeyMode | null },
): Promise<DisposalPage> {
  const found = await disposals.disposals(accountId, modesOf(actor, accountId, mode), before, limit + 1);
  const shown = found.slice(0, limit);
  return { disposals: shown, next: found.length > limit ? (shown.at(-1)?.seq ?? null) : null };
}

/** Exports all disposals for an auditor, and records the export. @throws {Refusal} FORBIDDEN. */
export async function* exportDisposals(
  services: DisposalServices,
  actor: Actor,
  accountId: string,
  mode: KeyMode | null,
): AsyncGenerator<readonly Disposal[]> {
  const modes = modesOf(actor, accountId, mode);
  await services.record({
    actor,
    act: 'disposal.export',
    at: services.clock.now(),
    accountId,
    subject: { kind: 'account', id: accountId },
    mode,
  });
  let before: number | null = null;
  for (;;) {
    const batch: Disposal[] = await services.disposals.disposals(accountId, modes, before, perRead);
    if (batch.length > 0) yield batch;
    if (batch.length < perRead) return;
    before = batch.at(-1)?.seq ?? null;
  }
}

function modesOf(actor: Actor, accountId: string, mode: KeyMode | null): readonly KeyMode[] {
  if (mode !== null) refuseAct(actor, 'retention.read', { accountId, mode });
  else refuseAct(actor, 'retention.read', { accountId });
  if (mode !== null) return [mode];
  return keyModes.filter((one) => findObstacle(actor, 'retention.read', { accountId, mode: one }) === null);
}
