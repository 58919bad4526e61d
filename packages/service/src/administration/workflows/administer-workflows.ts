import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Actor, nameOfActor } from '../../access/actor.ts';
import { findObstacle } from '../../access/find-obstacle.ts';
import type { AuditAct, AuditChanges } from '../../audit/audit-event.ts';
import type { Clock } from '../../clock.ts';
import { checkBody } from '../../faults.ts';
import { holdsMoreValues } from '../../http/bodies/json-values.ts';
import { nestsDeeper } from '../../json-depth.ts';
import { Refusal } from '../../refusal.ts';
import { type WorkflowDefinition, workflowDefinitionSchema } from '../../workflows/definition.ts';
import { requiredInputs } from '../../workflows/required-inputs.ts';
import { refuseAct } from '../refuse-act.ts';
import type {
  VersionEntry,
  WorkflowDraft,
  WorkflowEntry,
  WorkflowStore,
  WorkflowTransaction,
} from './workflow-store.ts';

export interface WorkflowServices {
  readonly workflows: WorkflowStore;
  readonly clock: Clock;
}

/** Reason for publishing a version; null: none was given. */
type Comment = string | null;

/** State of a workflow on which an author's change is based, to notice concurrent changes. */
export interface SeenDraft {
  /** Version that new executions got. */
  readonly version: number;
  /** Revision of the draft; 0: there was none. */
  readonly revision: number;
}

/** Lists the workflows of an account, oldest first, and whether each has a draft. @throws {Refusal} FORBIDDEN. */
export async function listAccountWorkflows(
  { workflows }: Pick<WorkflowServices, 'workflows'>,
  actor: Actor,
  accountId: string,
): Promise<(WorkflowEntry & { readonly hasDraft: boolean })[]> {
  refuseAct(actor, 'workflow.read', { accountId });
  const drafted = new Set(await workflows.drafted(accountId));
  const entries = await workflows.workflows(accountId);
  return entries.map((entry) => ({ ...entry, hasDraft: drafted.has(entry.id) }));
}

/** A workflow with all its versions and its draft. */
export interface ShownWorkflow {
  readonly entry: WorkflowEntry;
  /** Current version. */
  readonly definition: WorkflowDefinition;
  /** Inputs that a request to start it must contain. */
  readonly requiredInputs: string[];
  /** Newest first. */
  readonly versions: VersionEntry[];
  readonly draft: WorkflowDraft | null;
}

/** Reads a workflow with all its versions and its draft. @throws {Refusal} WORKFLOW_NOT_FOUND. */
export async function readWorkflow(
  { workflows }: Pick<WorkflowServices, 'workflows'>,
  actor: Actor,
  id: string,
): Promise<ShownWorkflow> {
  const entry = requireVisible(await workflows.workflow(id), actor);
  const definition = await workflows.definition(id, entry.version);
  if (!definition) throw noWorkflow();
  return {
    entry,
    definition,
    requiredInputs: [...requiredInputs(definition)],
    versions: await workflows.versions(id),
    draft: await workflows.draft(id),
  };
}

/** Reads the definition of a version. @throws {Refusal} WORKFLOW_NOT_FOUND, also for an unknown version. */
export async function readDefinition(
  { workflows }: Pick<WorkflowServices, 'workflows'>,
  actor: Actor,
  id: string,
  version: number,
): Promise<WorkflowDefinition> {
  requireVisible(await workflows.workflow(id), actor);
  const definition = await workflows.definition(id, version);
  if (!definition) throw noWorkflow();
  return definition;
}

/** Creates a workflow with its first version. @throws {Refusal} FORBIDDEN. */
export function createWorkflow(
  { workflows, clock }: WorkflowServices,
  actor: Actor,
  wanted: Pick<WorkflowEntry, 'accountId' | 'name' | 'active'> & { readonly definition: WorkflowDefinition },
  comment: Comment = null,
): Promise<WorkflowEntry> {
  const { definition, ...named } = wanted;
  refuseAct(actor, 'workflow.change', { accountId: named.accountId });
  const now = clock.now();
  const entry = { ...named, id: randomUUID(), version: 1, createdAt: now };
  return workflows.transact({ all: 'workflows' }, async (transaction) => {
    await transaction.insert(entry, {
      ...publication(actor, now, comment),
      ...firstVersion(entry.id, definition),
    });
    await record(transaction, actor, now, entry, 'workflow.add', { version: 1, active: entry.active });
    return entry;
  });
}

/**
 * Publishes a definition as the next version. New executions use it; executions in progress keep their version. Nothing changes
 * if definition and name are the same as before.
 *
 * @param name - new name; null: unchanged.
 * @throws {Refusal} WORKFLOW_NOT_FOUND, FORBIDDEN.
 */
