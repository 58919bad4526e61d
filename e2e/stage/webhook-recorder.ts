import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

/** One request that the service made to the shop's webhook address, byte for byte. */
export interface RecordedDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What the shop answered. */
  readonly status: number;
}

/**
 * Stands between the service and the shop: notes each delivery and passes it on unchanged. The journeys read the notes
 * at `GET /deliveries` and verify the signatures by themselves.
 */
export async function startWebhookRecorder(port: number, shopUrl: string): Promise<Server> {
  const deliveries: RecordedDelivery[] = [];

  async function passOn(request: IncomingMessage): Promise<number> {
    const body = await text(request);
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers)) {
      if (/^(webhook-|content-type$|user-agent$)/.test(name)) headers[name] = String(value);
    }
    const reply = await fetch(`${shopUrl}${request.url}`, { method: 'POST', headers, body });
    deliveries.push({ headers, body, status: reply.status });
    return reply.status;
  }

  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/deliveries') {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(deliveries));
      return;
    }
    passOn(request).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(502).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return server;
}
