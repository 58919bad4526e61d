import type { AdminWorkflowList } from '@vendor/contract/admin';
import { call } from './call.ts';

export const listWorkflows = (signal: AbortSignal) => call<AdminWorkflowList>('GET', 'workflows', { signal });
