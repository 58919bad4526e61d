import { Webhook } from 'standardwebhooks';

/** Content of a delivery, as far as this shop cares. */
export interface VerificationEvent {
  /** The `webhook-id`: the same for every attempt to deliver one event. */
  readonly deliveryId: string;
  readonly event: string;
  /** When the event was emitted. Signed, unlike the headers; orders the events of one execution. */
  readonly emittedAt: string;
  readonly executionId: string;
  readonly status: string;
  /** The name on the document; null when none was read. */
  readonly fullName: string | null;
  readonly checks: readonly VerificationCheck[];
}

export interface VerificationCheck {
  readonly checkType: string;
  readonly status: string;
  readonly statusDetail: string | null;
}

/** Outcome of a delivery. A repeated one is acknowledged like the first: otherwise it would be sent for days. */
export type Receipt =
  | { readonly kind: 'accepted'; readonly event: VerificationEvent }
  | { readonly kind: 'repeated' }
  | { readonly kind: 'refused' };

/** How many delivery ids are remembered. A shop with a database keeps them there, under a unique index. */
const rememberedDeliveries = 10_000;

/**
 * Makes the receiver of webhook deliveries. It takes only what was signed with the secret (Standard Webhooks, over the
 * exact bytes of the body) within the last five minutes, and each event once.
 *
 * @example
 * const receive = createWebhookReceiver();
 * const receipt = receive(secret, await request.text(), Object.fromEntries(request.headers));
 */
export function createWebhookReceiver() {
  const seen = new Set<string>();

  return function receive(secret: string, rawBody: string, headers: Record<string, string>): Receipt {
    let body: unknown;
    try {
      body = new Webhook(secret).verify(rawBody, headers);
    } catch {
      // A missing header, another signature, an old timestamp, no JSON: the sender learns only that it was refused.
      return { kind: 'refused' };
    }
    const deliveryId = headers['webhook-id'] as string;
    if (seen.has(deliveryId)) return { kind: 'repeated' };
    const event = readEvent(deliveryId, body);
    if (!event) return { kind: 'refused' };
    seen.add(deliveryId);
    if (seen.size > rememberedDeliveries) seen.delete(seen.values().next().value as string);
    return { kind: 'accepted', event };
  };
}

type Json = Record<string, unknown>;

function readEvent(deliveryId: string, body: unknown): VerificationEvent | undefined {
  const { event, timestamp, data } = (body ?? {}) as Json;
  const { id, status, checks } = (data ?? {}) as Json;
  if (![event, timestamp, id, status].every((member) => typeof member === 'string')) return undefined;
  const entries = Array.isArray(checks) ? (checks as Json[]) : [];
  return {
    deliveryId,
    event: event as string,
    emittedAt: timestamp as string,
    executionId: id as string,
    status: status as string,
    fullName: entries.map(nameOnDocument).find((name) => name !== null) ?? null,
    checks: entries.map((check) => ({
      checkType: String(check.checkType),
      status: String(check.status),
      statusDetail: typeof check.statusDetail === 'string' ? check.statusDetail : null,
    })),
  };
}

function nameOnDocument(check: Json): string | null {
  const { fullName } = (check.documentCheckExtractedData ?? {}) as Json;
  return typeof fullName === 'string' ? fullName : null;
}
