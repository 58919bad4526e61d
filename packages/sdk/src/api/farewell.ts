import type { Farewell } from '../session/ports.ts';
import { clientAddress } from './client-address.ts';
import { sendAndForget } from './send-and-forget.ts';

/** Address of the service, and session key. */
export interface SessionAddress {
  readonly baseAddress: string;
  readonly sessionKey: string;
}

/** Creates the HTTP client for reporting that the user or page has left. */
export function createFarewell({ baseAddress, sessionKey }: SessionAddress): Farewell {
  const send = (route: string) =>
    sendAndForget({ url: clientAddress(baseAddress, route), bearer: sessionKey });
  return { cancel: () => send('cancel'), leave: () => send('leave') };
}
