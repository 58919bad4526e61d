import { Refusal, refuseBody } from '../../refusal.ts';

/** Maximum announced length, in bytes, at which a body is read in one piece, which is much cheaper than a stream. */
const wholeBytes = 64 * 1024;

/** Maximum time for a body, in ms, so that slow senders cannot hold connections. */
export const maxBodyMs = 60_000;

/**
 * Reads the body of a request. Stops at the size limit, whatever length the request announces.
 *
 * @throws {Refusal} PAYLOAD_TOO_LARGE; UPLOAD_TOO_SLOW.
 */
export async function readBody(
  request: Request,
  limitBytes: number,
  withinMs = maxBodyMs,
): Promise<Uint8Array> {
  const claimed = Number(request.headers.get('content-length') ?? Number.NaN);
  if (claimed > limitBytes) throw tooLarge(limitBytes);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow(withinMs)), withinMs);
  });
  try {
    const reading = claimed <= wholeBytes ? readWhole(request, limitBytes) : readParts(request, limitBytes);
    // On time-out, the pending read ends when the connection closes after its reply.
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function readWhole(request: Request, limitBytes: number): Promise<Uint8Array> {
  // Node's parser returns no more than the announced length; requests from elsewhere are measured.
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
