import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceClient } from './service-client.ts';
import { jpegOf } from './traffic.ts';

/** A call that causes an event, as its caller knows it. */
export interface Asked {
  readonly event: 'updated' | 'sync';
  /** Status that the decision sets; null for a call that sends the current one. */
  readonly status: 'APPROVED' | 'DECLINED' | null;
  /** Position of the call in the journal. */
  readonly place: number;
  /** True if it succeeded; otherwise it may or may not have been carried out. */
  acknowledged: boolean;
}

/** An execution as its backend knows it, recorded before its start. */
export interface JournalEntry {
  /** Identifies the execution in its events, even if its start was not acknowledged. */
  readonly userId: string;
  readonly place: number;
  /** True if it ends without a user. */
  readonly endsByItself: boolean;
  executionId: string | null;
  /** True once its backend knows that it ended. */
  hasEnded: boolean;
  readonly asked: Asked[];
}

const paceMs = 10;

/**
 * Load with events of every kind: executions without user steps and with captures, decisions, and events on demand. Every call
 * is recorded in the journal before it is sent.
 */
export class WebhookTraffic {
  readonly journal: JournalEntry[] = [];
  /** Number of acknowledged calls. */
  acknowledged = 0;
  readonly #client: ServiceClient;
  readonly #resend: (executionId: string) => Promise<unknown>;
  readonly #random: () => number;
  #place = 0;

  /** Creates traffic. @param resend - sends an event on demand. */
  constructor(
    client: ServiceClient,
    resend: (executionId: string) => Promise<unknown>,
    random: () => number,
  ) {
    this.#client = client;
    this.#resend = resend;
    this.#random = random;
  }

  /** Returns a new position in the journal; later entries have higher ones. */
  nextPlace(): number {
    this.#place += 1;
    return this.#place;
  }

  /** Keeps four workers busy until the signal aborts; interrupted calls are not acknowledged. */
  async flow(signal: AbortSignal): Promise<void> {
    const lines = [() => this.#run(), () => this.#run(), () => this.#run(), () => this.#walk()];
    await Promise.all(
      lines.map(async (line) => {
        while (!signal.aborted) {
          await line().catch(() => {});
          await pause(paceMs);
        }
      }),
    );
  }

  /** Starts an execution without user steps, and decides it. */
  async #run(): Promise<void> {
    const entry = this.#note(true);
    const inputs = { user_id: entry.userId, email: 'anna@example.com', phone_number: '+49 30 901820' };
    const { executionId } = await this.#client.start('E-mail and phone', inputs);
    await this.#follow(entry, executionId);
  }

  /** Walks through an execution with undecodable pictures until its attempts are exhausted. */
  async #walk(): Promise<void> {
    const entry = this.#note(false);
    const { executionId, token } = await this.#client.start('Identity document', { user_id: entry.userId });
    entry.executionId = executionId;
    const { sessionKey } = await this.#client.init(token);
    let state = await this.#client.begin(sessionKey);
    for (let attempt = 1; state.awaiting === 'user'; attempt += 1) {
      const digest = await this.#client.putFront(sessionKey, attempt, jpegOf(2000));
      state = await this.#client.submitPassport(sessionKey, attempt, digest);
      while (state.awaiting === 'checks')
        state = await this.#client.state(sessionKey, `?after=${state.seq}&wait=20`);
    }
    await this.#follow(entry, executionId);
  }

  async #follow(entry: JournalEntry, executionId: string): Promise<void> {
    entry.executionId = executionId;
    this.acknowledged += 1;
    while ((await this.#client.read(executionId)).status === 'PENDING') await pause(paceMs);
    entry.hasEnded = true;
    await this.#ask(entry, 'updated', 'DECLINED', () =>
      this.#client.decide(executionId, { status: 'DECLINED', comment: 'one' }),
    );
    if (this.#random() < 0.5) await this.#ask(entry, 'sync', null, () => this.#resend(executionId));
    await this.#ask(entry, 'updated', 'APPROVED', () =>
      this.#client.decide(executionId, { status: 'APPROVED' }),
    );
  }

  #note(endsByItself: boolean): JournalEntry {
    const place = this.nextPlace();
    const entry = {
      userId: `user-${place}`,
      place,
      endsByItself,
      executionId: null,
      hasEnded: false,
      asked: [],
    };
    this.journal.push(entry);
    return entry;
  }

  async #ask(
    entry: JournalEntry,
    event: Asked['event'],
    status: Asked['status'],
    send: () => Promise<unknown>,
  ): Promise<void> {
    const asked: Asked = { event, status, place: this.nextPlace(), acknowledged: false };
    entry.asked.push(asked);
    await send();
    asked.acknowledged = true;
    this.acknowledged += 1;
  }
}

/** Returns whether received events can result from the calls in their order: all acknowledged ones, and any of the others. */
export function canResultFrom(
  asked: readonly Asked[],
  received: readonly { event: string; status: string }[],
): boolean {
  const [first, ...others] = asked;
  if (!first) return received.length === 0;
  const [next, ...rest] = received;
  const isExpected = next?.event === first.event && (first.status === null || first.status === next.status);
  if (isExpected && canResultFrom(others, rest)) return true;
  return !first.acknowledged && canResultFrom(others, received);
}
