import { call } from './call.ts';
import type { BodyOf } from './operation.ts';

const place = (personId: string) => ({ path: { personId } });

export const listPeople = (signal: AbortSignal) => call('GET', '/people', { signal });
export const invitePerson = (body: BodyOf<'POST', '/people/invitations'>) =>
  call('POST', '/people/invitations', { body });
export const changePerson = (id: string, body: BodyOf<'PATCH', '/people/{personId}'>) =>
  call('PATCH', '/people/{personId}', { ...place(id), body });
export const removePerson = (id: string) => call('DELETE', '/people/{personId}', place(id));
export const withdrawInvitation = (id: string) => call('DELETE', '/people/{personId}/invitation', place(id));
export const endSessionsOf = (id: string) => call('DELETE', '/people/{personId}/sessions', place(id));
export const resetSecondStep = (id: string) => call('DELETE', '/people/{personId}/second-step', place(id));
export const requireSecondStep = (required: boolean) =>
  call('PUT', '/account/second-step', { body: { required } });
