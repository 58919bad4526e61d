import type { AdminExecutionList, AdminSearchRequest, AdminSearchResult } from '@vendor/contract/admin';
import type { PersonActor } from '../../access/actor.ts';
import { findObstacle } from '../../access/find-obstacle.ts';
import type {
  ExecutionDirectory,
  ExecutionPage,
  ListCursor,
  ListFilter,
} from '../../executions/reads/execution-directory.ts';
import { type FindServices, findExecutions } from '../../executions/reads/find-executions.ts';
import { listExecutions, listPageSize } from '../../executions/reads/list-executions.ts';
import { isUuid } from '../../executions/reads/visible-execution.ts';
import { refuseMember } from '../../refusal.ts';
import { type RowServices, rowsOf } from './run-row.ts';

export interface ListRunServices extends FindServices, Pick<RowServices, 'findBroken' | 'store' | 'vault'> {
  readonly directory: ExecutionDirectory;
}

/** Lists a page of the executions of the person's account, as far as the person may see them. */
export async function listRuns(
  services: Pick<ListRunServices, 'directory' | 'findBroken' | 'store' | 'vault'>,
  actor: PersonActor,
  filter: Omit<ListFilter, 'accountId'>,
  after: ListCursor | null,
  limit: number,
): Promise<AdminExecutionList> {
  const { accountId } = actor;
  const { directory } = services;
  const names = await directory.workflowNames(accountId);
  const { workflowId } = filter;
  // Reveals nothing about workflows of other accounts, not even their number of executions.
  if (workflowId !== null && !names.has(workflowId))
    return { executions: [], next: null, total: { count: 0, capped: false } };
  const found = await listExecutions({ directory }, actor, { ...filter, accountId }, after, limit);
  return {
    ...(await pageOf(services, found ?? { entries: [], next: null }, names)),
    total: found?.total ? { count: found.total.count, capped: found.total.isCapped } : null,
  };
}

/**
 * Finds executions of the person's account by an exact identifier of their user, or by execution id.
 *
 * @throws {Refusal} INVALID_REQUEST_BODY for an `after` that is no `next` of an earlier page.
 */
export async function searchRuns(
  services: ListRunServices,
  actor: PersonActor,
  { by, value, after }: AdminSearchRequest,
): Promise<AdminSearchResult> {
  const { directory } = services;
  const cursor = after === undefined ? null : parseCursor(after);
  if (after !== undefined && cursor === null)
    throw refuseMember('INVALID_REQUEST_BODY', '/after', 'must be `next` of an earlier page');
  const names = await directory.workflowNames(actor.accountId);
  const whole = { isPossible: true, isComplete: true, unsearchable: 0 };
  if (by === 'id') {
    const id = value.trim().toLowerCase();
    const page = visibleTo(actor, await directory.rowsOf([id]));
    return { ...(await pageOf(services, page, names)), ...whole, isPossible: isUuid(id) };
  }
  const search = { accountId: actor.accountId, kind: by, text: value };
  const found = await findExecutions(services, actor, search, cursor, listPageSize);
  if (found === null) return { executions: [], next: null, ...whole, isPossible: false };
  const { isComplete, unsearchable } = found;
  return { ...(await pageOf(services, found, names)), isPossible: true, isComplete, unsearchable };
}

function visibleTo(actor: PersonActor, entries: ExecutionPage['entries']): ExecutionPage {
  const own = entries.filter((entry) => findObstacle(actor, 'execution.read', entry) === null);
  return { entries: own, next: null };
}

async function pageOf(
  services: RowServices,
  { entries, next }: ExecutionPage,
  names: ReadonlyMap<string, string>,
) {
  return {
    executions: await rowsOf(services, entries, names),
    next: next && `${next.createdAt}.${next.id}`,
  };
}

/** Parses the `next` of the previous page into its cursor; null for any other text. */
export function parseCursor(text: string): ListCursor | null {
  const [, createdAt, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(text) ?? [];
  return createdAt === undefined || id === undefined ? null : { createdAt: Number(createdAt), id };
}
