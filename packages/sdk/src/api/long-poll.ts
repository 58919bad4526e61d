import type { Clock } from '../session/ports.ts';
import { ServiceFailure } from '../session/service-failure.ts';

/** Between polls that fail, and between two that answer at once without news, in ms. */
const pauseMs = { first: 1_000, longest: 15_000, withoutNews: 1_000 } as const;

/** What is asked, and what is waited for. */
export interface LongPoll<Answer> {
  /** One poll; it may take as long as the service lets it. */
  readonly ask: () => Promise<Answer>;
  readonly isNews: (answer: Answer) => boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Asks again and again until there is news, however long the network is away.
 *
 * @throws ServiceFailure when the session is not ours any more, or the signal aborts.
 */
export async function longPoll<Answer>({ ask, isNews, clock, signal }: LongPoll<Answer>): Promise<Answer> {
  for (let failures = 0; ; ) {
    const askedAtMs = clock.now();
    try {
      const answer = await ask();
      if (isNews(answer)) return answer;
      failures = 0;
      if (clock.now() - askedAtMs < pauseMs.withoutNews) await clock.sleep(pauseMs.withoutNews, signal);
    } catch (failure) {
      const kind = failure instanceof ServiceFailure ? failure.kind : null;
      if (signal.aborted || kind === 'unauthorized' || kind === 'taken-over') throw failure;
      await clock.sleep(Math.min(pauseMs.longest, pauseMs.first * 2 ** failures), signal);
      failures += 1;
    }
    if (signal.aborted) throw new ServiceFailure('unavailable', 0);
  }
}
