import { readFileSync } from 'node:fs';
import { openOutgoing } from '../../outgoing/open-outgoing.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';

/** How webhooks reach their receivers, besides public ones directly. */
export interface ReceiverSettings {
  /** Private addresses and networks (CIDR) that receivers may be at. */
  readonly networks: readonly string[];
  /** The HTTP proxy that public receivers are reached by, with its credentials; null: directly. */
  readonly proxy: string | null;
  /** A file of certificates in PEM that are trusted besides the public roots; null: there is none. */
  readonly caFile: string | null;
}

/**
 * Opens what sends webhooks. The certificates are read now: new ones count from the next start.
 *
 * @throws when the file of certificates cannot be read.
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
