import { beginPasskeySignIn, signInByPasskey } from '../api/endpoints.ts';
import { Failure } from '../api/failure.ts';
import { addPasskey, beginPasskey } from '../api/own-account.ts';

/** Whether this browser can use passkeys at this address: it keeps none for addresses that are numbers, or without https. */
export function hasPasskeys(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);
}

/** Loaded when somebody first uses a passkey. */
const webauthn = () => import('@simplewebauthn/browser');

/** Has the browser make a passkey, and the service keep it. @throws {Failure} PASSKEY where the person or the device stopped it. */
export async function createPasskey(name: string) {
  const optionsJSON = await beginPasskey();
  const { startRegistration } = await webauthn();
  const response = await startRegistration({ optionsJSON }).catch((error: Error) => {
    throw new Failure(error.name === 'InvalidStateError' ? 'PASSKEY_KNOWN' : 'PASSKEY');
  });
  return addPasskey({ name, response });
}

/** Signs in by a passkey that the person chooses. @throws {Failure} PASSKEY where the person or the device stopped it. */
export async function usePasskey() {
  return signInByPasskey({ response: await answerByPasskey() });
}

/** Has a passkey that the person chooses answer a new challenge. @throws {Failure} as {@link usePasskey}. */
export async function answerByPasskey() {
  const optionsJSON = await beginPasskeySignIn();
  const { startAuthentication } = await webauthn();
  return startAuthentication({ optionsJSON }).catch(() => {
    throw new Failure('PASSKEY');
  });
}
