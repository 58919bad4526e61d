import type { AdminDisposal } from '@vendor/contract/admin';
import type { Actor } from '../../access/actor.ts';
import { findObstacle } from '../../access/find-obstacle.ts';
import { type KeyMode, keyModes } from '../../accounts/api-key.ts';
import type { NewAuditEvent } from '../../audit/audit-event.ts';
import type { Clock } from '../../clock.ts';
import { refuseAct } from '../refuse-act.ts';

/**
 * Why the personal data of an execution was removed: its time was over, a person was erased, an operator or somebody in the panel
 * purged this one, sample data was removed, or an older copy of the data had brought it back; `other`: the trail does not tell.
 */
export type DisposalCause = AdminDisposal['cause'];

/** One execution whose personal data was removed. */
export interface Disposal {
  /** Its place in the audit trail of the account. */
  readonly seq: number;
  readonly executionId: string;
  readonly mode: KeyMode;
  /** In ms since 1970. */
  readonly at: number;
  readonly cause: DisposalCause;
  readonly by: { readonly kind: string; readonly id: string };
  /** The one for whom the service removed it; null: nobody, or that was not kept then. */
  readonly orderedBy: { readonly kind: string; readonly id: string } | null;
  /** Pictures, videos and files that went with it; null: it was purged before that was kept. */
  readonly files: number | null;
}

/** Purges of an account, as the audit trail has them. The database implements it. */
export interface DisposalReads {
  /** @param before - those before this place. The newest first. */
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

/** Some disposals, and the place to go on from; null: there are no more. */
export interface DisposalPage {
  readonly disposals: readonly Disposal[];
  readonly next: number | null;
}

/** Read at a time for an export. */
const perRead = 500;

/** Lists whose personal data was removed, the newest first. @throws {Refusal} FORBIDDEN. */
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

/** Reads all disposals for an auditor, and records that it was done. @throws {Refusal} FORBIDDEN. */
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
    const some: Disposal[] = await services.disposals.disposals(accountId, modes, before, perRead);
    if (some.length > 0) yield some;
    if (some.length < perRead) return;
    before = some.at(-1)?.seq ?? null;
  }
}

function modesOf(actor: Actor, accountId: string, mode: KeyMode | null): readonly KeyMode[] {
  if (mode !== null) refuseAct(actor, 'retention.read', { accountId, mode });
  else refuseAct(actor, 'retention.read', { accountId });
  if (mode !== null) return [mode];
  return keyModes.filter((one) => findObstacle(actor, 'retention.read', { accountId, mode: one }) === null);
}
