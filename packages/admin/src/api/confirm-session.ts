import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import { call } from './call.ts';

/** Gives password and second step again. Wrong ones are refused with 401 and leave the session as it is. */
export const confirmSession = (body: {
  password: string;
  code?: string;
  passkey?: AuthenticationResponseJSON;
}) => call<object>('POST', 'session/confirm', { body, mayBeSignedOut: true });
