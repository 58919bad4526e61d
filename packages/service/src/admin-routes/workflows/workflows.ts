import {
  type AdminDefinitionFault,
  type AdminTrial,
  type AdminWorkflow,
  type AdminWorkflowDefinition,
  type AdminWorkflowDetail,
  type AdminWorkflowDraft,
  type AdminWorkflowList,
  type AdminWorkflowVersion,
  adminDraftRequestSchema,
  adminPublishRequestSchema,
  adminRestoreRequestSchema,
  adminTrialRequestSchema,
  adminTrialSchema,
  adminWorkflowChangeSchema,
  adminWorkflowDefinitionSchema,
  adminWorkflowDetailSchema,
  adminWorkflowListSchema,
  adminWorkflowRequestSchema,
} from '@vendor/contract/admin';
import type { z } from 'zod';
import type { PersonActor } from '../../access/actor.ts';
import { type ActorNames, actorOf, namedActor } from '../../administration/runs/actor-names.ts';
import {
  createWorkflow,
  listAccountWorkflows,
  noWorkflow,
  readDefinition,
  readWorkflow,
  renameWorkflow,
  setActive,
  type WorkflowServices,
} from '../../administration/workflows/administer-workflows.ts';
import { checkDefinition } from '../../administration/workflows/check-definition.ts';
import { dropDraft, publishDraft, restoreVersion, saveDraft } from '../../administration/workflows/drafts.ts';
import { tryDefinition } from '../../administration/workflows/try-definition.ts';
import type { WorkflowDraft, WorkflowEntry } from '../../administration/workflows/workflow-store.ts';
import type { RequestContext } from '../../http/app-environment.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import { wholeNumber } from '../../http/query.ts';
import { Refusal, refuseMember } from '../../refusal.ts';
import type { AdminRoute } from '../admin-route.ts';

export interface AdminWorkflowServices extends WorkflowServices {
  readonly names: ActorNames;
}

/** Creates the routes for workflows: list, versions, drafts, and trials that store and start nothing. */
export function workflowRoutes(services: AdminWorkflowServices): readonly AdminRoute[] {
  const detail = (person: PersonActor, id: string) => describeWorkflow(services, person, id);
  return [
    {
      method: 'GET',
      path: 'workflows',
      access: 'workflow.read',
      operation: { summary: 'List workflows', reply: adminWorkflowListSchema },
      async answer(_context, person): Promise<AdminWorkflowList> {
        const entries = await listAccountWorkflows(services, person, person.accountId);
        return { workflows: entries.map((entry) => viewEntry(entry, entry.hasDraft)) };
      },
    },
    {
      method: 'POST',
      path: 'workflows',
      access: 'workflow.change',
      operation: {
        summary: 'Create a workflow',
        body: adminWorkflowRequestSchema,
        reply: adminWorkflowDetailSchema,
      },
      async answer(context, person): Promise<AdminWorkflowDetail> {
        const { name, definition } = await bodyOf(context, adminWorkflowRequestSchema);
        const { data, faults } = checkDefinition(JSON.stringify(definition ?? null));
        if (!data)
          throw new Refusal(
            'INVALID_REQUEST_BODY',
            'The definition is not a valid workflow.',
            faults.map((fault) => ({
              pointer: `/definition${fault.pointer ?? ''}`,
              code: fault.code,
              detail: fault.detail,
            })),
          );
        const wanted = { accountId: person.accountId, name, active: false, definition: data };
        return detail(person, (await createWorkflow(services, person, wanted)).id);
      },
    },
    {
      method: 'POST',
      path: 'workflows/try',
      access: 'workflow.read',
      operation: {
        summary: 'Try a definition with assumed facts',
        body: adminTrialRequestSchema,
        reply: adminTrialSchema,
      },
      async answer(context): Promise<AdminTrial> {
        const { content, facts } = await bodyOf(context, adminTrialRequestSchema);
        return tryDefinition(content, facts ?? {});
      },
    },
    {
      method: 'GET',
      path: 'workflows/:id',
      access: 'workflow.read',
      operation: {
        summary: 'Show a workflow with its versions and draft',
        reply: adminWorkflowDetailSchema,
      },
      answer: (context, person) => detail(person, idOf(context)),
    },
    {
      method: 'PATCH',
      path: 'workflows/:id',
      access: 'workflow.publish',
      operation: {
        summary: 'Rename, activate or deactivate a workflow',
        body: adminWorkflowChangeSchema,
        reply: adminWorkflowDetailSchema,
      },
      async answer(context, person): Promise<AdminWorkflowDetail> {
        const { name, active } = await bodyOf(context, adminWorkflowChangeSchema);
        const id = idOf(context);
        if (name !== undefined) await renameWorkflow(services, person, id, name);
        if (active !== undefined) await setActive(services, person, id, active);
        return detail(person, id);
      },
    },
    {
      method: 'GET',
      path: 'workflows/:id/versions/:version',
      access: 'workflow.read',
      operation: {
        summary: 'Show the definition of a version',
        reply: adminWorkflowDefinitionSchema,
      },
      async answer(context, person): Promise<AdminWorkflowDefinition> {
        const version = wholeNumber(1).read(context.req.param('version') ?? '');
        if (version === null) throw noWorkflow();
        return { definition: await readDefinition(services, person, idOf(context), version) };
      },
    },
    {
      method: 'PUT',
      path: 'workflows/:id/draft',
      access: 'workflow.change',
      operation: {
        summary: 'Save the draft of a workflow',
        body: adminDraftRequestSchema,
        reply: adminWorkflowDetailSchema,
      },
      async answer(context, person): Promise<AdminWorkflowDetail> {
        const { content, ...seen } = await bodyOf(context, adminDraftRequestSchema);
        if (!isJson(content)) throw refuseMember('INVALID_REQUEST_BODY', '/content', 'must be JSON');
        await saveDraft(services, person, idOf(context), content, seen);
        return detail(person, idOf(context));
      },
    },
    {
      method: 'POST',
      path: 'workflows/:id/draft/restore',
      access: 'workflow.change',
      operation: {
        summary: 'Copy an earlier version into the draft',
        body: adminRestoreRequestSchema,
        reply: adminWorkflowDetailSchema,
      },
      async answer(context, person): Promise<AdminWorkflowDetail> {
        const { from, ...seen } = await bodyOf(context, adminRestoreRequestSchema);
        await restoreVersion(services, person, idOf(context), from, seen);
        return detail(person, idOf(context));
      },
    },
    {
      method: 'POST',
      path: 'workflows/:id/draft/drop',
      access: 'workflow.change',
      operation: {
        summary: 'Discard the draft',
        body: adminPublishRequestSchema,
        reply: adminWorkflowDetailSchema,
      },
      async answer(context, person): Promise<AdminWorkflowDetail> {
        const { version, revision } = await bodyOf(context, adminPublishRequestSchema);
        await dropDraft(services, person, idOf(context), { version, revision });
        return detail(person, idOf(context));
      },
    },
    {
      method: 'POST',
      path: 'workflows/:id/draft/publish',
      access: 'workflow.publish',
      operation: {
        summary: 'Publish the draft',
        body: adminPublishRequestSchema,
        reply: adminWorkflowDetailSchema,
      },
      async answer(context, person): Promise<AdminWorkflowDetail> {
        const { comment, ...seen } = await bodyOf(context, adminPublishRequestSchema);
        await publishDraft(services, person, idOf(context), seen, comment || null);
        return detail(person, idOf(context));
      },
    },
  ];
}

