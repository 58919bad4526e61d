import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AuditAct } from '@vendor/contract/admin';
import { type Actor, nameOfActor } from '../../access/actor.ts';
import { findObstacle } from '../../access/find-obstacle.ts';
import type { AuditChanges } from '../../audit/audit-event.ts';
import type { Clock } from '../../clock.ts';
import { Refusal } from '../../refusal.ts';
import type { WorkflowDefinition } from '../../workflows/definition.ts';
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
export type Comment = string | null;

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
      workflowId: entry.id,
      version: 1,
      definition,
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

/**
 * Stores a definition as the next version, and renames the workflow; `name` null: unchanged. Records nothing if both are as
 * before.
 *
 * @returns the workflow as it is then.
 */
export async function addVersion(
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

function publication(actor: Actor, now: number, comment: Comment) {
  return { publishedAt: now, author: nameOfActor(actor), comment };
}

/** Adds an act on a workflow to the audit trail. */
export function record(
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

/**
 * Returns a workflow that the actor may change.
 *
 * @param act - `workflow.publish` for changes that affect new executions, including live ones.
 * @throws {Refusal} WORKFLOW_NOT_FOUND, FORBIDDEN.
 */
export async function requireChangeable(
  transaction: WorkflowTransaction,
  actor: Actor,
  id: string,
  act: 'workflow.change' | 'workflow.publish' = 'workflow.change',
): Promise<WorkflowEntry> {
  const entry = requireVisible(await transaction.workflow(id), actor);
  refuseAct(actor, act, { accountId: entry.accountId });
  return entry;
}

export function noWorkflow(): Refusal {
  return new Refusal('WORKFLOW_NOT_FOUND', 'There is no such workflow.');
}
