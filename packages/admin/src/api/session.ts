import { call } from './call.ts';
import type { BodyOf } from './operation.ts';

export type Mode = 'live' | 'test';

const signingIn = { mayBeSignedOut: true };

export const readSession = () => call('GET', '/session', signingIn);
export const signIn = (body: BodyOf<'POST', '/sign-in'>) => call('POST', '/sign-in', { body, ...signingIn });
export const sendCode = (code: string) => call('POST', '/sign-in/code', { body: { code }, ...signingIn });
export const beginPasskeySignIn = () => call('POST', '/sign-in/passkey/options', signingIn);
export const sendPasskey = (body: BodyOf<'POST', '/sign-in/passkey'>) =>
  call('POST', '/sign-in/passkey', { body, ...signingIn });
export const redeemLink = (token: string) => call('POST', '/sign-in/link', { body: { token }, ...signingIn });
export const acceptInvitation = (body: BodyOf<'POST', '/invitations/accept'>) =>
  call('POST', '/invitations/accept', { body, ...signingIn });
export const signOut = () => call('DELETE', '/session', signingIn);
export const signOutEverywhere = () => call('DELETE', '/sessions', signingIn);
export const chooseAccount = (accountId: string) => call('POST', '/session/account', { body: { accountId } });
