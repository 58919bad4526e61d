import type {
  RegistrationResponseJSON as NewPasskey,
  PublicKeyCredentialCreationOptionsJSON as NewPasskeyOptions,
} from '@simplewebauthn/browser';
import type {
  AdminAppConfirmRequest,
  AdminAppSetUp,
  AdminOwnAccount,
  AdminPasswordRequest,
  AdminRecoveryCodes,
} from '@vendor/contract/admin';
import { call } from './call.ts';

export const readOwnAccount = (signal: AbortSignal) => call<AdminOwnAccount>('GET', 'person', { signal });
export const changeOwnName = (name: string) => call<object>('PATCH', 'person', { body: { name } });
/** A wrong old password is refused with 401 and leaves the session as it is. */
export const changePassword = (body: AdminPasswordRequest) =>
  call<object>('POST', 'person/password', { body, mayBeSignedOut: true });
export const beginApp = () => call<AdminAppSetUp>('POST', 'person/totp');
export const confirmApp = (body: AdminAppConfirmRequest) =>
  call<AdminRecoveryCodes>('POST', 'person/totp/confirm', { body });
export const removeApp = () => call<object>('DELETE', 'person/totp');
export const renewRecoveryCodes = () => call<AdminRecoveryCodes>('POST', 'person/recovery-codes');
export const beginPasskey = () => call<NewPasskeyOptions>('POST', 'person/passkeys/options');
export const addPasskey = (body: { name: string; response: NewPasskey }) =>
  call<AdminRecoveryCodes>('POST', 'person/passkeys', { body });
export const removePasskey = (id: string) =>
  call<object>('DELETE', `person/passkeys/${encodeURIComponent(id)}`);
export const endSession = (id: string) => call<object>('DELETE', `person/sessions/${encodeURIComponent(id)}`);
export const endOtherSessions = () => call<object>('DELETE', 'person/sessions');
