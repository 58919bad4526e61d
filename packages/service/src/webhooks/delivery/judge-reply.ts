import type { OutgoingReply } from '../../outgoing/outgoing.ts';
import { parseRetryAfter } from './retry-schedule.ts';

/** Meaning of a reply for a delivery. */
export type DeliveryVerdict =
  | { readonly kind: 'delivered'; readonly status: number }
  | {
      /** `gone`: the receiver wants nothing more, ever. */
      readonly kind: 'failed' | 'gone';
      /** Null when there was no reply. */
      readonly status: number | null;
      /** `HTTP_500` and the like, or why there was no reply, or not all of one. */
      readonly error: string;
      readonly retryAfterMs: number | null;
    };

/**
 * Only 2xx is a success. A redirect is a failure: following it would send personal data to an address nobody configured.
 * A 4xx is tried again like a 5xx, because a wrong secret or a broken deployment must lose nothing; 410 alone means what
 * it says.
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
