import { openOutgoing } from '../../outgoing/open-outgoing.ts';
import type { OutgoingFailure } from '../../outgoing/outgoing.ts';

/** A little less than the service waits. */
const withinMs = 14_000;

/** Reply of an application on this machine to a delivery. */
export interface ForwardedAnswer {
  /** The status of its reply; 502, as from a gateway, if it did not reply. */
  readonly status: number;
  readonly retryAfter: string | null;
  /** Why it said nothing; null: it answered. */
  readonly failure: OutgoingFailure | null;
}

/** Passes deliveries on to an address of this machine, each as it came. */
export interface Forwarder {
  forward(headers: Readonly<Record<string, string>>, body: Uint8Array): Promise<ForwardedAnswer>;
  close(): Promise<void>;
}

/**
 * Opens a forwarder that uses the client of the service. Unlike `fetch`, that client forbids no ports and says why a request
 * failed.
 *
 * @param signal - aborts requests that are under way.
 */
export function openForwarder(url: string, signal: AbortSignal): Forwarder {
  const application = openOutgoing({ allowLoopback: true, timeoutMs: withinMs });
  return {
    async forward(headers, body) {
      const reply = await application.send({ url, method: 'POST', headers, body, signal });
      if (reply.kind === 'failed') return { status: 502, retryAfter: null, failure: reply.failure };
      return { status: reply.status, retryAfter: reply.retryAfter, failure: null };
    },
    close: () => application.close(),
  };
}