async function bodyOf<Schema extends z.ZodType>(
  context: RequestContext,
  schema: Schema,
): Promise<z.infer<Schema>> {
  return parseBody(schema, await readJson(context.req.raw, 'INVALID_REQUEST_BODY'));
}

function idOf(context: RequestContext): string {
  return context.req.param('id') ?? '';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function describeWorkflow(
  services: AdminWorkflowServices,
  person: PersonActor,
  id: string,
): Promise<AdminWorkflowDetail> {
  const { entry, definition, versions, draft, requiredInputs } = await readWorkflow(services, person, id);
  const authors = [draft?.author, ...versions.map(({ author }) => author)].flatMap((author) =>
    author ? [actorOf(author).id] : [],
  );
  const names = await services.names.namesOf(entry.accountId, [...new Set(authors)]);
  const viewAuthor = (author: string) => namedActor(actorOf(author), names);
  return {
    ...viewEntry(entry, draft !== null),
    requiredInputs,
    definition,
    versions: versions.map(
      ({ version, publishedAt, author, comment }): AdminWorkflowVersion => ({
        version,
        publishedAt: publishedAt === null ? null : toIsoString(publishedAt),
        author: author === null ? null : viewAuthor(author),
        comment,
      }),
    ),
    draft: draft && viewDraft(draft, viewAuthor),
  };
}

function viewDraft(
  { content, revision, savedAt, author }: WorkflowDraft,
  viewAuthor: (author: string) => AdminWorkflowDraft['author'],
): AdminWorkflowDraft {
  const faults = checkDefinition(content).faults.map(
    ({ pointer, detail }): AdminDefinitionFault => ({ pointer: pointer ?? '', detail }),
  );
  return { content, revision, savedAt: toIsoString(savedAt), author: viewAuthor(author), faults };
}

function viewEntry({ accountId: _, ...entry }: WorkflowEntry, hasDraft: boolean): AdminWorkflow {
  return { ...entry, createdAt: toIsoString(entry.createdAt), hasDraft };
}

function toIsoString(time: number): string {
  return new Date(time).toISOString();
}
