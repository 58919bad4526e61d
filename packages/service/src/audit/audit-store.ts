import type { AuditEvent, ChainHead, NewAuditEvent } from './audit-event.ts';

/** Heads of all chains at one time, sealed under a key that is derived from the master key. */
export interface AuditCheckpoint {
  readonly sealedAt: number;
  /** JSON: by chain its `[seq, hash]`, exactly as it was sealed. */
  readonly heads: string;
  readonly mac: string;
}

/** Filter for a page of events; undefined members do not filter. */
export interface AuditFilter {
  readonly chain?: string | undefined;
  readonly subjectId?: string | undefined;
  readonly act?: string | undefined;
  /** Earliest time of an event, in ms since 1970. */
  readonly since?: number | undefined;
  /** Last event of the previous page. */
  readonly before?: { readonly chain: string; readonly seq: number } | undefined;
  readonly limit: number;
}

/** Keeps the audit trail. Nothing of it changes, and nothing is removed. */
export interface AuditStore {
  /** Stores an event by itself: of an act that changes nothing in the database. */
  append(event: NewAuditEvent): Promise<void>;
  /** Events of a chain in their order. */
  eventsAfter(chain: string, seq: number, limit: number): Promise<AuditEvent[]>;
  /** Names of all chains there may be. */
  chains(): Promise<string[]>;
  find(chain: string, seq: number): Promise<AuditEvent | null>;
  /** The newest first. */
  page(filter: AuditFilter): Promise<AuditEvent[]>;
  checkpoint(): Promise<AuditCheckpoint | null>;
  putCheckpoint(checkpoint: AuditCheckpoint): Promise<void>;
  /** Stores the event of the first checkpoint and the checkpoint behind it, both or neither. */
  beginCheckpoints(event: NewAuditEvent, seal: (head: ChainHead) => AuditCheckpoint): Promise<void>;
}

/** Heads by chain. */
export type ChainHeads = Readonly<Record<string, readonly [seq: number, hash: string]>>;

/** The head of a chain, by the heads. */
export function headIn(heads: ChainHeads, chain: string): ChainHead | null {
  const head = Object.hasOwn(heads, chain) ? heads[chain] : undefined;
  return head ? { seq: head[0], hash: head[1] } : null;
}