export function publishDefinition(
  { workflows, clock }: WorkflowServices,
  actor: Actor,
  id: string,
  { definition, name }: { readonly definition: WorkflowDefinition; readonly name: string | null },
  comment: Comment = null,
): Promise<WorkflowEntry> {
  return workflows.transact({ all: 'workflows' }, async (transaction) => {
    const entry = await requireChangeable(transaction, actor, id, 'workflow.publish');
    return addVersion(transaction, actor, clock.now(), entry, { definition, name }, comment);
  });
}

/**
 * Saves the draft of the next version, which does not have to be a valid definition yet.
 *
 * @param content - JSON text.
 * @returns the new revision of the draft.
 * @throws {Refusal} WORKFLOW_NOT_FOUND, FORBIDDEN; DRAFT_CHANGED if somebody else has saved or published meanwhile.
 */
export function saveDraft(
  services: WorkflowServices,
  actor: Actor,
  id: string,
  content: string,
  seen: SeenDraft,
): Promise<number> {
  return services.workflows.transact({ all: 'workflows' }, async (transaction) => {
    const entry = await requireChangeable(transaction, actor, id);
    await requireSeen(transaction, entry, seen);
    return putDraft(transaction, actor, services.clock.now(), entry, content, 'saved');
  });
}

/**
 * Copies an earlier version into the draft, replacing its content. @throws {Refusal} WORKFLOW_NOT_FOUND, FORBIDDEN,
 * DRAFT_CHANGED.
 */
export function restoreVersion(
  { workflows, clock }: WorkflowServices,
  actor: Actor,
  id: string,
  version: number,
  seen: SeenDraft,
): Promise<number> {
  return workflows.transact({ all: 'workflows' }, async (transaction) => {
    const entry = await requireChangeable(transaction, actor, id);
    const definition = await transaction.definition(id, version);
    if (!definition) throw noWorkflow();
    await requireSeen(transaction, entry, seen);
    const content = JSON.stringify(definition, null, 2);
    return putDraft(transaction, actor, clock.now(), entry, content, `restored ${version}`);
  });
}

/** Discards the draft. @throws {Refusal} WORKFLOW_NOT_FOUND, FORBIDDEN, DRAFT_CHANGED. */
export function dropDraft(
  { workflows, clock }: WorkflowServices,
  actor: Actor,
  id: string,
  seen: SeenDraft,
): Promise<void> {
  return workflows.transact({ all: 'workflows' }, async (transaction) => {
    const entry = await requireChangeable(transaction, actor, id);
    await requireSeen(transaction, entry, seen);
    if (seen.revision === 0) return;
    await transaction.putDraft(id, null);
    await record(transaction, actor, clock.now(), entry, 'workflow.draft', { draft: 'dropped' });
  });
}

/**
 * Publishes the draft as the next version, and removes it.
 *
 * @throws {Refusal} WORKFLOW_NOT_FOUND, FORBIDDEN, DRAFT_CHANGED; INVALID_REQUEST_BODY with all faults of an invalid draft,
 *   which is then not published.
 */
export function publishDraft(
  { workflows, clock }: WorkflowServices,
  actor: Actor,
  id: string,
  seen: SeenDraft,
  comment: Comment,
): Promise<WorkflowEntry> {
  return workflows.transact({ all: 'workflows' }, async (transaction) => {
    const entry = await requireChangeable(transaction, actor, id, 'workflow.publish');
    const draft = await requireSeen(transaction, entry, seen);
    if (!draft) throw draftChanged();
    const { data, faults } = checkDefinition(draft.content);
    if (!data) throw new Refusal('INVALID_REQUEST_BODY', 'The draft is not a valid workflow yet.', faults);
    const published = await addVersion(
      transaction,
      actor,
      clock.now(),
      entry,
      { definition: data, name: null },
      comment,
    );
    await transaction.putDraft(id, null);
    return published;
  });
}

/** Activates or deactivates a workflow. Executions in progress continue. @throws {Refusal} WORKFLOW_NOT_FOUND, FORBIDDEN. */
export function setActive(
  { workflows, clock }: WorkflowServices,
  actor: Actor,
  id: string,
  active: boolean,
): Promise<WorkflowEntry> {
  return workflows.transact({ all: 'workflows' }, async (transaction) => {
    const entry = await requireChangeable(transaction, actor, id, 'workflow.publish');
    if (entry.active === active) return entry;
    await transaction.setActive(id, active);
    const act = active ? 'workflow.activate' : 'workflow.deactivate';
    await record(transaction, actor, clock.now(), entry, act, {});
    return { ...entry, active };
  });
}

