import { call } from './call.ts';
import type { BodyOf } from './operation.ts';

export const listWorkflows = (signal: AbortSignal) => call('GET', '/workflows', { signal });
export const createWorkflow = (body: BodyOf<'POST', '/workflows'>) => call('POST', '/workflows', { body });
export const readWorkflow = (id: string, signal?: AbortSignal) =>
  call('GET', '/workflows/{id}', { path: { id }, signal });
export const changeWorkflow = (id: string, body: BodyOf<'PATCH', '/workflows/{id}'>) =>
  call('PATCH', '/workflows/{id}', { path: { id }, body });
export const readVersion = (id: string, version: number, signal: AbortSignal) =>
  call('GET', '/workflows/{id}/versions/{version}', { path: { id, version }, signal });
export const saveDraft = (id: string, body: BodyOf<'PUT', '/workflows/{id}/draft'>) =>
  call('PUT', '/workflows/{id}/draft', { path: { id }, body });
export const restoreVersion = (id: string, body: BodyOf<'POST', '/workflows/{id}/draft/restore'>) =>
  call('POST', '/workflows/{id}/draft/restore', { path: { id }, body });
export const publishDraft = (id: string, body: BodyOf<'POST', '/workflows/{id}/draft/publish'>) =>
  call('POST', '/workflows/{id}/draft/publish', { path: { id }, body });
export const dropDraft = (id: string, body: BodyOf<'POST', '/workflows/{id}/draft/drop'>) =>
  call('POST', '/workflows/{id}/draft/drop', { path: { id }, body });
export const tryDefinition = (body: BodyOf<'POST', '/workflows/try'>, signal: AbortSignal) =>
  call('POST', '/workflows/try', { body, signal });
