import type { OutgoingReply } from '../../outgoing/outgoing.ts';
import { parseRetryAfter } from './retry-schedule.ts';

/** Meaning of a response for a delivery. */
export type DeliveryVerdict =
  | { readonly kind: 'delivered'; readonly status: number }
  | {
      /** `gone`: the endpoint never wants to receive anything again. */
      readonly kind: 'failed' | 'gone';
      /** Null without a response. */
      readonly status: number | null;
      /** `HTTP_500` or similar, or the reason why there was no complete response. */
      readonly error: string;
      readonly retryAfterMs: number | null;
    };

/**
 * Judges the response to a delivery. Only 2xx is a success. A redirect is a failure: following it would send personal data to
 * an address that nobody configured. A 4xx is retried like a 5xx, so that a wrong secret or a broken deployment loses no
 * events. Only 410 is taken literally.
 */
export function judgeReply(reply: OutgoingReply, now: number): DeliveryVerdict {
  if (reply.kind === 'failed') {
    const status = reply.partial?.status ?? null;
    return { kind: 'failed', status, error: reply.failure, retryAfterMs: null };
  }
  const { status } = reply;
  if (status >= 200 && status < 300) return { kind: 'delivered', status };
  return {
    kind: status === 410 ? 'gone' : 'failed',
    status,
    error: `HTTP_${status}`,
    retryAfterMs: parseRetryAfter(reply.retryAfter, now),
  };
}
