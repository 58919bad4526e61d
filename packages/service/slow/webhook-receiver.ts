import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookEnvelope } from '@vendor/contract';
import { Webhook } from 'standardwebhooks';

/** A delivery with a valid signature. */
export interface ReceivedWebhook {
  readonly id: string;
  readonly envelope: WebhookEnvelope;
}

/** Receives webhooks as an integrator's backend does: it verifies the signature before it reads the body. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  readonly refused: string[] = [];
  secret = '';
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const body = Buffer.concat(parts).toString('utf8');
      try {
        const headers = request.headers as Record<string, string>;
        const envelope = new Webhook(this.secret).verify(body, headers) as WebhookEnvelope;
        this.received.push({ id: String(request.headers['webhook-id']), envelope });
        response.writeHead(204).end();
      } catch (error) {
        this.refused.push(String(error));
        response.writeHead(400).end();
      }
    });
  }

  static async open(): Promise<WebhookReceiver> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new WebhookReceiver(server);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Returns the ids under which the events of an execution arrived. */
  idsOf(executionId: string): string[] {
    return this.received.filter(({ envelope }) => envelope.data.id === executionId).map(({ id }) => id);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
