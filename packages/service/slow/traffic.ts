import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceClient } from './service-client.ts';

/** Acknowledged requests of one execution with a document. */
export interface AcknowledgedFlow {
  readonly executionId: string;
  readonly token: string;
  begun?: true;
  /** Digest of the capture that was stored. */
  stored?: string;
  /** A submission was sent: from here on it may have arrived, acknowledged or not. */
  submitting?: true;
  submitted?: true;
}

/** Bytes that begin as a JPEG does; no picture anybody can judge. */
export function jpegOf(sizeBytes: number): Buffer {
  return Buffer.concat([Buffer.from('ffd8ffe000104a464946000101', 'hex'), randomBytes(sizeBytes)]);
}

/** Shows a passport that nobody can read, again and again, until the execution of a session that has begun has ended. */
export async function endPassport(client: ServiceClient, sessionKey: string): Promise<void> {
  let state = await client.state(sessionKey);
  while (state.awaiting !== 'none') {
    if (state.awaiting === 'user' && state.step) {
      const { attempt } = state.step;
      const digest = await client.putFront(sessionKey, attempt, jpegOf(20_000 + attempt));
      state = await client.submitPassport(sessionKey, attempt, digest);
    } else {
      await pause(100);
      state = await client.state(sessionKey);
    }
  }
}

/** Starts and walks executions, several at a time, and keeps a journal of what was acknowledged. */
export class Traffic {
  /** Executions without interactive steps that were acknowledged. */
  readonly runs: string[] = [];
  readonly flows: AcknowledgedFlow[] = [];
  readonly #client: ServiceClient;

  readonly #onFailure: (error: unknown) => void;

  /** @param onFailure - called with the error of each request that was not answered as hoped. */
  constructor(client: ServiceClient, onFailure: (error: unknown) => void = () => {}) {
    this.#client = client;
    this.#onFailure = onFailure;
  }

  /** Keeps four lines busy until the signal; a request that is cut off acknowledges nothing. */
  async flow(signal: AbortSignal): Promise<void> {
    const [run, walk] = [() => this.#startRun(), () => this.#walkFlow()];
    await Promise.all(
      [run, walk, run, walk].map(async (line) => {
        while (!signal.aborted)
          await line().catch((error) => {
            this.#onFailure(error);
            return pause(5);
          });
      }),
    );
  }

  async #startRun(): Promise<void> {
    const inputs = { user_id: 'u', email: 'anna@example.com', phone_number: '+49 30 901820' };
    this.runs.push((await this.#client.start('E-mail and phone', inputs)).executionId);
  }

  async #walkFlow(): Promise<void> {
    const { executionId, token } = await this.#client.start('Identity document', { user_id: 'u' });
    const flow: AcknowledgedFlow = { executionId, token };
    this.flows.push(flow);
    const { sessionKey } = await this.#client.init(token);
    await this.#client.begin(sessionKey);
    flow.begun = true;
    flow.stored = await this.#client.putFront(sessionKey, 1, jpegOf(20_000));
    // Half of the flows stop here, so that captures without a submission are among what a kill must not take.
    if (this.flows.length % 2 === 0) return;
    flow.submitting = true;
    await this.#client.submitPassport(sessionKey, 1, flow.stored);
    flow.submitted = true;
  }
}
