import { captureLimits } from '@vendor/contract';
import type { ReferenceImages } from './executions/start/reference-images.ts';
import { fetchImage, mayFetchImage } from './outgoing/fetch-image.ts';
import { openOutgoing } from './outgoing/open-outgoing.ts';
import type { Outgoing } from './outgoing/outgoing.ts';
import { longestRegisterReply, openRegisters } from './registers/open-registers.ts';
import type { Registers } from './registers/registers.ts';
import type { Environment } from './settings/environment.ts';
import { openWebhookClient } from './webhooks/delivery/open-webhook-client.ts';

/** All that the service asks of other machines. */
export interface Clients {
  /** Client that sends webhooks. */
  readonly webhooks: Outgoing;
  /** Pictures to compare with, from where a customer keeps them. */
  readonly references: ReferenceImages;
  /** The operator's connector to registers of national numbers. */
  readonly registers: Registers;
  close(): Promise<void>;
}

/**
 * Opens them, each with what it may reach and how much it reads: networks that are named for the connector, or for receivers of
 * webhooks, are open to these alone, and of a picture one byte more than it may have is read, so that a larger one shows.
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
    maxBodyBytes: longestRegisterReply + 1,
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
