/** Client of the shop's own backend. The page never calls the verification service directly. */

/** State of the customer's verification; the backend pushes it on every change. */
export interface Standing {
  readonly status: string;
  readonly isInteractive: boolean;
  readonly outcome: Outcome | null;
}

/** Outcome reported by the webhook. */
export interface Outcome {
  readonly deliveryId: string;
  readonly event: string;
  readonly executionId: string;
  readonly status: string;
  readonly fullName: string | null;
  readonly checks: readonly {
    readonly checkType: string;
    readonly status: string;
    readonly statusDetail: string | null;
  }[];
}

export interface SignUp {
  readonly workflowId: string;
  readonly email?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly startAnew: boolean;
}

/** `token` is null if there is nothing to show and the outcome follows without the user. */
export type Start =
  | { readonly kind: 'started'; readonly token: string | null }
  | { readonly kind: 'inputs-needed'; readonly inputs: readonly string[] }
  | { readonly kind: 'unavailable' };

export async function fetchWorkflows(): Promise<readonly { id: string; name: string }[]> {
  const reply = await fetch('/workflows').catch(() => undefined);
  return reply?.ok ? reply.json() : [];
}

export async function requestVerification(signUp: SignUp): Promise<Start> {
  const reply = await fetch('/verification', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(signUp),
  }).catch(() => undefined);
  const body = await reply?.json().catch(() => undefined);
  if (reply?.ok) return { kind: 'started', token: body.token };
  return reply?.status === 422 ? { kind: 'inputs-needed', inputs: body.inputs } : { kind: 'unavailable' };
}

/** Makes the visitor a new customer; returns whether that succeeded. */
export async function becomeNewCustomer(): Promise<boolean> {
  const reply = await fetch('/customer', { method: 'POST' }).catch(() => undefined);
  return reply?.ok ?? false;
}

/**
 * Calls back with the standing, now and on every change, until the returned function is called. The browser reconnects
 * automatically unless the backend refuses. In that case, `onLost` is called, and only a reload helps.
 */
export function watchStanding(onStanding: (standing: Standing) => void, onLost: () => void): () => void {
  const events = new EventSource('/verification/events');
  events.onmessage = ({ data }) => onStanding(JSON.parse(data));
  events.onerror = () => {
    if (events.readyState === EventSource.CLOSED) onLost();
  };
  return () => events.close();
}
