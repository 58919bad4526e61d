import type { Clock } from '../session/ports.ts';
import { scatteredPause } from '../session/scattered-pause.ts';
import { ServiceFailure } from '../session/service-failure.ts';

/** First pause after a failed poll, and the pause after a poll that returns immediately without news, in ms. */
const pauseMs = 1_000;
const maxPauseMs = 15_000;
const maxAskedMs = 60_000;

/** A long poll, and the answer it waits for. */
export interface LongPoll<Answer> {
  /** Sends one poll, which may take as long as the service allows. */
  readonly ask: () => Promise<Answer>;
  readonly isNews: (answer: Answer) => boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Polls until there is news, however long the network is down.
 *
 * @throws ServiceFailure if the session ended, or the signal aborts.
 */
export async function longPoll<Answer>({ ask, isNews, clock, signal }: LongPoll<Answer>): Promise<Answer> {
  for (let failures = 0; ; ) {
    const askedAtMs = clock.now();
    try {
      const answer = await ask();
      if (isNews(answer)) return answer;
      failures = 0;
      if (clock.now() - askedAtMs < pauseMs) await clock.sleep(pauseMs, signal);
    } catch (failure) {
      const { kind, afterMs } =
        failure instanceof ServiceFailure ? failure : new ServiceFailure('unexpected', 0);
      if (signal.aborted || kind === 'unauthorized' || kind === 'taken-over') throw failure;
      const fullMs = Math.min(maxPauseMs, pauseMs * 2 ** failures);
      // Limited, because the service treats a longer silence as leaving.
      const askedMs = Math.min(maxAskedMs, afterMs);
      await clock.sleep(scatteredPause(fullMs, askedMs, Math.random()), signal);
      failures += 1;
    }
    if (signal.aborted) throw new ServiceFailure('unavailable', 0);
  }
}
