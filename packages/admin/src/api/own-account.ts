import { call } from './call.ts';
import type { BodyOf } from './operation.ts';

export const readOwnAccount = (signal: AbortSignal) => call('GET', '/person', { signal });
export const changeOwnName = (name: string) => call('PATCH', '/person', { body: { name } });
/** Changes the password. A wrong old one is refused with 401 and leaves the session unchanged. */
export const changePassword = (body: BodyOf<'POST', '/person/password'>) =>
  call('POST', '/person/password', { body, mayBeSignedOut: true });
/** Begins to set up an authenticator app (TOTP, RFC 6238) as a second step. */
export const beginApp = () => call('POST', '/person/totp');
/** Completes the set-up of the authenticator app with a code from it. */
export const confirmApp = (body: BodyOf<'POST', '/person/totp/confirm'>) =>
  call('POST', '/person/totp/confirm', { body });
/** Removes the authenticator app as a second step. */
export const removeApp = () => call('DELETE', '/person/totp');
export const renewRecoveryCodes = () => call('POST', '/person/recovery-codes');
export const beginPasskey = () => call('POST', '/person/passkeys/options');
export const addPasskey = (body: BodyOf<'POST', '/person/passkeys'>) =>
  call('POST', '/person/passkeys', { body });
export const removePasskey = (id: string) => call('DELETE', '/person/passkeys/{id}', { path: { id } });
export const endSession = (id: string) => call('DELETE', '/person/sessions/{id}', { path: { id } });
export const endOtherSessions = () => call('DELETE', '/person/sessions');
