import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** One request to the receiver. */
export interface ReceivedEvent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An integrator's webhook receiver that records requests and replies as configured. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedEvent[];
  /** Reply to all later requests. */
  answer: { status: number; body: string };
  close(): void;
}

/** Starts a receiver on a free port of this machine. */
export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedEvent[] = [];
  const server = createServer((request, response) => {
    text(request).then((body) => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      received.push({ headers: Object.fromEntries(headers), body });
      const { status, body: answer } = receiver.answer;
      response.writeHead(status, { 'content-type': 'text/plain' }).end(answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: WebhookReceiver = {
    url: `http://localhost:${(server.address() as AddressInfo).port}/hooks`,
    received,
    answer: { status: 200, body: 'thanks' },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return receiver;
}

/**
 * Verifies an event as receivers do.
 *
 * @returns its body.
 * @throws if the signature is invalid.
 */
export function verifyEvent(
  secret: string,
  { headers, body }: ReceivedEvent,
): { event: string; data: { id: string; status: string } } {
  return new Webhook(secret).verify(body, headers) as ReturnType<typeof verifyEvent>;
}
