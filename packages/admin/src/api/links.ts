import type {
  AdminLinkForm,
  AdminNewLinkRequest,
  AdminShareLink,
  AdminShareLinkRequest,
} from '@vendor/contract/admin';
import { call } from './call.ts';

export const readLinkForm = (workflowId: string, signal: AbortSignal) =>
  call<AdminLinkForm>('GET', `workflows/${encodeURIComponent(workflowId)}/link-form`, { signal });
export const shareLink = (workflowId: string, body: AdminShareLinkRequest) =>
  call<AdminShareLink>('POST', `workflows/${encodeURIComponent(workflowId)}/links`, { body });
export const renewLink = (executionId: string, body: AdminNewLinkRequest) =>
  call<AdminShareLink>('POST', `executions/${encodeURIComponent(executionId)}/link`, { body });
