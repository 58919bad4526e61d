import type {
  AdminCreatedKey,
  AdminKeyList,
  AdminKeyRequest,
  AdminKeyRotationRequest,
} from '@vendor/contract/admin';
import { call } from './call.ts';

export const listKeys = (signal: AbortSignal) => call<AdminKeyList>('GET', 'keys', { signal });
export const createKey = (body: AdminKeyRequest) => call<AdminCreatedKey>('POST', 'keys', { body });
export const rotateKey = (id: string, body: AdminKeyRotationRequest) =>
  call<AdminCreatedKey>('POST', `keys/${encodeURIComponent(id)}/rotate`, { body });
export const revokeKey = (id: string) =>
  call<{ revokedAt: string }>('DELETE', `keys/${encodeURIComponent(id)}`);
