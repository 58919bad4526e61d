import type { Actor } from '../../access/actor.ts';
import { findObstacle } from '../../access/find-obstacle.ts';
import type { KeyMode } from '../../accounts/api-key.ts';
import type {
  CappedCount,
  ExecutionDirectory,
  ExecutionPage,
  ListCursor,
  ListFilter,
} from './execution-directory.ts';

/** Number of executions per page. */
export const listPageSize = 50;

/**
 * Lists the executions of an account that an actor may see, newest first. Executions that await a decision are listed oldest
 * first.
 *
 * @returns null if the actor may not list executions.
 */
export async function listExecutions(
  { directory }: { readonly directory: Pick<ExecutionDirectory, 'page' | 'count'> },
  actor: Actor,
  filter: ListFilter,
  after: ListCursor | null,
  limit: number = listPageSize,
): Promise<(ExecutionPage & { readonly total: CappedCount | null }) | null> {
  const seen = { ...filter, mode: modeFor(actor, filter.mode) };
  const { accountId, mode } = seen;
  if (findObstacle(actor, 'execution.read', { accountId, ...(mode && { mode }) }) !== null) return null;
  const [page, total] = await Promise.all([directory.page(seen, after, limit), directory.count(seen)]);
  const entries = page.entries.filter((entry) => findObstacle(actor, 'execution.read', entry) === null);
  // A total must not count executions that the actor may not see.
  const isAllSeen = actor.kind !== 'key' || actor.workflowIds === null;
  return { entries, next: page.next, total: isAllSeen ? total : null };
}

/** Returns the mode to list: the mode of a key; for a person the requested mode, or the only one that they may see. */
function modeFor(actor: Actor, requestedMode: KeyMode | null): KeyMode | null {
  if (actor.kind === 'key') return actor.mode;
  return actor.kind === 'person' && requestedMode === null && actor.modes.length === 1
    ? (actor.modes[0] ?? null)
    : requestedMode;
}
