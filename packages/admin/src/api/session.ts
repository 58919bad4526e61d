import { call, setRequestToken } from './call.ts';
import type { BodyOf } from './operation.ts';

export type Mode = 'live' | 'test';

/** Options of calls that handle a missing session themselves. */
const handlesMissingSession = { mayBeSignedOut: true };

export const readSession = () => call('GET', '/session', handlesMissingSession);
export const signIn = (body: BodyOf<'POST', '/sign-in'>) =>
  call('POST', '/sign-in', { body, ...handlesMissingSession });
export const sendCode = (code: string) =>
  call('POST', '/sign-in/code', { body: { code }, ...handlesMissingSession });
export const beginPasskeySignIn = () => call('POST', '/sign-in/passkey/options', handlesMissingSession);
export const sendPasskey = (body: BodyOf<'POST', '/sign-in/passkey'>) =>
  call('POST', '/sign-in/passkey', { body, ...handlesMissingSession });
export const redeemLink = (token: string) =>
  call('POST', '/sign-in/link', { body: { token }, ...handlesMissingSession });
export const acceptInvitation = (body: BodyOf<'POST', '/invitations/accept'>) =>
  call('POST', '/invitations/accept', { body, ...handlesMissingSession });
export const signOut = async () => {
  await renewToken();
  return call('DELETE', '/session', handlesMissingSession);
};
export const signOutEverywhere = async () => {
  await renewToken();
  return call('DELETE', '/sessions', handlesMissingSession);
};
export const chooseAccount = (accountId: string) => call('POST', '/session/account', { body: { accountId } });

/** Reads the request token again, because another tab may have switched the account. */
async function renewToken(): Promise<void> {
  setRequestToken((await readSession()).requestToken);
}