/** Renames a workflow. Reads and webhooks use the new name from now on. @throws {Refusal} WORKFLOW_NOT_FOUND, FORBIDDEN. */
export function renameWorkflow(
  { workflows, clock }: WorkflowServices,
  actor: Actor,
  id: string,
  name: string,
): Promise<WorkflowEntry> {
  return workflows.transact({ all: 'workflows' }, async (transaction) => {
    const entry = await requireChangeable(transaction, actor, id, 'workflow.publish');
    if (entry.name === name) return entry;
    await transaction.rename(id, name);
    await record(transaction, actor, clock.now(), entry, 'workflow.change', { name: [entry.name, name] });
    return { ...entry, name };
  });
}

/** Limits on the JSON of a definition: far above any real one, and low enough to check cheaply. */
const limits = { depth: 64, values: 10_000 } as const;

/**
 * Parses JSON text as a definition: returns it, or all its faults with their places. @throws {SyntaxError} for a text that is
 * not JSON.
 */
export function checkDefinition(
  content: string,
): ReturnType<typeof checkBody<typeof workflowDefinitionSchema>> {
  const fault = (detail: string) => ({
    data: null,
    faults: [{ pointer: '', code: 'INVALID_REQUEST_BODY', detail }],
  });
  // Checked before parsing further, because recursive functions would overflow the stack.
  if (nestsDeeper(content, limits.depth)) return fault(`is nested more than ${limits.depth} levels deep`);
  if (holdsMoreValues(content, limits.values))
    return fault(`has more than ${limits.values} members and elements in total`);
  return checkBody(workflowDefinitionSchema, JSON.parse(content), 'INVALID_REQUEST_BODY');
}

async function addVersion(
  transaction: WorkflowTransaction,
  actor: Actor,
  now: number,
  entry: WorkflowEntry,
  { definition, name: given }: { readonly definition: WorkflowDefinition; readonly name: string | null },
  comment: Comment,
): Promise<WorkflowEntry> {
  const name = given ?? entry.name;
  const present = await transaction.definition(entry.id, entry.version);
  const isNew = !isDeepStrictEqual(present, definition);
  const version = isNew ? entry.version + 1 : entry.version;
  if (!isNew && name === entry.name) return entry;
  if (isNew)
    await transaction.addVersion({
      ...publication(actor, now, comment),
      workflowId: entry.id,
      version,
      definition,
    });
  if (name !== entry.name) await transaction.rename(entry.id, name);
  await record(transaction, actor, now, entry, 'workflow.change', {
    version: [entry.version, version],
    name: [entry.name, name],
  });
  return { ...entry, name, version };
}

async function putDraft(
  transaction: WorkflowTransaction,
  actor: Actor,
  now: number,
  entry: WorkflowEntry,
  content: string,
  change: string,
): Promise<number> {
  const revision = ((await transaction.draft(entry.id))?.revision ?? 0) + 1;
  const author = nameOfActor(actor);
  await transaction.putDraft(entry.id, { content, revision, savedAt: now, author });
  await record(transaction, actor, now, entry, 'workflow.draft', { draft: change });
  return revision;
}

async function requireSeen(
  transaction: WorkflowTransaction,
  entry: WorkflowEntry,
  seen: SeenDraft,
): Promise<WorkflowDraft | null> {
  const draft = await transaction.draft(entry.id);
  if ((draft?.revision ?? 0) !== seen.revision || entry.version !== seen.version) throw draftChanged();
  return draft;
}

function publication(actor: Actor, now: number, comment: Comment) {
  return { publishedAt: now, author: nameOfActor(actor), comment };
}

function firstVersion(workflowId: string, definition: WorkflowDefinition) {
  return { workflowId, version: 1, definition };
}

function record(
  transaction: WorkflowTransaction,
  actor: Actor,
  at: number,
  { id, accountId }: WorkflowEntry,
  act: AuditAct,
  changes: AuditChanges,
): Promise<void> {
  return transaction.record({
    actor,
    act,
    at,
    accountId,
    subject: { kind: 'workflow', id },
    mode: null,
    changes,
  });
}

function requireVisible(entry: WorkflowEntry | null, actor: Actor): WorkflowEntry {
  if (!entry || findObstacle(actor, 'workflow.read', { accountId: entry.accountId }) !== null)
    throw noWorkflow();
  return entry;
}

/** @param act - `workflow.publish` for changes that affect new executions, including live ones. */
async function requireChangeable(
  transaction: WorkflowTransaction,
  actor: Actor,
  id: string,
  act: 'workflow.change' | 'workflow.publish' = 'workflow.change',
): Promise<WorkflowEntry> {
  const entry = requireVisible(await transaction.workflow(id), actor);
  refuseAct(actor, act, { accountId: entry.accountId });
  return entry;
}

function noWorkflow(): Refusal {
  return new Refusal('WORKFLOW_NOT_FOUND', 'There is no such workflow.');
}

function draftChanged(): Refusal {
  return new Refusal(
    'DRAFT_CHANGED',
    'Somebody else saved, published or discarded the draft in the meantime. Load it again.',
  );
}
