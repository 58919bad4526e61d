import type { KeyMode } from '../../accounts/api-key.ts';
import type { AuditEvent } from '../../audit/audit-event.ts';

/** Place in the trail of an account: the events after it are older. */
export interface TrailPlace {
  /** In ms since 1970. */
  readonly at: number;
  readonly seq: number;
}

/** Filters that a person chooses; null: not filtered. */
export interface TrailFilter {
  readonly act: string | null;
  /** Id of a person or key, Unix user of an operator, or task of the service. */
  readonly actorId: string | null;
  readonly subjectId: string | null;
  /** Minimum time of an event, in ms since 1970. */
  readonly from: number | null;
  /** Time before which an event must be, in ms since 1970. */
  readonly to: number | null;
}

/** Events that a person may see, besides what {@link TrailFilter} leaves. */
export interface TrailRights {
  /** Modes of the events; events without a mode are always included. */
  readonly modes: readonly KeyMode[];
  /** Acts that are left out. */
  readonly hiddenActs: readonly string[];
}

export interface TrailCall {
  readonly accountId: string;
  readonly filter: TrailFilter & TrailRights;
  /** Place after which to start; null: at the newest event. */
  readonly after: TrailPlace | null;
  /** Maximum number of events. */
  readonly limit: number;
}

/** A page of events, newest first. `next`: place after which the next page starts; null: last page. */
export interface TrailPage {
  readonly events: readonly AuditEvent[];
  readonly next: TrailPlace | null;
}

/** Reads the audit trail of an account. Implemented by the database. */
export interface AccountTrail {
  /**
   * Returns a page of events. Reads a bounded number of events for it, so that a page other than the last can be short or empty.
   */
  page(call: TrailCall): Promise<TrailPage>;
  /** Returns the names of workflows and the URLs of endpoints of the account, by id. */
  subjectNames(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
