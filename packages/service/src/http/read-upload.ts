import type { Clock } from '../clock.ts';
import { Refusal, refuseBody } from '../refusal.ts';
import type { Upload } from './upload-budget.ts';

/** Nothing for so long, and the connection is taken for lost, in ms. */
export const longestSilenceMs = 15_000;

/** In each stretch of this length at least so many bytes must come: 2 kB a second, a quarter of a bad mobile network's. */
const stretchMs = 60_000;
const leastBytesPerStretch = 120_000;

/**
 * The bytes of an upload, as they come. Whoever falls silent, or sends just enough not to, means to hold room that others need.
 *
 * @param upload - takes room for each part.
 * @throws {Refusal} PAYLOAD_TOO_LARGE; UPLOAD_TOO_SLOW; RATE_LIMITED when there is no room for what has come.
 */
export async function readUpload(
  request: Request,
  limitBytes: number,
  upload: Pick<Upload, 'add'>,
  clock: Clock,
): Promise<Uint8Array> {
  const tooLarge = () => refuseBody('PAYLOAD_TOO_LARGE', `must have at most ${limitBytes} bytes`);
  if (Number(request.headers.get('content-length')) > limitBytes) throw tooLarge();
  if (!request.body) return new Uint8Array(0);
  const reader = request.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const parts: Uint8Array[] = [];
  let length = 0;
  let stretch = { since: clock.now(), from: 0 };
  try {
    for (;;) {
      const part = await partOf(reader);
      if (!part) return Buffer.concat(parts, length);
      length += part.byteLength;
      if (length > limitBytes) throw tooLarge();
      upload.add(part.byteLength);
      parts.push(part);
      if (clock.now() - stretch.since < stretchMs) continue;
      if (length - stretch.from < leastBytesPerStretch) throw tooSlow();
      stretch = { since: clock.now(), from: length };
    }
  } catch (error) {
    // Nobody waits for the rest any more.
    reader.cancel().catch(() => undefined);
    throw error;
  }
}

/** The next bytes; undefined at the end. */
async function partOf(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), longestSilenceMs);
  });
  try {
    return (await Promise.race([reader.read(), silence])).value;
  } finally {
    clearTimeout(timer);
  }
}

function tooSlow(): Refusal {
  return new Refusal('UPLOAD_TOO_SLOW', 'The upload came too slowly, or not at all. Send it again.');
}
