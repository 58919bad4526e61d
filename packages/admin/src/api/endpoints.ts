import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type {
  AdminChanges,
  AdminDecisionRequest,
  AdminExecution,
  AdminExecutionList,
  AdminResendResult,
  AdminSearchRequest,
  AdminSearchResult,
  AdminSession,
  AdminSignedIn,
} from '@vendor/contract/admin';
import { call } from './call.ts';

export type Mode = 'live' | 'test';

const signingIn = { mayBeSignedOut: true };

export const readSession = () => call<AdminSession>('GET', 'session', signingIn);
export const signIn = (body: { email: string; password: string }) =>
  call<AdminSignedIn>('POST', 'sign-in', { body, ...signingIn });
export const sendCode = (code: string) =>
  call<AdminSignedIn>('POST', 'sign-in/code', { body: { code }, ...signingIn });
export const beginPasskeySignIn = () =>
  call<PublicKeyCredentialRequestOptionsJSON>('POST', 'sign-in/passkey/options', signingIn);
export const signInByPasskey = (response: AuthenticationResponseJSON) =>
  call<AdminSignedIn>('POST', 'sign-in/passkey', { body: { response }, ...signingIn });
export const useLink = (token: string) =>
  call<AdminSignedIn>('POST', 'sign-in/link', { body: { token }, ...signingIn });
export const acceptInvitation = (body: {
  token: string;
  name?: string;
  password: string;
  hasPassword: boolean;
}) => call<AdminSignedIn>('POST', 'invitations/accept', { body, ...signingIn });
export const signOut = () => call<void>('DELETE', 'session', signingIn);
export const signOutEverywhere = () => call<void>('DELETE', 'sessions', signingIn);
export const chooseAccount = (accountId: string) =>
  call<void>('POST', 'session/account', { body: { accountId } });

export const listExecutions = (query: URLSearchParams, signal: AbortSignal) =>
  call<AdminExecutionList>('GET', `executions?${query}`, { signal });
export const searchExecutions = (body: AdminSearchRequest, signal: AbortSignal) =>
  call<AdminSearchResult>('POST', 'executions/search', { body, signal });
export const readExecution = (id: string, signal: AbortSignal) =>
  call<AdminExecution>('GET', `executions/${encodeURIComponent(id)}`, { signal });
export const revealExecution = (id: string, reason: string) =>
  call<AdminExecution>('POST', `executions/${encodeURIComponent(id)}/reveal`, { body: { reason } });
export const decideExecution = (id: string, body: AdminDecisionRequest) =>
  call<{ revision: number }>('POST', `executions/${encodeURIComponent(id)}/decision`, { body });
export const resendExecution = (id: string) =>
  call<AdminResendResult>('POST', `executions/${encodeURIComponent(id)}/resend`, { body: {} });
export const readChanges = (after: string | null, signal: AbortSignal) =>
  call<AdminChanges>('GET', after === null ? 'changes' : `changes?after=${encodeURIComponent(after)}`, {
    signal,
  });
