import type { ElapsedMs } from '../../clock.ts';
import { Refusal } from '../../refusal.ts';
import type { Upload } from './upload-budget.ts';
import { createUploadBuffer, payloadTooLarge } from './upload-buffer.ts';

/** Silence after which the connection counts as lost, in ms. */
export const maxSilenceMs = 15_000;

/** Interval in which at least 2 kB per second must arrive: a quarter of the rate of a bad mobile network. */
const intervalMs = 60_000;
const minBytesPerInterval = 120_000;

/**
 * Returns the maximum duration of an upload at the required pace, in ms. An interval ends with the first bytes that arrive
 * after it.
 */
export function maxUploadMs(bytes: number): number {
  return Math.ceil(bytes / minBytesPerInterval) * (intervalMs + maxSilenceMs);
}

/**
 * Reads an upload. Ends it when the sender falls silent, or sends just enough to avoid that, because it holds memory that
 * others need.
 *
 * @param upload - reserves memory for the received bytes.
 * @param elapsed - monotonic time, so that setting the clock ahead does not make uploads look slow.
 * @throws {Refusal} PAYLOAD_TOO_LARGE; UPLOAD_TOO_SLOW, also for an upload ended in favour of others; RATE_LIMITED if there is
 *   no memory for the received bytes.
 */
export async function readUpload(
  request: Request,
  limitBytes: number,
  upload: Pick<Upload, 'add' | 'note' | 'onCut'>,
  elapsed: ElapsedMs,
): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length')) > limitBytes) throw payloadTooLarge(limitBytes);
  if (!request.body) return new Uint8Array(0);
  const reader = request.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const buffer = createUploadBuffer(limitBytes, upload);
  const cut: Cut = {};
  upload.onCut((reason) => {
    cut.reason = reason;
    cut.stopWaiting?.(reason);
  });
  let interval = { since: elapsed(), from: 0 };
  try {
    for (;;) {
      const part = await partOf(reader, cut);
      if (cut.reason) throw cut.reason;
      if (!part) return buffer.whole();
      upload.note(part.byteLength);
      buffer.append(part);
      if (elapsed() - interval.since < intervalMs) continue;
      if (buffer.length - interval.from < minBytesPerInterval) throw tooSlow();
      interval = { since: elapsed(), from: buffer.length };
    }
  } catch (error) {
    // The rest of the body is not needed.
    reader.cancel().catch(() => undefined);
    throw error;
  }
}

/** State of an upload that was ended in favour of another. */
interface Cut {
  reason?: Refusal;
  stopWaiting?: (reason: Refusal) => void;
}

/** Reads the next bytes; undefined at the end. */
async function partOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  cut: Cut,
): Promise<Uint8Array | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Makes a promise for each part: reactions to a promise that lasts as long as the upload would pile up.
  const stop = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), maxSilenceMs);
    cut.stopWaiting = reject;
  });
  try {
    return (await Promise.race([reader.read(), stop])).value;
  } finally {
    clearTimeout(timer);
  }
}

function tooSlow(): Refusal {
  return new Refusal('UPLOAD_TOO_SLOW', 'The upload was too slow or stalled. Send it again.');
}
