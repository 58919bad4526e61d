import type { ClientState } from '@vendor/contract';
import type { Clock, Service } from './ports.ts';
import { scatteredPause } from './scattered-pause.ts';
import { ServiceFailure } from './service-failure.ts';

/** Longest wait of one poll, in seconds; the service allows no longer one. */
const pollSeconds = 25;

/** Between polls that fail, and between two that answer at once without news, in ms. */
const pauseMs = { first: 1_000, longest: 15_000, longestAsked: 60_000, withoutNews: 1_000 } as const;

/**
 * Polls the state of the service until nothing is awaited any more or the signal aborts. The polls also prove the presence of the
 * page.
 *
 * @param afterSeq - returns the newest known state before each poll.
 * @throws ServiceFailure if the session has ended.
 */
export async function followService(
  service: Service,
  clock: Clock,
  afterSeq: () => number,
  tell: (state: ClientState) => void,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  /** News that makes no difference any more is no news the next time. */
  let newestSeq = 0;
  while (!signal.aborted) {
    const askedAtMs = clock.now();
    const after = Math.max(afterSeq(), newestSeq);
    try {
      const state = await service.state(after, pollSeconds, signal);
      if (signal.aborted) return;
      failures = 0;
      newestSeq = state.seq;
      tell(state);
      if (state.awaiting === 'none') return;
      const answeredAtOnce = state.seq <= after && clock.now() - askedAtMs < pauseMs.withoutNews;
      if (answeredAtOnce) await clock.sleep(pauseMs.withoutNews, signal);
    } catch (failure) {
      if (signal.aborted) return;
      const isKnown = failure instanceof ServiceFailure;
      if (isKnown && (failure.kind === 'unauthorized' || failure.kind === 'taken-over')) throw failure;
      await clock.sleep(pauseAfter(failures, isKnown ? failure.afterMs : 0), signal);
      failures += 1;
    }
  }
}

/**
 * Returns a pause that grows with each failure and respects the service's request, up to a minute, because a longer silence
 * counts as leaving.
 */
function pauseAfter(failures: number, askedMs: number): number {
  const fullMs = Math.min(pauseMs.longest, pauseMs.first * 2 ** failures);
  return scatteredPause(fullMs, Math.min(askedMs, pauseMs.longestAsked), Math.random());
}
