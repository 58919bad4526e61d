import { call } from './call.ts';
import { callPath } from './call-path.ts';
import type { BodyOf } from './operation.ts';
import type { Mode } from './session.ts';

export const readRetention = (signal: AbortSignal) => call('GET', '/retention', { signal });
export const planRetention = (body: BodyOf<'POST', '/retention/plan'>, signal: AbortSignal) =>
  call('POST', '/retention/plan', { body, signal });
export const changeRetention = (body: BodyOf<'PUT', '/retention'>) => call('PUT', '/retention', { body });
export const listDisposals = (mode: Mode, after: string | null, signal?: AbortSignal) =>
  call('GET', '/disposals', { query: { mode, ...(after !== null && { after }) }, signal });
/** Address of the complete list, used as a link so that the browser saves it while it arrives. */
export const disposalExport = (mode: Mode) => `/admin-api/v1/${callPath('/disposals/export', {}, { mode })}`;
