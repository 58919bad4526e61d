import { call } from './call.ts';
import type { BodyOf, QueryOf } from './operation.ts';

export type Mode = 'live' | 'test';

const signingIn = { mayBeSignedOut: true };

export const readSession = () => call('GET', '/session', signingIn);
export const signIn = (body: BodyOf<'POST', '/sign-in'>) => call('POST', '/sign-in', { body, ...signingIn });
export const sendCode = (code: string) => call('POST', '/sign-in/code', { body: { code }, ...signingIn });
export const beginPasskeySignIn = () => call('POST', '/sign-in/passkey/options', signingIn);
export const signInByPasskey = (body: BodyOf<'POST', '/sign-in/passkey'>) =>
  call('POST', '/sign-in/passkey', { body, ...signingIn });
export const useLink = (token: string) => call('POST', '/sign-in/link', { body: { token }, ...signingIn });
export const acceptInvitation = (body: BodyOf<'POST', '/invitations/accept'>) =>
  call('POST', '/invitations/accept', { body, ...signingIn });
export const signOut = () => call('DELETE', '/session', signingIn);
export const signOutEverywhere = () => call('DELETE', '/sessions', signingIn);
export const chooseAccount = (accountId: string) => call('POST', '/session/account', { body: { accountId } });

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
