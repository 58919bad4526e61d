import { webhookHeaders } from '@vendor/contract';
import type { OutgoingReply } from '../../outgoing/outgoing.ts';
import { shownUrl } from '../endpoints/endpoint-url.ts';
import { loggableHeaders } from './reply-headers.ts';

/** Logged data of a request: neither its body nor anything that could confirm a guess of the body. */
export interface RequestHead {
  /** Address to which it was sent, without the query. The endpoint may have been moved since. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyBytes: number;
}

/** Logged data of a response. */
export interface ResponseHead {
  readonly headers: Readonly<Record<string, string>>;
  /** Number of bytes of the body that were read. The body itself is not logged. */
  readonly bodyBytes: number;
}

/** An attempt in the log. */
export interface LoggedAttempt {
  readonly deliveryId: string;
  /** Number in the retry schedule, from 1. A redelivery starts at 1 again. */
  readonly number: number;
  readonly startedAt: number;
  /** Time from the DNS lookup to the last byte of the response, in ms. */
  readonly durationMs: number;
  /** Status of the response; null without a response. */
  readonly status: number | null;
  /** Error of a failed attempt; otherwise null. */
  readonly error: string | null;
  readonly request: RequestHead;
  readonly response: ResponseHead | null;
  /**
   * Beginning of the response body, encrypted with the key of the execution because it can repeat data that was sent. Null if
   * none is stored.
   */
  readonly sealedAnswer: Uint8Array | null;
}

/** A request as sent. */
interface SentRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Builds the logged part of a request, without the signature, which is a keyed hash of personal data. */
export function requestHeadOf({ url, headers, body }: SentRequest): RequestHead {
  const signatures = headers[webhookHeaders.signature]?.split(' ') ?? [];
  const cut = signatures.map((signature) => `${signature.split(',')[0]},…`).join(' ');
  return {
    url: shownUrl(url),
    headers: { ...headers, [webhookHeaders.signature]: cut },
    bodyBytes: body.byteLength,
  };
}

/** Builds the logged part of a complete or partial response, without anything that could repeat data that was sent. */
export function responseHeadOf(reply: OutgoingReply, now: number): ResponseHead | null {
  const came = reply.kind === 'failed' ? reply.partial : { ...reply, bodyBytes: reply.body.byteLength };
  if (!came) return null;
  const { retryAfter, bodyBytes } = came;
  const headers = { ...came.headers, ...(retryAfter === null ? {} : { 'retry-after': retryAfter }) };
  return { headers: loggableHeaders({ headers, bodyBytes, now }), bodyBytes };
}
