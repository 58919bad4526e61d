import type { Actor } from '../../access/actor.ts';
import { type Act, findObstacle } from '../../access/find-obstacle.ts';
import { refuseParameter } from '../../refusal.ts';
import type { ExecutionReads } from '../execution-store.ts';
import type { StoredExecution } from '../stored-execution.ts';

/**
 * The execution of an id, for an actor that wants to do something to it.
 *
 * @throws {Refusal} WORKFLOW_EXECUTION_NOT_FOUND, the same for an id that does not exist, one of another account, one
 * started in the other mode, one of a workflow outside the key's scope, one asked for with a key for something else, and one that is no uuid: none may tell
 * which ids exist.
 */
export async function visibleExecution(
  reads: Pick<ExecutionReads, 'find'>,
  actor: Actor,
  act: Act,
  id: string,
): Promise<StoredExecution> {
  const execution = isUuid(id) ? await reads.find(id.toLowerCase()) : null;
  if (!execution || findObstacle(actor, act, execution) !== null) {
    throw refuseParameter('WORKFLOW_EXECUTION_NOT_FOUND', 'id', 'is not the id of an execution');
  }
  return execution;
}

function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}
