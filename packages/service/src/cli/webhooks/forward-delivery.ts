import { openOutgoing } from '../../outgoing/open-outgoing.ts';
import type { OutgoingFailure } from '../../outgoing/outgoing.ts';

/** Time-out in ms, a little shorter than that of the service. */
const withinMs = 14_000;

/** Reply of a local application to a delivery. */
export interface ForwardedAnswer {
  /** Status of the reply; 502, as from a gateway, if there was none. */
  readonly status: number;
  readonly retryAfter: string | null;
  /** Reason for a missing reply; null: there was a reply. */
  readonly failure: OutgoingFailure | null;
}

/** Forwards deliveries unchanged to an address of this machine. */
export interface Forwarder {
  forward(headers: Readonly<Record<string, string>>, body: Uint8Array): Promise<ForwardedAnswer>;
  close(): Promise<void>;
}

/**
 * Opens a forwarder that uses the client of the service. Unlike `fetch`, that client forbids no ports, and reports why a
 * request failed.
 *
 * @param signal - aborts requests in progress.
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
