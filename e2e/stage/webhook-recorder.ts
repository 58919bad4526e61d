import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** One request that the service made to the shop's webhook address, byte for byte. */
export interface RecordedDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Error of the public library about the signature when the delivery came; null when it found none. */
  readonly fault: string | null;
}

interface RecorderOptions {
  readonly port: number;
  readonly shopUrl: string;
  readonly readSecret: () => Promise<string>;
}

/**
 * Stands between the service and the shop: notes each delivery and passes it on unchanged. The journeys read the notes
 * at `GET /deliveries`.
 */
export async function startWebhookRecorder({ port, shopUrl, readSecret }: RecorderOptions): Promise<Server> {
  const deliveries: RecordedDelivery[] = [];

  async function passOn(request: IncomingMessage): Promise<number> {
    const body = await text(request);
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers)) {
      if (/^(webhook-|content-type$|user-agent$)/.test(name)) headers[name] = String(value);
    }
    // Noted first: who hears of the outcome from the shop finds the delivery here. Verified now: a signature is good for
    // five minutes only.
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
