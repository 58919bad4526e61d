import {
  type AdminActor,
  type AdminDisposal,
  type AdminDisposalList,
  type AdminKeptTime,
  type AdminRetention,
  adminDisposalListSchema,
  adminKeptTimeSchema,
  adminRetentionPlanRequestSchema,
  adminRetentionRequestSchema,
  adminRetentionSchema,
} from '@vendor/contract/admin';
import type { PersonActor } from '../../access/actor.ts';
import {
  changeRetention,
  type KeptTime,
  maxCounted,
  planRetention,
  type RetentionServices,
  readRetention,
} from '../../administration/retention/administer-retention.ts';
import {
  type Disposal,
  type DisposalServices,
  exportDisposals,
  listDisposals,
} from '../../administration/retention/list-disposals.ts';
import { type ActorNames, namedActor } from '../../administration/runs/actor-names.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import { csvLine } from '../../http/csv.ts';
import { oneOf, readQuery, wholeNumber } from '../../http/query.ts';
import { limitParameter, modeParameter, placeParameter } from '../../openapi/admin-operation.ts';
import type { AdminRoute } from '../admin-route.ts';

/** Services of the routes for retention and disposals. */
export type AdminRetentionServices = RetentionServices & DisposalServices & { readonly names: ActorNames };

const mode = oneOf(['live', 'test']);
const pageSize = 50;

/** Creates the routes for retention and disposals. */
export function retentionRoutes(services: AdminRetentionServices): AdminRoute[] {
  const answer = async (person: PersonActor): Promise<AdminRetention> => ({
    kept: (await readRetention(services, person, person.accountId)).map(viewKept),
  });
  return [
    {
      method: 'GET',
      path: 'retention',
      access: 'retention.read',
      operation: { summary: 'Show how long data is kept', reply: adminRetentionSchema },
      answer: (_context, person) => answer(person),
    },
    {
      method: 'POST',
      path: 'retention/plan',
      access: 'retention.change',
      operation: {
        summary: 'Preview a change of the retention',
        body: adminRetentionPlanRequestSchema,
        reply: adminKeptTimeSchema,
      },
      async answer(context, person): Promise<AdminKeptTime> {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const change = parseBody(adminRetentionPlanRequestSchema, body);
        return viewKept(await planRetention(services, person, { ...change, accountId: person.accountId }));
      },
    },
    {
      method: 'PUT',
      path: 'retention',
      access: 'retention.change',
      operation: {
        summary: 'Change how long data is kept',
        body: adminRetentionRequestSchema,
        reply: adminRetentionSchema,
      },
      needsRecentSignIn: 'in-use-case',
      async answer(context, person) {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const change = parseBody(adminRetentionRequestSchema, body);
        await changeRetention(services, person, { ...change, accountId: person.accountId });
        return answer(person);
      },
    },
    {
      method: 'GET',
      path: 'disposals',
      access: 'retention.read',
      operation: {
        summary: 'List purges',
        query: { mode: modeParameter, after: placeParameter, limit: limitParameter },
        reply: adminDisposalListSchema,
      },
      async answer(context, person): Promise<AdminDisposalList> {
        const query = readQuery(context, { mode, after: wholeNumber(1), limit: wholeNumber(1, 200) });
        const page = await listDisposals(services, person, person.accountId, {
          mode: query.mode ?? null,
          before: query.after ?? null,
          limit: query.limit ?? pageSize,
        });
        const disposals = await viewDisposals(services, person, page.disposals);
        return { disposals, next: page.next === null ? null : String(page.next) };
      },
    },
    {
      method: 'GET',
      path: 'disposals/export',
      access: 'retention.read',
      operation: { summary: 'Export all purges', query: { mode: modeParameter }, reply: ['text/csv'] },
      async answer(context, person) {
        const query = readQuery(context, { mode });
        return csvReply(csvOf(services, person, query.mode ?? null));
      },
    },
  ];
}

function viewKept({ mode, days, outlook, firstPurgeAt }: KeptTime): AdminKeptTime {
  return {
    mode,
    days,
    due: { count: Math.min(outlook.due, maxCounted), capped: outlook.due > maxCounted },
    waits: outlook.due > 0 && outlook.waits,
    firstPurgeAt: firstPurgeAt === null ? null : toIsoString(firstPurgeAt),
  };
}

async function viewDisposals(
  { names }: Pick<AdminRetentionServices, 'names'>,
  { accountId }: PersonActor,
  disposals: readonly Disposal[],
): Promise<AdminDisposal[]> {
  const actors = disposals.flatMap(({ by, orderedBy }) => [by, ...(orderedBy ? [orderedBy] : [])]);
  const people = actors.flatMap(({ kind, id }) => (kind === 'person' ? [id] : []));
  const known = await names.namesOf(accountId, [...new Set(people)]);
  return disposals.map(({ seq: _, at, by, orderedBy, ...disposal }) => ({
    ...disposal,
    at: toIsoString(at),
    by: namedActor(by, known),
    orderedBy: orderedBy && namedActor(orderedBy, known),
  }));
}

const columns = ['run', 'mode', 'removed at', 'why', 'removed by', 'files', 'ordered by'];

async function* csvOf(
  services: AdminRetentionServices,
  person: PersonActor,
  onlyMode: 'live' | 'test' | null,
): AsyncGenerator<string> {
  const pages = exportDisposals(services, person, person.accountId, onlyMode);
  let isBegun = false;
  for await (const page of pages) {
    if (!isBegun) yield csvLine(columns);
    isBegun = true;
    const rows = await viewDisposals(services, person, page);
    yield rows
      .map(({ executionId, mode, at, cause, by, files, orderedBy }) =>
        csvLine([executionId, mode, at, cause, wordsOf(by), files, orderedBy ? wordsOf(orderedBy) : '']),
      )
      .join('');
  }
  if (!isBegun) yield csvLine(columns);
}

function wordsOf({ kind, id, name }: AdminActor): string {
  return `${kind}: ${name ?? id}`;
}

/** Streams a table while it is read, so that only a part of it is in memory. */
async function csvReply(pieces: AsyncGenerator<string>): Promise<Response> {
  // Reads the first part before replying, so that a refusal can still be sent.
  let first: IteratorResult<string> | null = await pieces.next();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = first ?? (await pieces.next());
      first = null;
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="disposals.csv"',
    },
  });
}

function toIsoString(time: number): string {
  return new Date(time).toISOString();
}
