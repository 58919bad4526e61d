import { webhookHeaders } from '@vendor/contract';
import type { OutgoingReply } from '../../outgoing/outgoing.ts';
import { shownUrl } from '../endpoints/endpoint-url.ts';
import { loggableHeaders } from './reply-headers.ts';

/** Data kept of a request: neither its body nor anything that could confirm a guess at it. */
export interface RequestHead {
  /** Address that it went to, without a query. The endpoint may have been moved since. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyBytes: number;
}

/** Data kept of a reply. */
export interface ResponseHead {
  readonly headers: Readonly<Record<string, string>>;
  /** How much of the body was read; it is not kept. */
  readonly bodyBytes: number;
}

/** One attempt as it is kept in the log. */
export interface LoggedAttempt {
  readonly deliveryId: string;
  /** Its place in the retry schedule, from 1; a replay begins anew. */
  readonly number: number;
  readonly startedAt: number;
  /** From the first look at the name to the last byte of the reply. */
  readonly durationMs: number;
  /** Status of the reply; null: no reply. */
  readonly status: number | null;
  /** Why it failed; null when it did not. */
  readonly error: string | null;
  readonly request: RequestHead;
  readonly response: ResponseHead | null;
  /** Beginning of the body of the reply, under the key of the execution: it can repeat what was sent. null: none is kept. */
  readonly sealedAnswer: Uint8Array | null;
}

/** A request as it is sent. */
interface SentRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** The log of an attempt says what was sent without the signature: it is a keyed hash of personal data. */
export function requestHeadOf({ url, headers, body }: SentRequest): RequestHead {
  const signatures = headers[webhookHeaders.signature]?.split(' ') ?? [];
  const cut = signatures.map((signature) => `${signature.split(',')[0]},…`).join(' ');
  return {
    url: shownUrl(url),
    headers: { ...headers, [webhookHeaders.signature]: cut },
    bodyBytes: body.byteLength,
  };
}

/** Picks what is kept of a reply, or of as much as came of it: never anything that could repeat what was sent. */
export function responseHeadOf(reply: OutgoingReply, now: number): ResponseHead | null {
  const came = reply.kind === 'failed' ? reply.partial : { ...reply, bodyBytes: reply.body.byteLength };
  if (!came) return null;
  const { retryAfter, bodyBytes } = came;
  const headers = { ...came.headers, ...(retryAfter === null ? {} : { 'retry-after': retryAfter }) };
  return { headers: loggableHeaders({ headers, bodyBytes, now }), bodyBytes };
}
