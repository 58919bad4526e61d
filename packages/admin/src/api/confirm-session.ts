import { call } from './call.ts';
import type { BodyOf } from './operation.ts';

/** Confirms password and second step again. Wrong ones are refused with 401 and leave the session unchanged. */
export const confirmSession = (body: BodyOf<'POST', '/session/confirm'>) =>
  call('POST', '/session/confirm', { body, mayBeSignedOut: true });
