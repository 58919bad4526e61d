import { readFileSync } from 'node:fs';
import { openOutgoing } from '../../outgoing/open-outgoing.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';

/** How webhooks reach endpoints other than by a direct connection to a public address. */
export interface ReceiverSettings {
  /** Private addresses and networks (CIDR) in which endpoints are allowed. */
  readonly networks: readonly string[];
  /** HTTP proxy for public endpoints, with its credentials; null for direct connections. */
  readonly proxy: string | null;
  /** File of PEM certificates that are trusted in addition to the public roots; null for none. */
  readonly caFile: string | null;
}

/**
 * Opens the HTTP client that sends webhooks. Reads the certificates once: new ones take effect at the next start.
 *
 * @throws if the file of certificates cannot be read.
 */
export function openWebhookClient(
  { networks, proxy, caFile }: ReceiverSettings,
  allowLoopback: boolean,
): Outgoing {
  return openOutgoing({
    allowLoopback,
    networks,
    proxy: proxy ?? undefined,
    certificates: caFile === null ? undefined : readFileSync(caFile, 'utf8'),
  });
}
