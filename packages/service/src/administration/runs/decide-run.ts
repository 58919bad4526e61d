import type { AdminDecisionRequest, AdminExecutionChanged } from '@vendor/contract/admin';
import type { PersonActor } from '../../access/actor.ts';
import { findObstacle } from '../../access/find-obstacle.ts';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { decideExecution } from '../../executions/outcome/decide-execution.ts';
import { visibleExecution } from '../../executions/reads/visible-execution.ts';
import { Refusal } from '../../refusal.ts';
import { type ActorNames, actorOf, namedActor } from './actor-names.ts';
import { toIsoString } from './run-row.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'jobs' | 'clock' | 'watch'> & {
  readonly names: ActorNames;
};

/**
 * Records a person's decision on the revision of an execution that they saw.
 *
 * @returns the revision with the decision.
 * @throws {Refusal} WORKFLOW_EXECUTION_NOT_FOUND, FORBIDDEN, EXECUTION_PURGED, EXECUTION_IN_PROGRESS; EXECUTION_CHANGED with
 *   the current state and all decisions.
 */
export async function decideRun(
  services: Services,
  actor: PersonActor,
  id: string,
  { revision, ...decision }: AdminDecisionRequest,
): Promise<number> {
  const { store, names } = services;
  const execution = await visibleExecution(store, actor, 'execution.read', id);
  if (findObstacle(actor, 'execution.decide', execution) !== null)
    throw new Refusal('FORBIDDEN', 'You may not decide this execution.');
  try {
    return await decideExecution(services, actor, id, decision, null, revision);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'EXECUTION_CHANGED')) throw error;
    const stored = await store.decisionsOf(execution.id);
    const actors = stored.map(({ apiKeyId }) => actorOf(apiKeyId));
    const known = await names.namesOf(
      execution.accountId,
      actors.map((one) => one.id),
    );
    const decisions = stored.map(({ id: decisionId, status, decidedAt, apiKeyId }) => ({
      id: decisionId,
      status,
      by: namedActor(actorOf(apiKeyId), known),
      decidedAt: toIsoString(decidedAt),
    }));
    const { changed } = error.members as { readonly changed: Omit<AdminExecutionChanged, 'decisions'> };
    throw new Refusal(error.code, error.message, [], { members: { changed: { ...changed, decisions } } });
  }
}
