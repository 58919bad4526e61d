import { call } from './call.ts';
import type { BodyOf, QueryOf } from './operation.ts';

/** Query of the list of runs. */
export type ListQuery = QueryOf<'GET', '/executions'>;

export const listExecutions = (query: ListQuery, signal: AbortSignal) =>
  call('GET', '/executions', { query, signal });
export const searchExecutions = (body: BodyOf<'POST', '/executions/search'>, signal: AbortSignal) =>
  call('POST', '/executions/search', { body, signal });
export const readExecution = (id: string, signal: AbortSignal) =>
  call('GET', '/executions/{id}', { path: { id }, signal });
export const revealExecution = (id: string, reason: string) =>
  call('POST', '/executions/{id}/reveal', { path: { id }, body: { reason } });
export const decideExecution = (id: string, body: BodyOf<'POST', '/executions/{id}/decision'>) =>
  call('POST', '/executions/{id}/decision', { path: { id }, body });
export const resendExecution = (id: string) => call('POST', '/executions/{id}/resend', { path: { id } });
export const readChanges = (after: string | null, signal: AbortSignal) =>
  call('GET', '/changes', { query: { ...(after !== null && { after }) }, signal });
