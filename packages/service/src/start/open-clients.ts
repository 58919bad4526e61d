import { captureLimits } from '@vendor/contract';
import type { ReferenceImages } from '../executions/start/reference-images.ts';
import { fetchImage, mayFetchImage } from '../outgoing/fetch-image.ts';
import { openOutgoing } from '../outgoing/open-outgoing.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { maxRegisterReplyBytes, openRegisters } from '../registers/open-registers.ts';
import type { Registers } from '../registers/registers.ts';
import type { Environment } from '../settings/environment.ts';
import { openWebhookClient } from '../webhooks/delivery/open-webhook-client.ts';

/** Clients for all outgoing requests. */
export interface Clients {
  /** Client that sends webhooks. */
  readonly webhooks: Outgoing;
  /** Fetches reference images from URLs in start requests. */
  readonly references: ReferenceImages;
  /** The operator's connector to national registers. */
  readonly registers: Registers;
  close(): Promise<void>;
}

/**
 * Opens the clients, each with its own allowed networks and maximum reply size. Networks named for the connector, or for
 * webhook receivers, are open only to these. Images and register replies are read up to one byte over their limit, so that
 * larger ones are noticed.
 */
export function openClients({
  allowsLoopback,
  register,
  webhooks: receivers,
}: Pick<Environment, 'allowsLoopback' | 'register' | 'webhooks'>): Clients {
  const reach = { allowLoopback: allowsLoopback };
  const webhooks = openWebhookClient(receivers, allowsLoopback);
  const pictures = openOutgoing({ ...reach, maxBodyBytes: captureLimits.imageBytes + 1 });
  const connector = openOutgoing({
    ...reach,
    networks: register?.networks ?? [],
    maxBodyBytes: maxRegisterReplyBytes + 1,
  });
  return {
    webhooks,
    references: {
      mayBeAt: (address) => mayFetchImage(address, allowsLoopback),
      fetch: (address, signal) => fetchImage(pictures, address, captureLimits.imageBytes, signal),
    },
    registers: openRegisters(register, connector),
    async close() {
      await Promise.all([webhooks, pictures, connector].map((client) => client.close()));
    },
  };
}
