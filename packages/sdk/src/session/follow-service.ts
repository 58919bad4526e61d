import type { ClientState } from '@vendor/contract';
import type { Clock, Service } from './ports.ts';
import { scatteredPause } from './scattered-pause.ts';
import { ServiceFailure } from './service-failure.ts';

/** Maximum wait of one poll, in seconds; also the limit of the service. */
const pollSeconds = 25;

/** Pauses after failed polls, and after polls that return immediately without news, in ms. */
const pauseMs = { first: 1_000, longest: 15_000, longestAsked: 60_000, withoutNews: 1_000 } as const;

/**
 * Polls the state of the service until nothing is awaited any longer or the signal aborts. The polls also show the service that
 * the page is still open.
 *
 * @param afterSeq - returns the newest known state before each poll.
 * @throws ServiceFailure if the session has ended.
 */
export async function followService(
  service: Service,
  clock: Clock,
  afterSeq: () => number,
  onState: (state: ClientState) => void,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  /** Sequence number of the last answer, so that an answer without effect on the flow counts as news only once. */
  let newestSeq = 0;
  while (!signal.aborted) {
    const askedAtMs = clock.now();
    const after = Math.max(afterSeq(), newestSeq);
    try {
      const state = await service.state(after, pollSeconds, signal);
      if (signal.aborted) return;
      failures = 0;
      newestSeq = state.seq;
      onState(state);
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
 * Returns a pause that grows with each failure. Respects a wait that the service asks for, up to a minute, because the service
 * treats a longer silence as leaving.
 */
function pauseAfter(failures: number, askedMs: number): number {
  const fullMs = Math.min(pauseMs.longest, pauseMs.first * 2 ** failures);
  return scatteredPause(fullMs, Math.min(askedMs, pauseMs.longestAsked), Math.random());
}
