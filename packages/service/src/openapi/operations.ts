import { backendOperations } from './backend-operations.ts';
import { clientOperations } from './client-operations.ts';
import type { Operation } from './operation.ts';
import { webhookOperations } from './webhook-operations.ts';

/** Every endpoint of the API. */
export const operations: readonly Operation[] = [
  ...backendOperations,
  ...webhookOperations,
  ...clientOperations,
];
