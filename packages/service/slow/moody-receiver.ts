import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebhookEnvelope, webhookEnvelopeSchema } from '@vendor/contract';
import { Webhook } from 'standardwebhooks';

/**
 * Behaviour of a receiver towards a delivery. `take`, `dawdle`: it answers with 2xx, at once or late. `refuse`: 503. `gone`:
 * 410. `leave`: it never answers. `cut`: it answers 200 and ends the connection in the middle of the body.
 */
export type Mood = 'take' | 'refuse' | 'gone' | 'leave' | 'cut' | 'dawdle';

/** A delivery that arrived completely, however it was answered. */
export interface Arrival {
  readonly id: string;
  readonly sequence: number;
  readonly envelope: WebhookEnvelope;
  readonly mood: Mood;
  /** Whether its signature verifies with each secret, the oldest first. */
  readonly verified: readonly boolean[];
  /** Number of the service process that sent it. */
  readonly life: number;
}

const dawdleMs = 150;

/** An integrator's backend with changing behaviour, which records all deliveries. */
export class MoodyReceiver {
  readonly arrivals: Arrival[] = [];
  /** Secrets of its endpoint, the oldest first. */
  readonly secrets: string[] = [];
  /** Number of the running service process. */
  life = 0;
  /** Chooses the behaviour for a delivery; `before`: how often it has arrived already. */
  mood: (before: number) => Mood = () => 'take';
  readonly #server: Server;
  readonly #left = new Set<ServerResponse>();
  #noticed: ((arrival: Arrival) => void) | null = null;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => void this.#receive(request, response));
  }

  static async open(): Promise<MoodyReceiver> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new MoodyReceiver(server);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/webhooks`;
  }

  /** Resolves with the next delivery that gets this behaviour, once it was carried out. */
  next(mood: Mood): Promise<Arrival> {
    return new Promise((resolve) => {
      this.#noticed = (arrival) => {
        if (arrival.mood !== mood) return;
        this.#noticed = null;
        resolve(arrival);
      };
    });
  }

  /** Accepts all deliveries from now on, and closes connections that were left unanswered. */
  recover(): void {
    this.mood = () => 'take';
    for (const response of this.#left) response.destroy();
    this.#left.clear();
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const life = this.life;
    const parts: Buffer[] = [];
    try {
      for await (const part of request) parts.push(part as Buffer);
    } catch {
      // The service was killed before the request was complete.
      return;
    }
    const body = Buffer.concat(parts).toString('utf8');
    const headers = request.headers as Record<string, string>;
    const id = String(headers['webhook-id']);
    const arrival: Arrival = {
      id,
      sequence: Number(headers['webhook-sequence']),
      envelope: webhookEnvelopeSchema.parse(JSON.parse(body)),
      mood: this.mood(this.arrivals.filter((earlier) => earlier.id === id).length),
      verified: this.secrets.map((secret) => isSignedBy(secret, body, headers)),
      life,
    };
    this.arrivals.push(arrival);
    await this.#answer(arrival.mood, response);
    this.#noticed?.(arrival);
  }

  /** Answers, and resolves once the answer has left this process. */
  async #answer(mood: Mood, response: ServerResponse): Promise<void> {
    if (mood === 'leave') {
      this.#left.add(response);
      return;
    }
    if (mood === 'cut') {
      response.writeHead(200, { 'content-length': 100 });
      response.write('what was promised is lon', () => response.destroy());
      await once(response, 'close');
      return;
    }
    if (mood === 'dawdle') await new Promise((resolve) => setTimeout(resolve, dawdleMs));
    response.writeHead({ take: 204, dawdle: 202, refuse: 503, gone: 410 }[mood]).end();
    if (!response.writableFinished && !response.destroyed) {
      await Promise.race([once(response, 'finish'), once(response, 'close')]);
    }
  }
}

function isSignedBy(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}
