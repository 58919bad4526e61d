import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceClient } from './service-client.ts';

/** Acknowledged requests of one execution with a document. */
export interface AcknowledgedFlow {
  readonly executionId: string;
  readonly token: string;
  begun?: true;
  /** Digest of the stored capture. */
  stored?: string;
  /** True once a submission was sent, which may have arrived even if it was not acknowledged. */
  submitting?: true;
  submitted?: true;
}

/** Creates bytes that begin like a JPEG but cannot be decoded. */
export function jpegOf(sizeBytes: number): Buffer {
  return Buffer.concat([Buffer.from('ffd8ffe000104a464946000101', 'hex'), randomBytes(sizeBytes)]);
}

/** Submits an unreadable passport repeatedly until the execution has ended. The session must have begun. */
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

/** Starts and walks through executions concurrently, and records what was acknowledged. */
export class Traffic {
  /** Acknowledged executions without user steps. */
  readonly runs: string[] = [];
  readonly flows: AcknowledgedFlow[] = [];
  readonly #client: ServiceClient;

  readonly #onFailure: (error: unknown) => void;

  /** Creates traffic. @param onFailure - called with the error of each failed request. */
  constructor(client: ServiceClient, onFailure: (error: unknown) => void = () => {}) {
    this.#client = client;
    this.#onFailure = onFailure;
  }

  /**
   * Keeps four workers busy until the signal aborts; interrupted requests are not acknowledged.
   *
   * @param restMs - rest of a worker after each execution.
   */
  async flow(signal: AbortSignal, restMs = 0): Promise<void> {
    const [run, walk] = [() => this.#startRun(), () => this.#walkFlow()];
    await Promise.all(
      [run, walk, run, walk].map(async (line) => {
        while (!signal.aborted) {
          await line().catch((error) => {
            this.#onFailure(error);
            return pause(5);
          });
          if (restMs > 0) await pause(restMs);
        }
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
    // Half of the flows stop here, so that kills also meet captures without a submission.
    if (this.flows.length % 2 === 0) return;
    flow.submitting = true;
    await this.#client.submitPassport(sessionKey, 1, flow.stored);
    flow.submitted = true;
  }
}
