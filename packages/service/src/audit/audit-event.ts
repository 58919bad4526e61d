import { hash } from 'node:crypto';
import type { AuditAct } from '@vendor/contract/admin';
import type { Actor } from '../access/actor.ts';
import type { KeyMode } from '../accounts/api-key.ts';

/** Kinds of subjects of acts. */
export type AuditSubjectKind =
  | 'account'
  | 'backup'
  | 'credentials'
  | 'database'
  | 'delivery'
  | 'endpoint'
  | 'execution'
  | 'invitation'
  | 'key'
  | 'list'
  | 'master-key'
  | 'person'
  | 'seal'
  | 'session'
  | 'workflow';

/** Changes of an act: for each member, its value, or its old and new value. Never personal data. */
export type AuditChanges = Readonly<Record<string, AuditValue | readonly [AuditValue, AuditValue]>>;
type AuditValue = string | number | boolean | null;

/** An act to record. */
export interface NewAuditEvent {
  readonly actor: Actor;
  readonly act: AuditAct;
  /** In ms since 1970. */
  readonly at: number;
  /** The account whose chain gets the event; null: the chain of the service. */
  readonly accountId: string | null;
  readonly subject: { readonly kind: AuditSubjectKind; readonly id: string } | null;
  readonly mode: KeyMode | null;
  readonly changes?: AuditChanges;
  /**
   * Serial of the subject after the act: a number that grows with its changes (for an execution, its `seq`). It reveals an
   * older row that somebody put back.
   */
  readonly subjectSeq?: number;
}

/** A stored event. */
export interface AuditEvent {
  /** Account of the chain; `service` for events without an account. */
  readonly chain: string;
  /** Position in its chain, from 1. */
  readonly seq: number;
  readonly at: number;
  readonly actorKind: string;
  readonly actorId: string;
  readonly act: string;
  readonly subjectKind: string | null;
  readonly subjectId: string | null;
  readonly mode: string | null;
  /** JSON, exactly as hashed. */
  readonly changes: string | null;
  /** IP address from which the act was requested. */
  readonly address: string | null;
  /** Serial of the subject after the act. Named after executions, which had a serial first. */
  readonly executionSeq: number | null;
  /** Hash of the previous event, in hex. */
  readonly previous: string;
  readonly hash: string;
}

/** Position and hash of an event, which the next event in its chain needs. */
export type ChainHead = Pick<AuditEvent, 'seq' | 'hash'>;

/** Chain of the events without an account. */
export const serviceChain = 'service';
/** Position and hash before the first event of a chain. */
export const chainStart: ChainHead = { seq: 0, hash: '0'.repeat(64) };

const formatVersion = 1;

/**
 * Computes the SHA-256 of an event's canonical form, in hex. The canonical form is the JSON array, without white space, of the
 * format version and the event's members in this order.
 */
export function hashAuditEvent(event: Omit<AuditEvent, 'hash'>): string {
  const members = [
    formatVersion,
    event.chain,
    event.seq,
    event.at,
    event.actorKind,
    event.actorId,
    event.act,
    event.subjectKind,
    event.subjectId,
    event.mode,
    event.changes,
    event.address,
    event.executionSeq,
    event.previous,
  ];
  return hash('sha256', JSON.stringify(members), 'hex');
}

/** Returns the name of the chain that gets an event. */
export function chainOf({ accountId }: Pick<NewAuditEvent, 'accountId'>): string {
  return accountId ?? serviceChain;
}

/** Parses the changes of an event. Returns none if somebody changed them to something else. */
export function changesIn({ changes }: Pick<AuditEvent, 'changes'>): AuditChanges {
  try {
    return (JSON.parse(changes ?? '{}') ?? {}) as AuditChanges;
  } catch {
    return {};
  }
}
