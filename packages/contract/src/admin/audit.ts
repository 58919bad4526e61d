import { z } from 'zod';
import { adminActorSchema } from './actor.ts';

const time = z.iso.datetime();
const mode = z.enum(['live', 'test']);

/** Acts in the audit trail. Released names never change, because they are part of hashes. */
export const auditActs = [
  'account.brand',
  'account.create',
  'account.redirects',
  'account.retention',
  'account.second-step',
  'audit.export',
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

/** Maximum number of events in one exported file. */
export const maxExportedEvents = 10_000;

/** Subject of an event, such as an execution or an API key. */
export const adminAuditSubjectSchema = z.object({
  kind: z.string().meta({
    description: 'Kind of the subject, such as execution, workflow, key, endpoint, person or account.',
  }),
  id: z.string().meta({ description: 'Id, unique within its kind.' }),
  name: z.string().nullable().meta({
    description:
      'Current name of a workflow, key or person, or the address of an endpoint; null if it has none or no longer exists.',
  }),
});
export type AdminAuditSubject = z.infer<typeof adminAuditSubjectSchema>;

/** An event in the audit trail of the account. */
export const adminAuditEventSchema = z.object({
  seq: z.int().meta({ description: 'Position in the audit trail of the account.' }),
  at: time.meta({ description: 'Time of the act.' }),
  by: adminActorSchema.meta({ description: 'Actor of the act.' }),
  act: z.string().meta({ description: 'Act, such as `key.create`.' }),
  subject: adminAuditSubjectSchema.nullable().meta({ description: 'Subject of the act, if it has one.' }),
  mode: mode.nullable().meta({ description: 'live or test; null if the subject has no mode.' }),
  changes: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: 'Changed members, each as `[old, new]` or the new value.' }),
  address: z.string().nullable().meta({ description: 'IP address of the request.' }),
});
export type AdminAuditEvent = z.infer<typeof adminAuditEventSchema>;

/** `data` of `GET audit`. */
export const adminAuditPageSchema = z.object({
  events: z.array(adminAuditEventSchema).meta({ description: 'Events, newest first.' }),
  next: z.string().nullable().meta({
    description: '`after` of the next page; null on the last page. Other pages may also be short or empty.',
  }),
});
export type AdminAuditPage = z.infer<typeof adminAuditPageSchema>;

/** `data` of `GET audit/export`. */
export const adminAuditExportSchema = z.object({
  csv: z.string().meta({ description: 'Content of the file (RFC 4180), with a line of headings.' }),
  rows: z.int().meta({ description: 'Number of events in it.' }),
  isCut: z.boolean().meta({ description: 'Whether older events matched the filters but were left out.' }),
});
export type AdminAuditExport = z.infer<typeof adminAuditExportSchema>;
