import type { Farewell } from '../session/ports.ts';
import { clientAddress } from './client-address.ts';
import { sendAndForget } from './send-and-forget.ts';

/** Address of the service and key of our session. */
export interface SessionAddress {
  readonly baseAddress: string;
  readonly sessionKey: string;
}

/** Takes leave of the service over HTTP. */
export function createFarewell({ baseAddress, sessionKey }: SessionAddress): Farewell {
  const tell = (what: string) => sendAndForget({ url: clientAddress(baseAddress, what), bearer: sessionKey });
  return { cancel: () => tell('cancel'), leave: () => tell('leave') };
}
