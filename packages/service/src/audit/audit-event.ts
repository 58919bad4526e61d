import { hash } from 'node:crypto';
import type { Actor } from '../access/actor.ts';
import type { KeyMode } from '../accounts/api-key.ts';

/** Acts that the audit trail names. A released one is never renamed: it is part of what was hashed. */
export const auditActs = [
  'account.brand',
  'account.create',
  'account.redirects',
  'account.retention',
  'account.second-step',
  'audit.gap',
  'backup.restore',
  'backup.write',
  'clock.confirm',
  'database.migrate',
  'delivery.redeliver',
  'disposal.export',
  'endpoint.add',
  'endpoint.change',
  'endpoint.disable',
  'endpoint.remove',
  'endpoint.resume',
  'endpoint.rotate-secret',
  'execution.decide',
  'execution.erase',
  'execution.find',
  'execution.finish',
  'execution.purge',
  'execution.read',
  'execution.resend',
  'execution.reveal',
  'execution.start',
  'installation.move',
  'integrity.alarm',
  'integrity.seal',
  'invitation.end',
  'key.create',
  'key.expire',
  'key.refuse',
  'key.revoke',
  'lists.import',
  'lists.remove',
  'master-key.retire',
  'master-key.rotate',
  'media.confirm',
  'media.read',
  'person.change',
  'person.invite',
  'person.join',
  'person.remove',
  'person.seal',
  'person.sign-in',
  'person.sign-in-refused',
  'person.sign-out',
  'retention.confirm',
  'sample.create',
  'sample.remove',
  'session.end',
  'webhooks.hold',
  'webhooks.release',
  'workflow.activate',
  'workflow.add',
  'workflow.change',
  'workflow.deactivate',
  'workflow.draft',
] as const;
export type AuditAct = (typeof auditActs)[number];

/** Kinds of things that acts are done to. */
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

/** Changes of an act: by member its old and its new value. Never personal data. */
export type AuditChanges = Readonly<Record<string, AuditValue | readonly [AuditValue, AuditValue]>>;
type AuditValue = string | number | boolean | null;

/** An act to record. */
export interface NewAuditEvent {
  readonly actor: Actor;
  readonly act: AuditAct;
  /** In ms since 1970. */
  readonly at: number;
  /** The account whose chain it joins; null: the service's own. */
  readonly accountId: string | null;
  readonly subject: { readonly kind: AuditSubjectKind; readonly id: string } | null;
  readonly mode: KeyMode | null;
  readonly changes?: AuditChanges;
  /** Serial of the subject after the act (`seq` of an execution): an older row in its place is recognised by it. */
  readonly subjectSeq?: number;
}

/** A stored event. */
export interface AuditEvent {
  /** Account of the chain; `service`: what concerns no account. */
  readonly chain: string;
  /** Place in its chain, from 1. */
  readonly seq: number;
  readonly at: number;
  readonly actorKind: string;
  readonly actorId: string;
  readonly act: string;
  readonly subjectKind: string | null;
  readonly subjectId: string | null;
  readonly mode: string | null;
  /** JSON, exactly as it was hashed. */
  readonly changes: string | null;
  /** Address that the act came from. */
  readonly address: string | null;
  /** Serial of the subject after the act; named after executions, which had one first. */
  readonly executionSeq: number | null;
  /** Hash of the event before, in hex. */
  readonly previous: string;
  readonly hash: string;
}

/** Place and hash of an event: what the next one in its chain needs. */
export type ChainHead = Pick<AuditEvent, 'seq' | 'hash'>;

/** Chain of what concerns no account. */
export const serviceChain = 'service';
/** Position before the first event of a chain. */
export const chainStart: ChainHead = { seq: 0, hash: '0'.repeat(64) };

const formatVersion = 1;

/**
 * SHA-256 over the canonical form of an event, in hex: the JSON array of the format version and its members in this order,
 * without white space.
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

/** Names the chain that an event joins. */
export function chainOf({ accountId }: Pick<NewAuditEvent, 'accountId'>): string {
  return accountId ?? serviceChain;
}
