import { Refusal, refuseBody } from '../../refusal.ts';

/** Claimed length up to which a body is read at once, which is much cheaper than a stream. */
const wholeBytes = 64 * 1024;

/** Time limit of a body, in ms, so that slow senders cannot hold connections. */
export const longestBodyMs = 60_000;

/**
 * Reads the bytes of a request's body. Stops at the limit, whatever length the request claims.
 *
 * @throws {Refusal} PAYLOAD_TOO_LARGE; UPLOAD_TOO_SLOW.
 */
export async function readBody(
  request: Request,
  limitBytes: number,
  withinMs = longestBodyMs,
): Promise<Uint8Array> {
  const claimed = Number(request.headers.get('content-length') ?? Number.NaN);
  if (claimed > limitBytes) throw tooLarge(limitBytes);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow(withinMs)), withinMs);
  });
  try {
    const reading = claimed <= wholeBytes ? readWhole(request, limitBytes) : readParts(request, limitBytes);
    // A body that is still being read then ends with its connection, which has its answer.
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function readWhole(request: Request, limitBytes: number): Promise<Uint8Array> {
  // The server's parser returns no more than was claimed; requests from elsewhere are measured.
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.byteLength > limitBytes) throw tooLarge(limitBytes);
  return bytes;
}

async function readParts(request: Request, limitBytes: number): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array(0);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request.body as unknown as AsyncIterable<Uint8Array>) {
    length += part.byteLength;
    if (length > limitBytes) throw tooLarge(limitBytes);
    parts.push(part);
  }
  return Buffer.concat(parts, length);
}

function tooLarge(limitBytes: number): Refusal {
  return refuseBody('PAYLOAD_TOO_LARGE', `must have at most ${limitBytes} bytes`);
}

function tooSlow(withinMs: number): Refusal {
  return new Refusal(
    'UPLOAD_TOO_SLOW',
    `The body did not arrive within ${withinMs / 1000} seconds. Send it again.`,
  );
}
