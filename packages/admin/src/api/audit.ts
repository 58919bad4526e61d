import { call } from './call.ts';
import type { QueryOf } from './operation.ts';

export type AuditQuery = QueryOf<'GET', '/audit'>;

export const listAudit = (query: AuditQuery, signal?: AbortSignal) =>
  call('GET', '/audit', { query, signal });
/** Returns the events as CSV. The service records the export. */
export const exportAudit = (query: QueryOf<'GET', '/audit/export'>) =>
  call('GET', '/audit/export', { query });
