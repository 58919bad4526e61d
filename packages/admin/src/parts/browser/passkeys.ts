import { Failure } from '../../api/failure.ts';
import { addPasskey, beginPasskey } from '../../api/own-account.ts';
import { beginPasskeySignIn, sendPasskey } from '../../api/session.ts';

/** Returns whether this browser can use passkeys at this address. Passkeys require https and a host name, not an IP address. */
export function hasPasskeys(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);
}

/** Loaded when a passkey is first used. */
const webauthn = () => import('@simplewebauthn/browser');

/**
 * Creates a passkey in the browser and registers it at the service.
 *
 * @throws {Failure} PASSKEY if the person or the device cancelled; PASSKEY_KNOWN if the device has one already.
 */
export async function createPasskey(name: string) {
  const optionsJSON = await beginPasskey();
  const { startRegistration } = await webauthn();
  const response = await startRegistration({ optionsJSON }).catch((error: Error) => {
    throw new Failure(error.name === 'InvalidStateError' ? 'PASSKEY_KNOWN' : 'PASSKEY');
  });
  return addPasskey({ name, response });
}

/**
 * Signs in with a passkey that the person chooses.
 *
 * @throws {Failure} PASSKEY if the person or the device cancelled.
 */
export async function signInByPasskey() {
  return sendPasskey({ response: await answerByPasskey() });
}

/**
 * Signs a new challenge with a passkey that the person chooses.
 *
 * @throws {Failure} as {@link signInByPasskey}.
 */
export async function answerByPasskey() {
  const optionsJSON = await beginPasskeySignIn();
  const { startAuthentication } = await webauthn();
  return startAuthentication({ optionsJSON }).catch(() => {
    throw new Failure('PASSKEY');
  });
}
