import type {
  AdminDisposalList,
  AdminKeptTime,
  AdminLists,
  AdminRetention,
  AdminRetentionPlanRequest,
  AdminRetentionRequest,
} from '@vendor/contract/admin';
import { call } from './call.ts';
import type { Mode } from './endpoints.ts';

export const readRetention = (signal: AbortSignal) => call<AdminRetention>('GET', 'retention', { signal });
export const planRetention = (body: AdminRetentionPlanRequest, signal: AbortSignal) =>
  call<AdminKeptTime>('POST', 'retention/plan', { body, signal });
export const changeRetention = (body: AdminRetentionRequest) =>
  call<AdminRetention>('PUT', 'retention', { body });
export const listDisposals = (mode: Mode, after: string | null, signal?: AbortSignal) =>
  call<AdminDisposalList>(
    'GET',
    `disposals?mode=${mode}${after === null ? '' : `&after=${after}`}`,
    signal ? { signal } : {},
  );
/** Address of the whole list: a link, so that the browser saves it as it comes. */
export const disposalExport = (mode: Mode) => `/admin-api/v1/disposals/export?mode=${mode}`;
export const readLists = (signal: AbortSignal) => call<AdminLists>('GET', 'lists', { signal });
