import { call } from './call.ts';
import type { BodyOf } from './operation.ts';

export const listKeys = (signal: AbortSignal) => call('GET', '/keys', { signal });
export const createKey = (body: BodyOf<'POST', '/keys'>) => call('POST', '/keys', { body });
export const rotateKey = (id: string, body: BodyOf<'POST', '/keys/{id}/rotate'>) =>
  call('POST', '/keys/{id}/rotate', { path: { id }, body });
export const revokeKey = (id: string) => call('DELETE', '/keys/{id}', { path: { id } });
