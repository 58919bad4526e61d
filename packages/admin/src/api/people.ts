import type {
  AdminInvited,
  AdminInviteRequest,
  AdminPeople,
  AdminPersonChange,
} from '@vendor/contract/admin';
import { call } from './call.ts';

const place = (id: string, rest = '') => `people/${encodeURIComponent(id)}${rest}`;

export const listPeople = (signal: AbortSignal) => call<AdminPeople>('GET', 'people', { signal });
export const invitePerson = (body: AdminInviteRequest) =>
  call<AdminInvited>('POST', 'people/invitations', { body });
export const changePerson = (id: string, body: AdminPersonChange) =>
  call<object>('PATCH', place(id), { body });
export const removePerson = (id: string) => call<object>('DELETE', place(id));
export const withdrawInvitation = (id: string) => call<object>('DELETE', place(id, '/invitation'));
export const endSessionsOf = (id: string) => call<object>('DELETE', place(id, '/sessions'));
export const resetSecondStep = (id: string) => call<object>('DELETE', place(id, '/second-step'));
export const requireSecondStep = (required: boolean) =>
  call<object>('PUT', 'account/second-step', { body: { required } });
