import { call } from './call.ts';
import type { BodyOf } from './operation.ts';

export const readLinkForm = (id: string, signal: AbortSignal) =>
  call('GET', '/workflows/{id}/link-form', { path: { id }, signal });
export const shareLink = (id: string, body: BodyOf<'POST', '/workflows/{id}/links'>) =>
  call('POST', '/workflows/{id}/links', { path: { id }, body });
export const renewLink = (id: string, body: BodyOf<'POST', '/executions/{id}/link'>) =>
  call('POST', '/executions/{id}/link', { path: { id }, body });
