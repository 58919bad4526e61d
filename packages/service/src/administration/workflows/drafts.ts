import { type Actor, nameOfActor } from '../../access/actor.ts';
import { Refusal } from '../../refusal.ts';
import {
  addVersion,
  type Comment,
  noWorkflow,
  record,
  requireChangeable,
  type WorkflowServices,
} from './administer-workflows.ts';
import { checkDefinition } from './check-definition.ts';
import type { WorkflowDraft, WorkflowEntry, WorkflowTransaction } from './workflow-store.ts';

/** State of a workflow on which an author's change is based, to notice concurrent changes. */
export interface SeenDraft {
  /** Version that new executions got. */
  readonly version: number;
  /** Revision of the draft; 0: there was none. */
  readonly revision: number;
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

async function putDraft(
  transaction: WorkflowTransaction,
  actor: Actor,
  now: number,
  entry: WorkflowEntry,
  content: string,
  change: string,
): Promise<number> {
  const before = (await transaction.draft(entry.id))?.revision ?? 0;
  // At least the time in ms, so that a draft never has the revision of an earlier one that was discarded or published.
  const revision = Math.max(before + 1, now);
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

function draftChanged(): Refusal {
  return new Refusal(
    'DRAFT_CHANGED',
    'Somebody else saved, published or discarded the draft in the meantime. Load it again.',
  );
}
