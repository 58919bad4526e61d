import { randomBytes, randomUUID } from 'node:crypto';
import type { VerificationEvent } from './webhook-receiver.ts';

/** A customer of the shop, and the verification last started for them. */
export interface Customer {
  /** Sent to the service as `user_id`; no secret. */
  readonly id: string;
  verification: Verification | undefined;
}

export interface Verification {
  readonly executionId: string;
  readonly workflowId: string;
  /** For the browser SDK, as long as the outcome is awaited. */
  readonly token: string;
  readonly isInteractive: boolean;
}

/** How a customer stands, as told to their own page. */
export interface Standing {
  /** NONE: nothing started. PENDING: started, no outcome yet. Else the status of the execution. */
  readonly status: string;
  readonly isInteractive: boolean;
  /** Event of the webhook, once it came. */
  readonly outcome: VerificationEvent | null;
}

type Listener = (standing: Standing) => void;

/**
 * The shop's customers, in memory: a demonstration forgets them when it stops. Each is known by a secret in a cookie.
 * Both tables are bounded, the oldest go first, so that nobody can fill the memory.
 */
export class Customers {
  readonly #bySession = new Map<string, Customer>();
  readonly #outcomes = new Map<string, VerificationEvent>();
  readonly #listeners = new Map<Customer, Set<Listener>>();
  readonly #limit: number;

  constructor(limit = 10_000) {
    this.#limit = limit;
  }

  find(session: string | undefined): Customer | undefined {
    return session === undefined ? undefined : this.#bySession.get(session);
  }

  add(): { readonly session: string; readonly customer: Customer } {
    const session = randomBytes(32).toString('base64url');
    const customer: Customer = { id: randomUUID(), verification: undefined };
    put(this.#bySession, session, customer, this.#limit);
    return { session, customer };
  }

  /** Notes that a verification was started for the customer; it takes the place of the one before. */
  begin(customer: Customer, verification: Verification): void {
    customer.verification = verification;
    this.#tell(customer);
  }

  /**
   * Keeps what a webhook said. It may come before the reply to the start has been read, so it is kept under the
   * execution and not under the customer. Events may come out of order: an older one changes nothing.
   */
  record(event: VerificationEvent): void {
    const known = this.#outcomes.get(event.executionId);
    if (known && Date.parse(known.emittedAt) > Date.parse(event.emittedAt)) return;
    put(this.#outcomes, event.executionId, event, this.#limit);
    for (const customer of this.#listeners.keys()) {
      if (customer.verification?.executionId === event.executionId) this.#tell(customer);
    }
  }

  standing(customer: Customer): Standing {
    const { verification } = customer;
    if (!verification) return { status: 'NONE', isInteractive: false, outcome: null };
    const outcome = this.#outcomes.get(verification.executionId) ?? null;
    return { status: outcome?.status ?? 'PENDING', isInteractive: verification.isInteractive, outcome };
  }

  /** Tells the listener how the customer stands, now and on every change, until the returned function is called. */
  watch(customer: Customer, listener: Listener): () => void {
    const listeners = this.#listeners.get(customer) ?? new Set();
    this.#listeners.set(customer, listeners.add(listener));
    listener(this.standing(customer));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(customer);
    };
  }

  #tell(customer: Customer): void {
    const standing = this.standing(customer);
    for (const listener of this.#listeners.get(customer) ?? []) listener(standing);
  }
}

function put<Value>(map: Map<string, Value>, key: string, value: Value, limit: number): void {
  map.set(key, value);
  if (map.size > limit) map.delete(map.keys().next().value as string);
}
