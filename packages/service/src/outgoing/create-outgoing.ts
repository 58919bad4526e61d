import { createSecureContext, rootCertificates } from 'node:tls';
import { Client, type Dispatcher, request as send } from 'undici';
import { orAborted } from '../or-aborted.ts';
import { failureOfError } from './failure-of-error.ts';
import { guardedConnector } from './guarded-connector.ts';
import type { Outgoing, OutgoingFailure, OutgoingReply, OutgoingRequest, ReplyHead } from './outgoing.ts';
import { proxyConnector } from './proxy-connector.ts';
import type { AddressPolicy } from './public-address.ts';
import { createNameResolver, type ResolveName } from './resolve-name.ts';

export interface OutgoingOptions extends AddressPolicy {
  /** Time-out in ms of the whole exchange, from the DNS lookup to the last byte of the body; 15 s by default. */
  timeoutMs?: number;
  /** Maximum number of bytes that are read of a reply's body; 64 KiB by default. */
  maxBodyBytes?: number;
  resolve?: ResolveName;
  /** PEM certificates that are trusted in addition to the public roots. */
  certificates?: string | undefined;
  /** HTTP proxy for public addresses, with credentials if it needs them. */
  proxy?: string | undefined;
}

/** Bytes allowed in addition to the body: chunk framing, heads, and data already received when a limit is reached. */
const overheadBytes = 1024 * 1024;

/** The received part of a reply. */
interface Progress {
  head: ReplyHead | null;
  bodyBytes: number;
}

/** Sends requests, each with its own client that checks every address to which it connects. */
export function createOutgoing(options: OutgoingOptions): Outgoing {
  const { timeoutMs = 15_000, maxBodyBytes = 64 * 1024, resolve = createNameResolver() } = options;
  const secureContext =
    options.certificates === undefined
      ? undefined
      : createSecureContext({ ca: [...rootCertificates, options.certificates] });
  const limits = { resolve, timeoutMs, maxBytes: maxBodyBytes + overheadBytes, secureContext };
  const direct = guardedConnector(options, limits);
  const connect =
    options.proxy === undefined
      ? direct
      : proxyConnector(new URL(options.proxy), { policy: options, direct, limits });
  const clients = new Set<Client>();

  return {
    async send(request) {
      if (!isAcceptableUrl(request.url)) return failed('URL_REFUSED');
      // Used for one request only. A longer-lived client would reconnect for an aborted request after destroying its socket.
      const client = new Client(new URL(request.url).origin, { connect, pipelining: 0 });
      clients.add(client);
      const timeout = new AbortController();
      const timer = setTimeout(() => timeout.abort(), timeoutMs);
      const signal = AbortSignal.any([request.signal, timeout.signal]);
      const progress: Progress = { head: null, bodyBytes: 0 };
      try {
        // A request that has no connection yet does not react to its signal.
        return await orAborted(exchange(client, request, signal, maxBodyBytes, progress), signal);
      } catch (error) {
        if (request.signal.aborted) return failed('ABORTED', progress);
        return failed(timeout.signal.aborted ? 'TIMEOUT' : failureOfError(error), progress);
      } finally {
        clearTimeout(timer);
        clients.delete(client);
        void client.destroy();
      }
    },
    async close() {
      await Promise.all([...clients].map((client) => client.destroy()));
    },
  };
}

async function exchange(
  dispatcher: Dispatcher,
  request: OutgoingRequest,
  signal: AbortSignal,
  maxBodyBytes: number,
  progress: Progress,
): Promise<OutgoingReply> {
  const { statusCode, headers, body } = await send(request.url, {
    dispatcher,
    method: request.method,
    headers: request.headers,
    body: request.body ?? null,
    signal,
  });
  const { 'retry-after': retryAfter = null, ...others } = firstValues(headers);
  const head = { status: statusCode, retryAfter, headers: others };
  progress.head = head;
  if (endsWithHead(statusCode)) return { kind: 'replied', ...head, body: new Uint8Array() };
  return { kind: 'replied', ...head, body: await readUpTo(body, maxBodyBytes, progress) };
}

/** Returns whether a reply has no body (RFC 9112, section 6.3), even if its head announces a length. */
function endsWithHead(status: number): boolean {
  return status === 204 || status === 304;
}

function firstValues(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const firsts = Object.entries(headers).flatMap(([name, value]) => {
    const first = Array.isArray(value) ? value[0] : value;
    return first === undefined ? [] : [[name, first] as const];
  });
  return Object.fromEntries(firsts);
}

/** Reads at most the given number of bytes. Leaving the loop early closes the connection, so further bytes are not received. */
async function readUpTo(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  progress: Progress,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) {
    const taken = chunk.subarray(0, maxBytes - progress.bodyBytes);
    chunks.push(taken);
    progress.bodyBytes += taken.byteLength;
    if (progress.bodyBytes >= maxBytes) break;
  }
  return Buffer.concat(chunks);
}

function isAcceptableUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

function failed(
  failure: OutgoingFailure,
  { head, bodyBytes }: Progress = { head: null, bodyBytes: 0 },
): OutgoingReply {
  return head ? { kind: 'failed', failure, partial: { ...head, bodyBytes } } : { kind: 'failed', failure };
}
