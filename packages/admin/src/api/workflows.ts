import type {
  AdminDraftRequest,
  AdminPublishRequest,
  AdminRestoreRequest,
  AdminTrial,
  AdminTrialRequest,
  AdminWorkflowChange,
  AdminWorkflowDefinition,
  AdminWorkflowDetail,
  AdminWorkflowList,
  AdminWorkflowRequest,
} from '@vendor/contract/admin';
import { call } from './call.ts';

const place = (id: string, rest = '') => `workflows/${encodeURIComponent(id)}${rest}`;

export const listWorkflows = (signal: AbortSignal) => call<AdminWorkflowList>('GET', 'workflows', { signal });
export const createWorkflow = (body: AdminWorkflowRequest) =>
  call<AdminWorkflowDetail>('POST', 'workflows', { body });
export const readWorkflow = (id: string, signal?: AbortSignal) =>
  call<AdminWorkflowDetail>('GET', place(id), signal ? { signal } : {});
export const changeWorkflow = (id: string, body: AdminWorkflowChange) =>
  call<AdminWorkflowDetail>('PATCH', place(id), { body });
export const readVersion = (id: string, version: number, signal: AbortSignal) =>
  call<AdminWorkflowDefinition>('GET', place(id, `/versions/${version}`), { signal });
export const saveDraft = (id: string, body: AdminDraftRequest) =>
  call<AdminWorkflowDetail>('PUT', place(id, '/draft'), { body });
export const restoreVersion = (id: string, body: AdminRestoreRequest) =>
  call<AdminWorkflowDetail>('POST', place(id, '/draft/restore'), { body });
export const publishDraft = (id: string, body: AdminPublishRequest) =>
  call<AdminWorkflowDetail>('POST', place(id, '/draft/publish'), { body });
export const dropDraft = (id: string, body: AdminPublishRequest) =>
  call<AdminWorkflowDetail>('POST', place(id, '/draft/drop'), { body });
export const tryDefinition = (body: AdminTrialRequest, signal: AbortSignal) =>
  call<AdminTrial>('POST', 'workflows/try', { body, signal });
