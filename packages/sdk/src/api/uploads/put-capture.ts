import type { UploadProgress } from '../../flow/screen.ts';
import { failureOf } from '../failure-of.ts';
import { readMember, toFailure } from '../request.ts';
import { computeDigest, loadDigest } from './digest.ts';

export { loadDigest };

/**
 * Time without progress after which an upload has lost its connection, in ms. Browsers count bytes as sent once the operating
 * system has them: for a picture at 8 kB/s, Chromium reports progress every 14 seconds, and 49 seconds pass between the last
 * report and the answer.
 */
const silenceTimeoutMs = 90_000;

/** One upload of a picture. */
export interface CaptureUpload {
  readonly url: string;
  readonly bearer: string;
  readonly picture: Blob;
  readonly onProgress: (progress: UploadProgress) => void;
  readonly signal: AbortSignal;
}

/**
 * Uploads a picture once, by XMLHttpRequest, because fetch does not report upload progress.
 *
 * @returns `data` of the answer, not yet checked.
 * @throws ServiceFailure unless the status is 2xx; with status 0 if the connection is lost.
 */
export async function putCaptureOnce(upload: CaptureUpload): Promise<unknown> {
  const { picture, signal, onProgress } = upload;
  const digest = await computeDigest(picture);
  // Aborted meanwhile, so no picture may leave the device.
  if (signal.aborted) throw failureOf(0);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout>;
    const abort = () => request.abort();
    const restartSilence = () => {
      clearTimeout(silence);
      silence = setTimeout(abort, silenceTimeoutMs);
    };
    const settle = (outcome: () => void) => {
      clearTimeout(silence);
      signal.removeEventListener('abort', abort);
      outcome();
    };
    request.open('PUT', upload.url);
    request.setRequestHeader('authorization', `Bearer ${upload.bearer}`);
    request.setRequestHeader('content-type', picture.type || 'application/octet-stream');
    // RFC 9530: the service refuses damaged bytes, which are then sent again.
    request.setRequestHeader('content-digest', `sha-256=:${digest}:`);
    request.upload.onprogress = ({ loaded, lengthComputable, total }) => {
      restartSilence();
      onProgress({ sentBytes: loaded, totalBytes: lengthComputable ? total : picture.size });
    };
    request.onload = () =>
      settle(() => {
        const body = parseJson(request.responseText);
        if (request.status < 300) resolve(readMember(body, 'data'));
        else reject(toFailure(request.status, body, request.getResponseHeader('retry-after')));
      });
    request.onerror = () => settle(() => reject(failureOf(0)));
    request.onabort = request.onerror;
    signal.addEventListener('abort', abort);
    restartSilence();
    request.send(picture);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // answer of an intermediary
  }
}
