import {
  type AdminAuditEvent,
  type AdminAuditExport,
  adminAuditExportSchema,
  adminAuditPageSchema,
  adminPageSize,
  auditActs,
} from '@vendor/contract/admin';
import { z } from 'zod';
import type { TrailFilter } from '../../administration/audit/account-trail.ts';
import { type ExportTrailServices, exportTrail } from '../../administration/audit/export-trail.ts';
import { type ListTrailServices, listTrail } from '../../administration/audit/list-trail.ts';
import type { RequestContext } from '../../http/app-environment.ts';
import { csvLine } from '../../http/csv.ts';
import { dateOrTime, oneOf, type QueryKind, readQuery, wholeNumber } from '../../http/query.ts';
import { limitParameter, placeParameter, textParameter } from '../../openapi/admin-operation.ts';
import type { AdminRoute } from '../admin-route.ts';

/** Services of the routes for the audit trail. */
export type AdminAuditServices = ListTrailServices & ExportTrailServices;

const subjectId: QueryKind<string> = {
  read: (text) => (/^[\w-]{1,64}$/.test(text) ? text : null),
  must: 'must be the id of an execution, workflow, key, endpoint or person',
};
const actorId: QueryKind<string> = {
  read: (text) => (/^[\w.@\\+-]{1,64}$/.test(text) ? text : null),
  must: 'must be the id of a person or key, or the name of an operator',
};

const anyText: QueryKind<string> = { read: (text) => text, must: 'must be a text' };

const filterQuery = {
  act: oneOf(auditActs),
  actor: actorId,
  subject: subjectId,
  from: dateOrTime,
  to: dateOrTime,
};

/** Descriptions of the parameters in {@link filterQuery} for the OpenAPI document. */
const filterParameters: Readonly<Record<keyof typeof filterQuery, z.ZodType>> = {
  act: z.enum(auditActs).optional().describe('Only events of this act.'),
  actor: textParameter('Only acts of this person, key, operator or task of the service.'),
  subject: textParameter('Only acts on the subject with this id.'),
  from: textParameter('Only events at this time or later.'),
  to: textParameter('Only events before this time.'),
};

const pageQuery = {
  ...filterQuery,
  after: anyText,
  limit: wholeNumber(1, 200),
};

/** Creates the routes for the audit trail of the account. */
export function auditRoutes(services: AdminAuditServices): AdminRoute[] {
  return [
    {
      method: 'GET',
      path: 'audit',
      access: 'audit.read',
      operation: {
        summary: 'List the audit trail',
        query: { ...filterParameters, after: placeParameter, limit: limitParameter },
        reply: adminAuditPageSchema,
      },
      isCompressed: true,
      answer(context, person) {
        const query = readQuery(context, pageQuery);
        return listTrail(
          services,
          person,
          filterOf(query),
          query.after ?? null,
          query.limit ?? adminPageSize,
        );
      },
    },
    {
      method: 'GET',
      path: 'audit/export',
      access: 'audit.read',
      operation: {
        summary: 'Export the audit trail as CSV',
        query: filterParameters,
        reply: adminAuditExportSchema,
      },
      isCompressed: true,
      async answer(context: RequestContext, person): Promise<AdminAuditExport> {
        const filter = filterOf(readQuery(context, filterQuery));
        const { events, isCut } = await exportTrail(services, person, filter);
        const csv = csvLine(columns) + events.map(lineOf).join('');
        return { csv, rows: events.length, isCut };
      },
    },
  ];
}

function filterOf(query: {
  readonly act?: TrailFilter['act'] | undefined;
  readonly actor?: string | undefined;
  readonly subject?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}): TrailFilter {
  return {
    act: query.act ?? null,
    actorId: query.actor ?? null,
    subjectId: query.subject ?? null,
    from: query.from ?? null,
    to: query.to ?? null,
  };
}

const columns = [
  'position',
  'time',
  'actor',
  'actor id',
  'actor name',
  'act',
  'subject',
  'subject id',
  'subject name',
  'mode',
  'changes',
  'address',
];

function lineOf({ seq, at, by, act, subject, mode, changes, address }: AdminAuditEvent): string {
  return csvLine([
    seq,
    at,
    by.kind,
    by.id,
    by.name,
    act,
    subject?.kind ?? null,
    subject?.id ?? null,
    subject?.name ?? null,
    mode,
    changes && JSON.stringify(changes),
    address,
  ]);
}
