import type { Execution } from '@vendor/contract';
import type { AccountKey } from '../accounts/api-key.ts';
import { refuseParameter } from '../refusal.ts';
import type { ExecutionServices } from './execution-services.ts';
import { renderExecution } from './render-execution.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'mediaLinks' | 'clock'>;

/**
 * Reads an execution on demand.
 *
 * @throws {Refusal} WORKFLOW_EXECUTION_NOT_FOUND, the same for an id that does not exist, one of another account, one of a
 * workflow outside the key's scope, and one that is no uuid: none may tell which ids exist.
 */
export async function readExecution(services: Services, key: AccountKey, id: string): Promise<Execution> {
  const execution = isUuid(id) ? await services.store.find(id.toLowerCase()) : null;
  const isVisible =
    execution?.accountId === key.accountId &&
    (key.workflowIds === null || key.workflowIds.includes(execution.workflowId));
  if (!execution || !isVisible) {
    throw refuseParameter('WORKFLOW_EXECUTION_NOT_FOUND', 'id', 'is not the id of an execution');
  }
  return renderExecution(services, execution);
}

function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}
