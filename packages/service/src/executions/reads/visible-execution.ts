import type { Actor } from '../../access/actor.ts';
import { type Act, findObstacle } from '../../access/find-obstacle.ts';
import { refuseParameter } from '../../refusal.ts';
import type { ExecutionReads } from '../execution-store.ts';
import type { StoredExecution } from '../stored-execution.ts';

/**
 * Finds an execution on which an actor wants to act.
 *
 * @throws {Refusal} WORKFLOW_EXECUTION_NOT_FOUND, also if the execution belongs to another account, mode or workflow than the
 *   key's, the key has another purpose, or the id is not a UUID: the error must not reveal which ids exist.
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

export function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}
