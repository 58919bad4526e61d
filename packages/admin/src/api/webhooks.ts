import type {
  AdminCreatedSecret,
  AdminDelivery,
  AdminDeliveryList,
  AdminEndpoint,
  AdminEndpointChange,
  AdminEndpointList,
  AdminEndpointRequest,
  AdminReplay,
  AdminWebhookAlarms,
  AdminWebhookTest,
  AdminWebhookTestRequest,
} from '@vendor/contract/admin';
import { call } from './call.ts';
import type { Mode } from './endpoints.ts';

const place = (id: string, rest = '') => `webhooks/${encodeURIComponent(id)}${rest}`;
const delivery = (id: string, rest = '') => `webhook-deliveries/${encodeURIComponent(id)}${rest}`;

export const listEndpoints = (mode: Mode, signal: AbortSignal) =>
  call<AdminEndpointList>('GET', `webhooks?mode=${mode}`, { signal });
export const addEndpoint = (body: AdminEndpointRequest) =>
  call<AdminCreatedSecret>('POST', 'webhooks', { body });
export const readEndpoint = (id: string, mode: Mode, signal: AbortSignal) =>
  call<AdminEndpoint>('GET', place(id, `?mode=${mode}`), { signal });
export const changeEndpoint = (id: string, body: AdminEndpointChange) =>
  call<AdminEndpoint>('PATCH', place(id), { body });
export const removeEndpoint = (id: string) => call<object>('DELETE', place(id));
export const disableEndpoint = (id: string) => call<AdminEndpoint>('POST', place(id, '/disable'));
export const resumeEndpoint = (id: string) => call<AdminEndpoint>('POST', place(id, '/resume'));
export const rotateSecret = (id: string, revision: number) =>
  call<AdminCreatedSecret>('POST', place(id, '/rotate'), { body: { revision } });
export const testEndpoint = (id: string, body: AdminWebhookTestRequest) =>
  call<AdminWebhookTest>('POST', place(id, '/test'), { body });
export const replayEndpoint = (id: string, body: { mode: Mode; since: string }) =>
  call<AdminReplay>('POST', place(id, '/replay'), { body });
export const listDeliveries = (id: string, query: URLSearchParams, signal?: AbortSignal) =>
  call<AdminDeliveryList>('GET', place(id, `/deliveries?${query}`), signal ? { signal } : {});
export const readDelivery = (id: string, mode: Mode, signal: AbortSignal) =>
  call<AdminDelivery>('GET', delivery(id, `?mode=${mode}`), { signal });
export const revealDelivery = (id: string, mode: Mode, reason: string) =>
  call<AdminDelivery>('POST', delivery(id, '/reveal'), { body: { mode, reason } });
export const redeliver = (id: string, mode: Mode) =>
  call<object>('POST', delivery(id, '/redeliver'), { body: { mode } });
export const readAlarms = (signal: AbortSignal) =>
  call<AdminWebhookAlarms>('GET', 'webhook-alarms', { signal });
