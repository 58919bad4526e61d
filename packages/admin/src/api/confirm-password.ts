import { call } from './call.ts';

/** Gives the password again. A wrong one is refused with 401 and leaves the session as it is. */
export const confirmPassword = (password: string) =>
  call<object>('POST', 'session/confirm', { body: { password }, mayBeSignedOut: true });
