import type { Execution } from '@vendor/contract';
import type { Actor } from '../../access/actor.ts';
import { findObstacle } from '../../access/find-obstacle.ts';
import { SealBrokenError } from '../../secrets/sealed-box.ts';
import { WrongMasterKeyError } from '../../secrets/vault.ts';
import type { ExecutionServices } from '../execution-services.ts';
import { renderExecution, renderOutcome } from '../outcome/render-execution.ts';
import { StateBrokenError } from '../state-broken-error.ts';
import type { StoredExecution } from '../stored-execution.ts';
import { visibleExecution } from './visible-execution.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'mediaLinks' | 'clock' | 'recordRead'>;

/**
 * Reads an execution. If its checks cannot be decrypted, returns the status with `checks: null`. Events are not sent in that
 * form, because they can be sent later.
 *
 * @param onUnavailable - called with the reason if the checks cannot be decrypted.
 * @throws {Refusal} WORKFLOW_EXECUTION_NOT_FOUND.
 */
export async function readExecution(
  services: Services,
  actor: Actor,
  id: string,
  onUnavailable: (executionId: string, error: Error) => void,
): Promise<Execution> {
  let execution: StoredExecution;
  try {
    execution = await visibleExecution(services.store, actor, 'execution.read', id);
  } catch (error) {
    const known = error instanceof StateBrokenError ? error.execution : null;
    if (known === null || findObstacle(actor, 'execution.read', known) !== null) throw error;
    onUnavailable(known.id, error as Error);
    return renderOutcome(services, known);
  }
  // An execution contains no personal data to read before it has ended or after a purge.
  if (execution.status !== 'PENDING' && execution.dataPurgedAt === null)
    await services.recordRead({
      actor,
      act: 'execution.read',
      at: services.clock.now(),
      accountId: execution.accountId,
      subject: { kind: 'execution', id: execution.id },
      mode: execution.mode,
    });
  try {
    return await renderExecution(services, execution);
  } catch (error) {
    if (!(error instanceof SealBrokenError || error instanceof WrongMasterKeyError)) throw error;
    onUnavailable(execution.id, error);
    return renderOutcome(services, execution);
  }
}
