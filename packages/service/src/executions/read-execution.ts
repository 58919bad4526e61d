import type { Execution } from '@vendor/contract';
import type { AccountKey } from '../accounts/api-key.ts';
import type { ExecutionServices } from './execution-services.ts';
import { renderExecution } from './render-execution.ts';
import { visibleExecution } from './visible-execution.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'mediaLinks' | 'clock'>;

/** Reads an execution on demand. @throws {Refusal} WORKFLOW_EXECUTION_NOT_FOUND. */
export async function readExecution(services: Services, key: AccountKey, id: string): Promise<Execution> {
  return renderExecution(services, await visibleExecution(services.store, key, id));
}
