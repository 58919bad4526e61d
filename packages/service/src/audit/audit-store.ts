import type { AuditEvent, ChainHead, NewAuditEvent } from './audit-event.ts';

/** Heads of all chains at one time, with a MAC under a key derived from the master key. */
export interface AuditCheckpoint {
  readonly sealedAt: number;
  /** JSON of `[seq, hash]` by chain, exactly as covered by the MAC. */
  readonly heads: string;
  readonly mac: string;
}

/** Filter for a page of events; undefined members do not filter. */
export interface AuditFilter {
  readonly chain?: string | undefined;
  readonly subjectId?: string | undefined;
  readonly act?: string | undefined;
  /** Minimum time of an event, in ms since 1970. */
  readonly since?: number | undefined;
  /** Last event of the previous page. */
  readonly before?: { readonly chain: string; readonly seq: number } | undefined;
  readonly limit: number;
}

/** Stores the audit trail. Events are never changed or removed. */
export interface AuditStore {
  /** Stores an event whose act changes nothing else in the database. */
  append(event: NewAuditEvent): Promise<void>;
  /** Returns events of a chain, in order. */
  eventsAfter(chain: string, seq: number, limit: number): Promise<AuditEvent[]>;
  /** Returns the names of all chains. */
  chains(): Promise<string[]>;
  find(chain: string, seq: number): Promise<AuditEvent | null>;
  /** Returns events by a filter, newest first. */
  page(filter: AuditFilter): Promise<AuditEvent[]>;
  checkpoint(): Promise<AuditCheckpoint | null>;
  putCheckpoint(checkpoint: AuditCheckpoint): Promise<void>;
  /** Stores the event of the first checkpoint and then the checkpoint, both or neither. */
  beginCheckpoints(event: NewAuditEvent, seal: (head: ChainHead) => AuditCheckpoint): Promise<void>;
}

/** Heads by chain. */
export type ChainHeads = Readonly<Record<string, readonly [seq: number, hash: string]>>;

/** Returns the head of a chain; null if the chain has none. */
export function headIn(heads: ChainHeads, chain: string): ChainHead | null {
  const head = Object.hasOwn(heads, chain) ? heads[chain] : undefined;
  return head ? { seq: head[0], hash: head[1] } : null;
}
