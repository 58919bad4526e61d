import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** One request of the service to the shop's webhook address, byte for byte. */
export interface RecordedDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Signature error of the public library at the time of the delivery; null if the signature was valid. */
  readonly fault: string | null;
}

interface RecorderOptions {
  readonly port: number;
  readonly shopUrl: string;
  readonly readSecret: () => Promise<string>;
}

/**
 * Records each delivery between the service and the shop and passes it on unchanged. The journeys read the records at `GET
 * /deliveries`.
 */
export async function startWebhookRecorder({ port, shopUrl, readSecret }: RecorderOptions): Promise<Server> {
  const deliveries: RecordedDelivery[] = [];

  async function passOn(request: IncomingMessage): Promise<number> {
    const body = await text(request);
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers)) {
      if (/^(webhook-|content-type$|user-agent$)/.test(name)) headers[name] = String(value);
    }
    // Recorded before it is passed on, so that a journey that sees the outcome in the shop finds the delivery here. Verified at
    // once, because a signature is valid for only five minutes.
    deliveries.push({ headers, body, fault: faultOf(await readSecret(), headers, body) });
    const reply = await fetch(`${shopUrl}${request.url}`, { method: 'POST', headers, body });
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

function faultOf(secret: string, headers: Record<string, string>, body: string): string | null {
  try {
    new Webhook(secret).verify(body, headers);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
