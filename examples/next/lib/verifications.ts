import type { Delivery, Status } from './orchestration.ts';

interface Started {
  readonly executionId: string;
  readonly token: string;
}

/** Tables: the latest verification of each user, what was told of each execution, and by which ids. */
interface Tables {
  readonly byUser: Map<string, Started>;
  /**
   * By execution, whether or not its user is known here by now: a webhook can come before the answer to the start does. Keep
   * the sequence as long as the execution.
   */
  readonly told: Map<string, { readonly status: Status; readonly sequence: number }>;
  /** Ids of the deliveries that were taken. Keep them for at least 40 days: what comes again later is stopped by its sequence. */
  readonly taken: Set<string>;
}

// Stands for your database. On the process, not in this module: Next bundles pages and routes each by themselves.
const home = globalThis as typeof globalThis & { verifications?: Tables };
home.verifications ??= { byUser: new Map(), told: new Map(), taken: new Set() };
const { byUser, told, taken } = home.verifications;

/** @returns PENDING while nothing was told. */
export function verificationOf(
  userId: string | undefined,
): (Started & { readonly status: Status }) | undefined {
  const started = userId === undefined ? undefined : byUser.get(userId);
  return started && { ...started, status: told.get(started.executionId)?.status ?? 'PENDING' };
}

export function keepVerification(userId: string, started: Started): void {
  byUser.set(userId, started);
}

/**
 * Records what a webhook told; in a database this is one transaction. A delivery may come twice, and an older one after a newer
 * one: each id counts once, and of several the highest sequence.
 */
export function recordStatus({ id, sequence, data }: Pick<Delivery, 'id' | 'sequence' | 'data'>): void {
  if (taken.has(id)) return;
  taken.add(id);
  if (sequence <= (told.get(data.id)?.sequence ?? 0)) return;
  told.set(data.id, { status: data.status, sequence });
}
