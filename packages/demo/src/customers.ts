import { randomBytes, randomUUID } from 'node:crypto';
import type { VerificationEvent } from './webhook-receiver.ts';

/** A customer of the shop, and their latest verification. */
export interface Customer {
  /** Sent to the service as `user_id`; not secret. */
  readonly id: string;
  verification: Verification | undefined;
}

export interface Verification {
  readonly executionId: string;
  readonly workflowId: string;
  /** Token for the browser SDK, while the outcome is awaited. */
  readonly token: string;
  readonly isInteractive: boolean;
}

/** State of a customer's verification, as shown on their own page. */
export interface Standing {
  /** NONE: nothing started. PENDING: started, no outcome yet. Otherwise the status of the execution. */
  readonly status: string;
  readonly isInteractive: boolean;
  /** Event of the webhook; null until it arrives. */
  readonly outcome: VerificationEvent | null;
}

type Listener = (standing: Standing) => void;

/**
 * The shop's customers, kept in memory until the demo stops, and identified by a secret in a cookie. Both tables are bounded
 * and drop their oldest entries, so that nobody can exhaust the memory.
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

  /** Stores a verification started for the customer, replacing the previous one. */
  begin(customer: Customer, verification: Verification): void {
    customer.verification = verification;
    this.#tell(customer);
  }

  /**
   * Stores the event of a webhook. Keyed by execution rather than customer, because it may arrive before the reply to the start
   * has been read. Ignores events that precede the stored one.
   */
  record(event: VerificationEvent): void {
    const known = this.#outcomes.get(event.executionId);
    if (known && known.sequence >= event.sequence) return;
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

  /** Calls the listener with the customer's standing, now and on every change, until the returned function is called. */
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
