import { Agent, type Dispatcher, request as send } from 'undici';
import { orAborted } from '../or-aborted.ts';
import { failureOfError } from './failure-of-error.ts';
import { guardedConnector } from './guarded-connector.ts';
import type { Outgoing, OutgoingFailure, OutgoingReply, OutgoingRequest } from './outgoing.ts';
import type { AddressPolicy } from './public-address.ts';
import { createNameResolver, type ResolveName } from './resolve-name.ts';

export interface OutgoingOptions extends AddressPolicy {
  /** For the whole exchange, from the name's lookup to the last byte of the body; 15 s by default. */
  timeoutMs?: number;
  /** How much of a reply's body is read; 64 KiB by default. */
  maxBodyBytes?: number;
  resolve?: ResolveName;
}

/** So much may come besides the body and the framing of its chunks: heads, and what lies ready beyond a limit when it is reached. */
const besidesBody = 1024 * 1024;

/** Sends requests through an agent that checks every address it connects to. */
export function createOutgoing(options: OutgoingOptions): Outgoing {
  const { timeoutMs = 15_000, maxBodyBytes = 64 * 1024, resolve = createNameResolver() } = options;
  const agent = new Agent({
    connect: guardedConnector(options, { resolve, timeoutMs, maxBytes: maxBodyBytes + besidesBody }),
    // A connection for each request: one kept open may be closed by the receiver just as the next request goes out.
    pipelining: 0,
  });

  return {
    async send(request) {
      if (!isAcceptableUrl(request.url)) return failed('URL_REFUSED');
      const timeout = new AbortController();
      const timer = setTimeout(() => timeout.abort(), timeoutMs);
      const signal = AbortSignal.any([request.signal, timeout.signal]);
      try {
        // A request that still waits for its connection does not hear its signal.
        return await orAborted(exchange(agent, request, signal, maxBodyBytes), signal);
      } catch (error) {
        if (request.signal.aborted) return failed('ABORTED');
        return failed(timeout.signal.aborted ? 'TIMEOUT' : failureOfError(error));
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => agent.destroy(),
  };
}

async function exchange(
  dispatcher: Dispatcher,
  request: OutgoingRequest,
  signal: AbortSignal,
  maxBodyBytes: number,
): Promise<OutgoingReply> {
  const { statusCode, headers, body } = await send(request.url, {
    dispatcher,
    method: request.method,
    headers: request.headers,
    body: request.body ?? null,
    signal,
  });
  const { 'retry-after': retryAfter = null, ...others } = firstOfEach(headers);
  return {
    kind: 'replied',
    status: statusCode,
    retryAfter,
    headers: others,
    body: await readUpTo(body, maxBodyBytes),
  };
}

function firstOfEach(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const firsts = Object.entries(headers).flatMap(([name, value]) => {
    const first = Array.isArray(value) ? value[0] : value;
    return first === undefined ? [] : [[name, first] as const];
  });
  return Object.fromEntries(firsts);
}

/** Leaving the loop early ends the connection: what comes beyond the limit is never received. */
async function readUpTo(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, maxBytes - size));
    size += chunk.byteLength;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks);
}

function isAcceptableUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

function failed(failure: OutgoingFailure): OutgoingReply {
  return { kind: 'failed', failure };
}
