import { Webhook } from 'standardwebhooks';

/** Content of a delivery that this shop uses. */
export interface VerificationEvent {
  /** The `webhook-id` header, the same for every attempt to deliver one event. */
  readonly deliveryId: string;
  readonly event: string;
  /**
   * Position of the event within its execution, from 1: a later event can arrive before an earlier one. The signature does not
   * cover it, but a replay with another number has a known delivery id.
   */
  readonly sequence: number;
  readonly executionId: string;
  readonly status: string;
  /** Name on the document; null if none was read. */
  readonly fullName: string | null;
  readonly checks: readonly VerificationCheck[];
}

export interface VerificationCheck {
  readonly checkType: string;
  readonly status: string;
  readonly statusDetail: string | null;
}

/** Result of receiving a delivery. Acknowledge a repeated one like the first; otherwise it would be retried for days. */
export type Receipt =
  | { readonly kind: 'accepted'; readonly event: VerificationEvent }
  | { readonly kind: 'repeated' }
  | { readonly kind: 'refused' };

/** Number of remembered delivery ids. A shop with a database would store them under a unique index. */
const rememberedDeliveries = 10_000;

/**
 * Creates the receiver of webhook deliveries. Accepts only bodies signed with the secret within the last five minutes (Standard
 * Webhooks, over the exact bytes), and each event once.
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
      // Does not tell the sender whether a header was missing, the signature or timestamp invalid, or the body not JSON.
      return { kind: 'refused' };
    }
    const deliveryId = headers['webhook-id'] as string;
    if (seen.has(deliveryId)) return { kind: 'repeated' };
    const event = readEvent(deliveryId, headers['webhook-sequence'] ?? '', body);
    if (!event) return { kind: 'refused' };
    seen.add(deliveryId);
    if (seen.size > rememberedDeliveries) seen.delete(seen.values().next().value as string);
    return { kind: 'accepted', event };
  };
}

type Json = Record<string, unknown>;

function readEvent(deliveryId: string, sequence: string, body: unknown): VerificationEvent | undefined {
  // Without its sequence, an event cannot be ordered: a gateway has removed the header.
  if (!/^[1-9]\d{0,14}$/.test(sequence)) return undefined;
  const { event, data } = (body ?? {}) as Json;
  const { id, status, checks } = (data ?? {}) as Json;
  if (![event, id, status].every((member) => typeof member === 'string')) return undefined;
  const entries = Array.isArray(checks) ? (checks as Json[]) : [];
  return {
    deliveryId,
    event: event as string,
    sequence: Number(sequence),
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
