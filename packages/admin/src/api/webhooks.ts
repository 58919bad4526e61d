import { call } from './call.ts';
import type { BodyOf, QueryOf } from './operation.ts';
import type { Mode } from './session.ts';

export const listEndpoints = (mode: Mode, signal: AbortSignal) =>
  call('GET', '/webhooks', { query: { mode }, signal });
export const addEndpoint = (body: BodyOf<'POST', '/webhooks'>) => call('POST', '/webhooks', { body });
export const readEndpoint = (id: string, mode: Mode, signal: AbortSignal) =>
  call('GET', '/webhooks/{id}', { path: { id }, query: { mode }, signal });
export const changeEndpoint = (id: string, body: BodyOf<'PATCH', '/webhooks/{id}'>) =>
  call('PATCH', '/webhooks/{id}', { path: { id }, body });
export const removeEndpoint = (id: string) => call('DELETE', '/webhooks/{id}', { path: { id } });
export const disableEndpoint = (id: string) => call('POST', '/webhooks/{id}/disable', { path: { id } });
export const resumeEndpoint = (id: string) => call('POST', '/webhooks/{id}/resume', { path: { id } });
export const rotateSecret = (id: string, revision: number) =>
  call('POST', '/webhooks/{id}/rotate', { path: { id }, body: { revision } });
export const testEndpoint = (id: string, body: BodyOf<'POST', '/webhooks/{id}/test'>) =>
  call('POST', '/webhooks/{id}/test', { path: { id }, body });
export const replayEndpoint = (id: string, body: BodyOf<'POST', '/webhooks/{id}/replay'>) =>
  call('POST', '/webhooks/{id}/replay', { path: { id }, body });
export const listDeliveries = (
  id: string,
  query: QueryOf<'GET', '/webhooks/{id}/deliveries'>,
  signal?: AbortSignal,
) => call('GET', '/webhooks/{id}/deliveries', { path: { id }, query, signal });
export const readDelivery = (id: string, mode: Mode, signal: AbortSignal) =>
  call('GET', '/webhook-deliveries/{id}', { path: { id }, query: { mode }, signal });
export const revealDelivery = (id: string, mode: Mode, reason: string) =>
  call('POST', '/webhook-deliveries/{id}/reveal', { path: { id }, body: { mode, reason } });
export const redeliver = (id: string, mode: Mode) =>
  call('POST', '/webhook-deliveries/{id}/redeliver', { path: { id }, body: { mode } });
export const readAlarms = (signal: AbortSignal) => call('GET', '/webhook-alarms', { signal });
