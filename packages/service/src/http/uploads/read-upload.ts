import type { ElapsedMs } from '../../clock.ts';
import { Refusal } from '../../refusal.ts';
import type { Upload } from './upload-budget.ts';
import { createUploadBuffer, payloadTooLarge } from './upload-buffer.ts';

/** Silence after which the connection counts as lost, in ms. */
export const longestSilenceMs = 15_000;

/** In each stretch of this length at least so many bytes must come: 2 kB a second, a quarter of a bad mobile network's. */
const stretchMs = 60_000;
const leastBytesPerStretch = 120_000;

/** How long an upload of so many bytes may take at the pace that is asked for, in ms: a stretch ends with what comes after it. */
export function longestUploadMs(bytes: number): number {
  return Math.ceil(bytes / leastBytesPerStretch) * (stretchMs + longestSilenceMs);
}

/**
 * The bytes of an upload, as they come. Whoever falls silent, or sends just enough not to, means to hold room that others need.
 *
 * @param upload - takes room for what is held of them.
 * @param elapsed - how long they take: a clock that is set ahead makes nobody slow.
 * @throws {Refusal} PAYLOAD_TOO_LARGE; UPLOAD_TOO_SLOW, also for an upload that is ended in favour of others; RATE_LIMITED when
 *   there is no room for what has come.
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
  let stretch = { since: elapsed(), from: 0 };
  try {
    for (;;) {
      const part = await partOf(reader, cut);
      if (cut.reason) throw cut.reason;
      if (!part) return buffer.whole();
      upload.note(part.byteLength);
      buffer.append(part);
      if (elapsed() - stretch.since < stretchMs) continue;
      if (buffer.length - stretch.from < leastBytesPerStretch) throw tooSlow();
      stretch = { since: elapsed(), from: buffer.length };
    }
  } catch (error) {
    // The rest of the body is not needed.
    reader.cancel().catch(() => undefined);
    throw error;
  }
}

/** The end of an upload in favour of another. */
interface Cut {
  reason?: Refusal;
  stopWaiting?: (reason: Refusal) => void;
}

/** The next bytes; undefined at the end. */
async function partOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  cut: Cut,
): Promise<Uint8Array | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A promise for each part: reactions to one that lasts as long as the upload would pile up.
  const stop = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), longestSilenceMs);
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
