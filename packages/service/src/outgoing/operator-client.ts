import { Agent, type Dispatcher, request as send } from 'undici';
import type { OperatorClient, OperatorClientOptions, OperatorReply } from './operator-request.ts';

/** Thrown if the body is longer than allowed. */
class BodyTooLongError extends Error {
  override readonly name = 'BodyTooLongError';
}

/** Creates a client that keeps some connections open between requests, because all requests go to one endpoint. */
export function createOperatorClient({ timeoutMs, connections }: OperatorClientOptions): OperatorClient {
  const agent = new Agent({ connections, connectTimeout: timeoutMs, pipelining: 1 });
  return {
    async send({ url, method, headers, body, maxBodyBytes }) {
      const reply = await send(url, {
        dispatcher: agent,
        method,
        headers,
        body: body ?? null,
        signal: AbortSignal.timeout(timeoutMs),
      });
      return {
        status: reply.statusCode,
        headers: firstValues(reply.headers),
        body: await readAtMost(reply.body, maxBodyBytes),
      } satisfies OperatorReply;
    },
    close: () => agent.destroy(),
  };
}

async function readAtMost(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of body) {
    read += chunk.byteLength;
    if (read > maxBytes) throw new BodyTooLongError('The reply is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function firstValues(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const first = Array.isArray(value) ? value[0] : value;
      return first === undefined ? [] : [[name, first] as const];
    }),
  );
}
