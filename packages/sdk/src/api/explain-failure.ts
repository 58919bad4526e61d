import type { Offline } from '../flow/screen.ts';
import { ServiceFailure } from '../session/service-failure.ts';
import { clientAddress } from './client-address.ts';
import { reportBlocked } from './report-blocked.ts';
import { callOnce } from './request.ts';
import { lostPauseMs } from './retry.ts';

/** Longest wait for the answer that shows that the service can be reached, in ms. */
const answerWithinMs = 5_000;

/** A call while it is tried. */
export interface WatchedCall {
  readonly baseAddress: string;
  readonly signal: AbortSignal;
  /** Interrupted tries in a row after which an upload counts as blocked; undefined for other requests. */
  readonly mostCuts: number | undefined;
  /** Tries in a row that were cut off although the service could be reached. */
  cuts: number;
  /** Connection that is lost, as the user is told. */
  offline: Offline;
}

/**
 * Tries in a row of a call that is no upload. Small requests are seldom refused, and may be lost by chance: only a refusal that
 * could be read, and is none that passes, counts as early as that of an upload. The others are tried for half a minute.
 */
const mostCutsOfCall = { refused: 2, lost: 8 } as const;

/**
 * Distinguishes a lost connection from a request that a proxy with a small body limit, or a firewall, blocks. Such a refusal has
 * no problem code and usually no CORS headers, so a page of another origin sees no answer at all. Sends a tiny request to the
 * service at the same time: an answer to it proves the connection.
 *
 * @throws the failure of the try, as far as it is known.
 */
export async function explainFailure(failure: unknown, call: WatchedCall): Promise<never> {
  const { code, status: answered } = failure as Partial<ServiceFailure>;
  // The bytes were damaged on the way: sending them again helps.
  if (code === 'DIGEST_MISMATCH') throw new ServiceFailure('unavailable', answered ?? 0);
  const isOfOthers = !call.signal.aborted && isNotOfService(failure);
  const isReached = isOfOthers && (await reachesService(call));
  call.cuts = isReached ? call.cuts + 1 : 0;
  call.offline = isReached || answered ? 'service' : true;
  if (!isOfOthers) throw failure;
  const { kind, status } = failure;
  const isUpload = call.mostCuts !== undefined;
  const isLost = kind === 'unavailable';
  // A busy proxy, or one whose service restarts, answers so: that passes, and nobody has to go another way for it.
  const isBusy = isLost && status > 0;
  const most = (isBusy ? undefined : call.mostCuts) ?? mostCutsOfCall[isLost ? 'lost' : 'refused'];
  // While nothing of the service is reached, a page for everything stands in its place. Only the size is refused for its own
  // sake.
  const passes = isReached ? call.cuts < most : isLost || (isUpload && status !== 413);
  // A change of networks takes longer than the first pause.
  if (passes) throw new ServiceFailure('unavailable', status, isUpload && !status ? lostPauseMs : 0);
  if (call.mostCuts) throw new ServiceFailure('blocked', status);
  if (!call.signal.aborted) reportBlocked(status);
  throw new ServiceFailure('unexpected', status);
}

/** Whether no answer of the service is behind the failure. A 401 ends a session whatever a proxy makes of its body. */
function isNotOfService(failure: unknown): failure is ServiceFailure {
  if (!(failure instanceof ServiceFailure)) return false;
  const { kind, status, code, afterMs } = failure;
  const isHappy = status >= 200 && status < 300;
  // An answer that names a time for the next try comes from a busy server, and is no refusal of this request.
  if (code !== undefined || afterMs > 0 || isHappy || status === 401) return false;
  return kind !== 'out-of-step' && kind !== 'taken-over';
}

async function reachesService({ baseAddress, signal }: WatchedCall): Promise<boolean> {
  try {
    const url = clientAddress(baseAddress, 'ping');
    return (await callOnce({ url, method: 'GET', signal, timeoutMs: answerWithinMs })) !== undefined;
  } catch {
    return false;
  }
}
