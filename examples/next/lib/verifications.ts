import type { Delivery, Status } from './orchestration.ts';

interface Started {
  readonly executionId: string;
  readonly token: string;
}

/** Tables: the latest verification of each user, the status of each execution, and the ids of accepted deliveries. */
interface Tables {
  readonly byUser: Map<string, Started>;
  /**
   * Keyed by execution, because a webhook may arrive before the answer to the start, when its user is still unknown. Keep the
   * sequence as long as the execution.
   */
  readonly statuses: Map<string, { readonly status: Status; readonly sequence: number }>;
  /** Ids of accepted deliveries. Keep them for at least 40 days; later repeats are rejected by their sequence. */
  readonly accepted: Set<string>;
}

// Stands in for your database. Kept on `globalThis`, because Next bundles pages and routes separately, each with its own copy
// of this module.
const home = globalThis as typeof globalThis & { verifications?: Tables };
home.verifications ??= { byUser: new Map(), statuses: new Map(), accepted: new Set() };
const { byUser, statuses, accepted } = home.verifications;

/** Returns the verification of a user; its status is PENDING until a webhook arrives. */
export function verificationOf(
  userId: string | undefined,
): (Started & { readonly status: Status }) | undefined {
  const started = userId === undefined ? undefined : byUser.get(userId);
  return started && { ...started, status: statuses.get(started.executionId)?.status ?? 'PENDING' };
}

export function keepVerification(userId: string, started: Started): void {
  byUser.set(userId, started);
}

/**
 * Records the status from a webhook; with a database, use one transaction. Deliveries may be repeated or arrive out of order:
 * each id counts once, and the highest sequence wins.
 */
export function recordStatus({ id, sequence, data }: Pick<Delivery, 'id' | 'sequence' | 'data'>): void {
  if (accepted.has(id)) return;
  accepted.add(id);
  if (sequence <= (statuses.get(data.id)?.sequence ?? 0)) return;
  statuses.set(data.id, { status: data.status, sequence });
}
