import type { Offline } from '../flow/screen.ts';
import { ServiceFailure } from '../session/service-failure.ts';
import { clientAddress } from './client-address.ts';
import { reportBlocked } from './report-blocked.ts';
import { callOnce } from './request.ts';
import { lostPauseMs } from './retry.ts';

/** Time-out for the answer that shows that the service can be reached, in ms. */
const pingTimeoutMs = 5_000;

/** State of a call across its retries. */
export interface WatchedCall {
  readonly baseAddress: string;
  readonly signal: AbortSignal;
  /** Consecutive cut attempts after which an upload counts as blocked; undefined for selfie frames and other requests. */
  readonly maxCuts: number | undefined;
  /** Consecutive attempts that were cut off although the service could be reached. */
  cuts: number;
  /** Lost connection, as shown to the user. */
  offline: Offline;
}

/**
 * Maximum consecutive cut attempts of a call without `maxCuts`, or at a busy proxy. Proxies seldom block small requests, but one
 * may be lost by chance. So a call fails after two attempts only if a permanent refusal can be read; a lost call is retried for
 * half a minute.
 */
const maxCutsOfCall = { refused: 2, lost: 8 } as const;

/**
 * Distinguishes a lost connection from a request that a proxy with a small body limit, or a firewall, blocks. Such a refusal
 * has no problem code and usually no CORS headers, so a page of another origin cannot read the answer. Sends a tiny request to
 * the service at the same time: an answer to it proves the connection.
 *
 * @throws the failure of the attempt, reclassified by what was found.
 */
export async function explainFailure(failure: unknown, call: WatchedCall): Promise<never> {
  const { code, status: answered } = failure as Partial<ServiceFailure>;
  // The bytes were damaged in transit, so a retry helps.
  if (code === 'DIGEST_MISMATCH') throw new ServiceFailure('unavailable', answered ?? 0);
  const isForeign = !call.signal.aborted && isForeignFailure(failure);
  const isReached = isForeign && (await reachesService(call));
  call.cuts = isReached ? call.cuts + 1 : 0;
  call.offline = isReached || answered ? 'service' : true;
  if (!isForeign) throw failure;
  const { kind, status } = failure;
  const isUpload = call.maxCuts !== undefined;
  const isLost = kind === 'unavailable';
  // A proxy answers with a status such as 503 while it is busy or the service restarts. That is temporary, so the user is not
  // offered alternatives early.
  const isBusy = isLost && status > 0;
  const limit = (isBusy ? undefined : call.maxCuts) ?? maxCutsOfCall[isLost ? 'lost' : 'refused'];
  // While the service cannot be reached, something else answers all requests, so a refusal says nothing about this upload.
  // Only 413 does: it is about the size.
  const isTemporary = isReached ? call.cuts < limit : isLost || (isUpload && status !== 413);
  // Switching networks takes longer than the first pause.
  if (isTemporary) throw new ServiceFailure('unavailable', status, isUpload && !status ? lostPauseMs : 0);
  if (call.maxCuts) throw new ServiceFailure('blocked', status);
  if (!call.signal.aborted) reportBlocked(status);
  throw new ServiceFailure('unexpected', status);
}

/**
 * Returns whether the failure is not an answer of the service. A 401 always counts as the service's, because it ends the
 * session even if a proxy has replaced its body.
 */
function isForeignFailure(failure: unknown): failure is ServiceFailure {
  if (!(failure instanceof ServiceFailure)) return false;
  const { kind, status, code, afterMs } = failure;
  const isSuccess = status >= 200 && status < 300;
  // An answer with a `Retry-After` comes from a busy server, and does not refuse this request.
  if (code !== undefined || afterMs > 0 || isSuccess || status === 401) return false;
  return kind !== 'out-of-step' && kind !== 'taken-over';
}

async function reachesService({ baseAddress, signal }: WatchedCall): Promise<boolean> {
  try {
    const url = clientAddress(baseAddress, 'ping');
    return (await callOnce({ url, method: 'GET', signal, timeoutMs: pingTimeoutMs })) !== undefined;
  } catch {
    return false;
  }
}
